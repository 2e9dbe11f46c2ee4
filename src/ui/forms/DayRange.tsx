import { Field } from './Field.tsx';

/** Both days included, such as `2026-05-01`; empty while none is chosen. */
export interface Period {
  from: string;
  to: string;
}

/** Whether the days are chosen and in order. */
export function isPeriod({ from, to }: Period): boolean {
  return Boolean(from && to) && from <= to;
}

interface DayRangeProps {
  period: Period;
  onChange: (period: Period) => void;
}

/** The first and the last of some days. */
export function DayRange({ period, onChange }: DayRangeProps) {
  return (
    <>
      <Field
        label="From"
        type="date"
        value={period.from}
        onChange={({ target }) => onChange({ ...period, from: target.value })}
      />
      <Field
        label="To"
        type="date"
        value={period.to}
        error={isPeriod(period) ? undefined : 'Please choose a last day that is not before the first.'}
        onChange={({ target }) => onChange({ ...period, to: target.value })}
      />
    </>
  );
}
