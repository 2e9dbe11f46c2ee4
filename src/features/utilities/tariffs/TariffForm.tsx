import { lineText, usageText } from '../../../../contract/utilities/billPrice.ts';
import { METER_LABELS, METERS, type Meter } from '../../../../contract/utilities/meters.ts';
import type { Settings } from '../../../../contract/utilities/rates.ts';
import { meterCost } from '../../../../contract/utilities/tariffCost.ts';
import { NewTariff, type Tariff } from '../../../../contract/utilities/tariffs.ts';
import { usageProblem } from '../../../../contract/utilities/utilityBills.ts';
import { toCents } from '../../../../contract/values/money.ts';
import { parseNumber } from '../../../../contract/values/parseNumber.ts';
import { useOnlineForm, type OnlineForm } from '../../../forms/useOnlineForm.ts';
import { useCachedQuery } from '../../../offline/hooks/useCachedQuery.ts';
import { PropertyOptions } from '../../../subjects/properties/PropertyOptions.tsx';
import { Money } from '../../../ui/data/Money.tsx';
import { Field } from '../../../ui/forms/Field.tsx';
import { FormModal } from '../../../ui/forms/FormModal.tsx';
import { Select } from '../../../ui/forms/Select.tsx';
import { TextArea } from '../../../ui/forms/TextArea.tsx';
import { sampleOf, tariffOf, TIER_FIELDS, tiersHelp, typedTariff, type TypedTariff } from './typedTariff.ts';

interface TariffFormProps {
  /** The one to change; none for a new one. */
  tariff: Tariff | undefined;
  rates: Settings;
  today: string;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Sets how a kind of usage is priced from a day on, and shows what a usage would cost. */
export function TariffForm({ tariff, rates, today, onDone, onClose }: TariffFormProps) {
  const form = useOnlineForm<TypedTariff, 'setTariff'>({
    draft: tariff ? `tariff-${tariff.id}` : 'new-tariff',
    initial: typedTariff(tariff, today),
    route: 'setTariff',
    inputOf: (typed) => ({ body: tariffOf(typed) }),
    named: TIER_FIELDS,
    failed: (message = 'The tariff could not be saved.') => message,
    onDone: () => onDone('The tariff was saved.'),
  });
  return (
    <FormModal
      title={tariff ? 'Change Tariff' : 'Add Tariff'}
      submitLabel="Save Tariff"
      busyLabel="Saving..."
      form={form}
      below={form.ready && <Preview typed={form.values} rates={rates} />}
      onClose={onClose}
    >
      <TariffFields form={form} />
    </FormModal>
  );
}

function TariffFields({ form: { field, values, set } }: { form: OnlineForm<TypedTariff> }) {
  const { data: properties = [] } = useCachedQuery('listProperties', {});
  const kind = field('kind');
  const { name, unit } = METER_LABELS[values.kind];
  return (
    <>
      <Select
        label="Kind"
        required
        {...kind}
        onChange={async (event) => {
          await kind.onChange(event);
          const chosen = event.target.value as Meter;
          set({ kind: chosen, sample: sampleOf(chosen) });
        }}
      >
        {METERS.map((each) => (
          <option key={each} value={each}>
            {METER_LABELS[each].name}
          </option>
        ))}
      </Select>
      <Select label="For" {...field('property_id')}>
        <PropertyOptions none="All properties without their own" properties={properties} />
      </Select>
      <Field
        label="Valid from"
        type="date"
        required
        help="It prices what is read from this day on. One of the same day is replaced. Bills that were made stay as they are."
        {...field('valid_from')}
      />
      <TextArea label="Tiers (optional)" rows={4} help={tiersHelp(values.kind)} {...field('tiers')} />
      <Field
        label="Fixed fee"
        inputMode="decimal"
        autoComplete="off"
        required
        before="$"
        help={`Once on each bill with usage of ${name.toLowerCase()}.`}
        {...field('fixed_fee')}
      />
      <Field
        label="Minimum"
        inputMode="decimal"
        autoComplete="off"
        required
        before="$"
        help="Usage and fixed fee come to this at least."
        {...field('minimum')}
      />
      <Field
        label="Tax"
        inputMode="decimal"
        autoComplete="off"
        required
        help="Percent of all of these."
        {...field('tax_percent')}
      />
      <Field
        label={`Example, in ${unit}`}
        inputMode="decimal"
        autoComplete="off"
        help="What this usage would cost is shown below."
        {...field('sample')}
      />
    </>
  );
}

/** What a usage would cost by what is typed, line by line. */
function Preview({ typed, rates }: { typed: TypedTariff; rates: Settings }) {
  const { kind, sample } = typed;
  const used = parseNumber(sample);
  const given = NewTariff.safeParse(tariffOf(typed));
  const { name, unit } = METER_LABELS[kind];
  if (!given.success || Number.isNaN(used) || usageProblem(kind, used) !== undefined || used === 0)
    return <></>;
  const { lines, cents } = meterCost(kind, used, { rate: rates[`rate_${kind}`], tariff: given.data });
  return (
    <section
      aria-label="What it would cost"
      className="rounded-control bg-accent-soft px-4 py-3 text-accent-ink"
    >
      <p className="font-semibold">
        {name} {usageText(used)} {unit} would cost <Money cents={cents} />
      </p>
      <ul role="list" className="tabular-nums">
        {lines.map((line) => (
          <li
            key={`${line.part} ${line.rate ?? ''} ${line.quantity ?? ''}`}
            className="flex flex-wrap justify-between gap-x-4"
          >
            <span>{lineText(line)}</span>
            <Money cents={toCents(line.amount)} className="ml-auto" />
          </li>
        ))}
      </ul>
    </section>
  );
}
