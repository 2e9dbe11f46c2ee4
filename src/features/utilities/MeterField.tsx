import { memo, useMemo } from 'react';
import type { LastReading } from '../../../contract/utilities/utilityBills.ts';
import { usageText } from '../../../contract/utilities/billPrice.ts';
import { METER_LABELS, type Meter } from '../../../contract/utilities/meters.ts';
import { Field } from '../../ui/forms/Field.tsx';
import { timeText } from '../../ui/data/Time.tsx';
import { focusNextMeter } from './meters/focusMeter.ts';
import type { ReadingStore } from './readingStore.ts';

interface MeterFieldProps {
  unitId: number;
  meter: Meter;
  readings: ReadingStore;
  text: string;
  problem: string | undefined;
  last: LastReading | undefined;
  /** Whether the last readings are cached on this device. */
  lastKnown: boolean;
  /** Whether its label is above the column. */
  wide: boolean;
}

const NOT_HERE = 'Last reading not on this device yet';

/** One meter of one unit. It renders only when its own text changes, so that typing stays fast on a phone. */
export const MeterField = memo(function MeterField({
  unitId,
  meter,
  readings,
  text,
  problem,
  last,
  lastKnown,
  wide,
}: MeterFieldProps) {
  const { name, unit } = METER_LABELS[meter];
  const help = useMemo(
    () => (last ? <LastUsage reading={last} meter={meter} /> : lastKnown ? 'No earlier reading' : NOT_HERE),
    [last, lastKnown, meter],
  );
  return (
    <Field
      inputMode="decimal"
      enterKeyHint="next"
      autoComplete="off"
      data-reading={meter}
      label={`${name} usage (${unit})`}
      hideLabel={wide}
      value={text}
      help={help}
      error={problem}
      onChange={({ target }) => readings.change(unitId, meter, target.value)}
      onKeyDown={focusNextMeter}
    />
  );
});

const LastUsage = memo(function LastUsage({ reading, meter }: { reading: LastReading; meter: Meter }) {
  return (
    <>
      Last {usageText(reading[`${meter}_usage`])}, <span className="whitespace-nowrap">{dayOf(reading)}</span>
    </>
  );
});

/** Such as "Oct 26", since meters are read once a month. */
export function dayOf({ read_at }: LastReading): string {
  return timeText(read_at, 'short').replace(/, \d{4}$/, '');
}
