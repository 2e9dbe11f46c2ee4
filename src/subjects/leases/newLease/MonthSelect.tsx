import type { ComponentProps } from 'react';
import { addMonths, monthName, monthOf } from '../../../../contract/values/calendar.ts';
import { isoDay } from '../../../ui/data/Time.tsx';
import { Select } from '../../../ui/forms/Select.tsx';

/** How many months before this one can be chosen, as the server allows, and how many after. */
const PAST = 12;
const FUTURE = 24;

interface MonthSelectProps extends ComponentProps<typeof Select> {
  /** The first month that is offered; a year ago by default. */
  earliest?: string | undefined;
  /** The month that is chosen now, such as that of a kept draft. */
  shown?: string | undefined;
}

/** A choice of a month, whose value is its first day. A select, since not every browser has a field for months. */
export function MonthSelect({ earliest, shown, ...select }: MonthSelectProps) {
  const now = monthOf(isoDay());
  const first = earliest ?? addMonths(now, -PAST);
  const offered = Array.from({ length: PAST + FUTURE + 1 }, (_, index) => addMonths(first, index));
  const months = shown === undefined || offered.includes(shown) ? offered : [shown, ...offered].sort();
  return (
    <Select {...select}>
      {months.map((month) => (
        <option key={month} value={month}>
          {monthName(month)}
        </option>
      ))}
    </Select>
  );
}
