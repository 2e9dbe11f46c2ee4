import { MEASURES } from '../../../../contract/utilities/installedMeter.ts';
import { METER_LABELS, METERS, type Meter } from '../../../../contract/utilities/meters.ts';
import { parseNumber } from '../../../../contract/values/parseNumber.ts';
import { useOnlineForm } from '../../../forms/useOnlineForm.ts';
import { isoDay } from '../../../ui/data/Time.tsx';
import { Field } from '../../../ui/forms/Field.tsx';
import { FormModal } from '../../../ui/forms/FormModal.tsx';
import { Select } from '../../../ui/forms/Select.tsx';
import { MeterFields, type TypedMeter } from '../../../subjects/utilities/MeterFields.tsx';

interface Typed extends TypedMeter {
  kind: Meter;
  installed_on: string;
  first_value: string;
}

interface AddMeterProps {
  unit: number;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Adds a meter to a home. */
export function AddMeter({ unit, onDone, onClose }: AddMeterProps) {
  const initial: Typed = {
    kind: 'water',
    ...{ serial_number: '', measure: 'gal', digits: '5', multiplier: '1', place: '' },
    ...{ installed_on: isoDay(), first_value: '' },
  };
  const form = useOnlineForm({
    draft: `new-meter-${unit}`,
    initial,
    route: 'addMeter',
    inputOf: ({ digits, multiplier, first_value, ...typed }) => ({
      params: { id: String(unit) },
      body: {
        ...typed,
        digits: parseNumber(digits),
        multiplier: parseNumber(multiplier),
        first_value: parseNumber(first_value),
      },
    }),
    failed: (message = 'The meter could not be added.') => message,
    onDone: () => onDone('The meter was added.'),
  });
  const { field, values, set } = form;
  const kind = field('kind');
  return (
    <FormModal title="Add Meter" submitLabel="Add Meter" busyLabel="Adding..." form={form} onClose={onClose}>
      <Select
        label="Kind"
        required
        {...kind}
        onChange={async (event) => {
          await kind.onChange(event);
          const chosen = event.target.value as Meter;
          set({ kind: chosen, measure: Object.keys(MEASURES[chosen])[0] ?? '', multiplier: '1' });
        }}
      >
        {METERS.map((each) => (
          <option key={each} value={each}>
            {METER_LABELS[each].name}
          </option>
        ))}
      </Select>
      <MeterFields kind={values.kind} form={form} />
      <Field
        label="Shows now"
        inputMode="decimal"
        autoComplete="off"
        required
        help="What it uses is billed from here on."
        {...field('first_value')}
      />
      <Field label="Since" type="date" required max={isoDay()} {...field('installed_on')} />
    </FormModal>
  );
}
