import { MEASURES } from '../../../contract/utilities/installedMeter.ts';
import { METER_LABELS, type Meter } from '../../../contract/utilities/meters.ts';
import type { OnlineForm } from '../../forms/useOnlineForm.ts';
import { Field } from '../../ui/forms/Field.tsx';
import { Select } from '../../ui/forms/Select.tsx';

/** As the fields have it. */
export interface TypedMeter {
  serial_number: string;
  measure: string;
  digits: string;
  multiplier: string;
  place: string;
}

interface MeterFieldsProps {
  kind: Meter;
  form: Pick<OnlineForm<TypedMeter>, 'field' | 'set'>;
}

/** What is known of a meter. Choosing what it counts in fills in the multiplier. */
export function MeterFields({ kind, form: { field, set } }: MeterFieldsProps) {
  const measure = field('measure');
  const { name, unit } = METER_LABELS[kind];
  return (
    <>
      <Field label="Number on the meter" autoComplete="off" required {...field('serial_number')} />
      <Select
        label="Counts in"
        required
        {...measure}
        onChange={async (event) => {
          await measure.onChange(event);
          const chosen = event.target.value;
          set({ measure: chosen, multiplier: String(MEASURES[kind][chosen] ?? '') });
        }}
      >
        {Object.keys(MEASURES[kind]).map((each) => (
          <option key={each}>{each}</option>
        ))}
      </Select>
      <Field
        label="Multiplier"
        inputMode="decimal"
        autoComplete="off"
        required
        help={`${name} is billed in ${unit}: this many by 1 on the meter.`}
        {...field('multiplier')}
      />
      <Field
        label="Digits"
        inputMode="numeric"
        autoComplete="off"
        required
        help="Before the decimal point: after 99999 one of 5 digits rolls over to 0."
        {...field('digits')}
      />
      <Field
        label="Place (optional)"
        autoComplete="off"
        help="Where to find it, such as “hall closet”."
        {...field('place')}
      />
    </>
  );
}
