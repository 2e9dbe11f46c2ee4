import * as z from 'zod/mini';
import type { Route } from '../http/route.ts';
import { lazySchema } from '../values/lazySchema.ts';
import { MonthParams } from './books.ts';

/** Up to where the books are closed: nothing is dated into that month, or before it, any more. */
const Closing = lazySchema(() =>
  z.object({
    /** The first day of the last closed month, such as `2026-10-01`; null where none is closed. */
    month: z.nullable(z.string()),
  }),
);

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
    summary: 'Closes a month and those before it. What the server posts late counts from the day after them.',
    params: MonthParams,
    answer: Closing,
    refuses: ['409 `month_not_over`'],
  },
  reopenMonth: {
    method: 'DELETE',
    path: '/books/months/:month/closing',
    who: 'manager',
    offline: 'refuse',
    summary:
      'Opens a closed month and those after it again. Where nothing counts before it, no month is closed any more.',
    params: MonthParams,
    answer: Closing,
    refuses: ['409 `month_not_closed`'],
  },
} as const satisfies Record<string, Route>;
