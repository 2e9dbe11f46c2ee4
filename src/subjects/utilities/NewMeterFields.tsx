import { MEASURES } from '../../../contract/utilities/installedMeter.ts';
import { METER_LABELS, METERS, type Meter } from '../../../contract/utilities/meters.ts';
import { parseNumber } from '../../../contract/values/parseNumber.ts';
import type { OnlineForm } from '../../forms/useOnlineForm.ts';
import { isoDay } from '../../ui/data/Time.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { Select } from '../../ui/forms/Select.tsx';
import { MeterFields, type TypedMeter } from './MeterFields.tsx';

/** As the fields have it. */
export interface TypedNewMeter extends TypedMeter {
  kind: Meter;
  installed_on: string;
  first_value: string;
}

/** What is numbers in the body, of what is typed. */
export function numbersOf({ digits, multiplier, first_value }: TypedNewMeter) {
  return {
    digits: parseNumber(digits),
    multiplier: parseNumber(multiplier),
    first_value: parseNumber(first_value),
  };
}

interface NewMeterFieldsProps {
  form: Pick<OnlineForm<TypedNewMeter>, 'field' | 'set' | 'values'>;
}

/** What is said of a meter as it is added. */
export function NewMeterFields({ form }: NewMeterFieldsProps) {
  const { field, set, values } = form;
  const kind = field('kind');
  return (
    <>
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
    </>
  );
}
