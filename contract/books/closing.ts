import * as z from 'zod/mini';
import type { Route } from '../http/route.ts';
import { addMonths, mediumDayText, monthName } from '../values/calendar.ts';
import { lazySchema } from '../values/lazySchema.ts';
import { MonthParams } from './books.ts';

/** Up to where the books are closed: nothing is dated into that month, or before it, any more. */
const Closing = lazySchema(() =>
  z.object({
    /** The first day of the last closed month, such as `2026-10-01`; null where none is closed. */
    month: z.nullable(z.string()),
  }),
);

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

/** The calls by which managers close months, so that what they told an accountant stays so. */
export const closingRoutes = {
  readClosing: {
    method: 'GET',
    path: '/books/closing',
    who: 'manager',
    offline: 'keep',
    summary: 'The last closed month.',
    answer: Closing,
  },
  closeMonth: {
    method: 'PUT',
    path: '/books/months/:month/closing',
    who: 'manager',
    offline: 'refuse',
    summary:
      'Closes a month and those before it: managers date nothing into them any more, and what the server posts late counts from the day after them. Changes nothing where it is closed.',
    params: MonthParams,
    answer: Closing,
    refuses: ['409 `month_not_over`'],
  },
  reopenMonth: {
    method: 'DELETE',
    path: '/books/months/:month/closing',
    who: 'manager',
    offline: 'refuse',
    summary: 'Opens a closed month again, and those after it. The months before it stay closed.',
    params: MonthParams,
    answer: Closing,
    refuses: ['409 `month_not_closed`'],
  },
} as const satisfies Record<string, Route>;
