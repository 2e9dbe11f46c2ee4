import { mayHaveRolledOver } from '../../../contract/utilities/readingRules.ts';
import type { InstalledMeter } from '../../../contract/utilities/installedMeter.ts';
import { parseNumber } from '../../../contract/values/parseNumber.ts';
import type { OnlineForm } from '../../forms/useOnlineForm.ts';
import { lastText } from './meterTexts.ts';
import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { Field } from '../../ui/forms/Field.tsx';

/** As the fields have it. */
export interface TypedRemoval {
  last_value: string;
  last_estimated: boolean;
  last_rolled_over: boolean;
}

export const NO_REMOVAL: TypedRemoval = { last_value: '', last_estimated: false, last_rolled_over: false };

export function removalOf({ last_value, last_estimated, last_rolled_over }: TypedRemoval) {
  return { last_value: parseNumber(last_value), last_estimated, last_rolled_over };
}

/** A meter that is taken away, of a home or of several. */
export interface TakenMeterProps {
  meter: Pick<InstalledMeter, 'id' | 'kind' | 'serial_number' | 'measure' | 'digits' | 'multiplier' | 'last'>;
  /** Whether several homes share it. */
  shared?: boolean;
  /** The address where the form opens again. */
  at: string;
  onDone: (message: string) => void;
  onClose: () => void;
}

interface LastValueProps extends Pick<TakenMeterProps, 'meter' | 'shared'> {
  form: Pick<OnlineForm<TypedRemoval>, 'field' | 'values'>;
}

/** What a meter showed when it was taken away. */
export function LastValue({ meter, shared, form: { field, values } }: LastValueProps) {
  const billed = shared
    ? 'What it used since is billed once you have seen its shares.'
    : 'What it used since comes with the next bill.';
  return (
    <>
      <Field
        label="Showed at the end"
        inputMode="decimal"
        autoComplete="off"
        required
        help={`${lastText(meter.last)}. ${billed}`}
        {...field('last_value')}
      />
      {mayHaveRolledOver(meter.last.value, parseNumber(values.last_value), meter) && (
        <Checkbox label="It rolled over since" {...field('last_rolled_over')} />
      )}
      <Checkbox label="This is an estimate" {...field('last_estimated')} />
    </>
  );
}
