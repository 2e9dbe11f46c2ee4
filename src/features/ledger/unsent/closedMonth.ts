import { lastClosed, MonthClosed } from '../../../../contract/books/closedMonth.ts';
import type { OutboxItem } from '../../../offline/engine/database.ts';
import { timeText } from '../../../ui/data/Time.tsx';

/**
 * What is asked about an entry that was refused since the month of its day is closed by now; undefined where it was not
 * refused for that.
 */
export function closedMonthOf(
  refusal: OutboxItem['refusal'],
  day: string | null | undefined,
  what: 'payment' | 'refund' | 'charge' | 'credit',
) {
  if (refusal?.failure.code !== 'month_closed' || !day) return undefined;
  const closed = MonthClosed.safeParse(refusal.failure.detail);
  if (!closed.success) return undefined;
  const { first_open } = closed.data;
  const [dated, first] = [timeText(day), timeText(first_open)];
  return {
    says: `${lastClosed(first_open)} and the months before it are closed, so this ${what} cannot be dated ${dated}.`,
    question: `${lastClosed(first_open)} was closed meanwhile.\nRecord this ${what} for ${first}? Its entry says that it is for ${dated}.`,
    label: `Record for ${first}`,
  };
}
