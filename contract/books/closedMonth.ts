import * as z from 'zod/mini';
import { addMonths, mediumDayText, monthName } from '../values/calendar.ts';
import { lazySchema } from '../values/lazySchema.ts';

/** The `detail` of `month_closed`: the first day for which something may count. */
export const MonthClosed = lazySchema(() => z.object({ first_open: z.string() }));

/** Why a day is refused, given the first day that is not closed. */
export function closedText(firstOpen: string): string {
  return `${lastClosed(firstOpen)} and the months before it are closed. Choose ${mediumDayText(firstOpen)} or a later day.`;
}

/** The month before the first day that is not closed, by its name. */
export function lastClosed(firstOpen: string): string {
  return monthName(addMonths(firstOpen, -1));
}

/** What an entry says that counts later than it would, or corrects what counts in a closed month. */
export function closedNote(day: string): string {
  return ` (for ${mediumDayText(day)}, in a closed month)`;
}
