import * as z from 'zod/mini';
import { CATEGORIES } from '../maintenance/requestDetails.ts';
import { addMonths, dayOf, monthOf } from '../values/calendar.ts';
import { lazySchema } from '../values/lazySchema.ts';
import { givenDay, id, requiredText } from '../values/text.ts';

/** Once in so many months at most: every five years. */
export const MOST_MONTHS = 60;
/** How many plans run at most at a time. */
export const MOST_PLANS = 500;

const EVERY = `Upkeep recurs every 1 to ${MOST_MONTHS} months.`;

/** Work that recurs, such as new filters each quarter. On its day it becomes a request of each home that it is for. */
export const UpkeepPlan = lazySchema(() =>
  z.object({
    id: z.int(),
    /** What is to be done, as each request says it. */
    information: z.string(),
    category: z.nullable(z.string()),
    property_id: z.int(),
    property_name: z.string(),
    /** The one home that it is for; null for every home of the property. */
    unit_id: z.nullable(z.int()),
    unit_number: z.nullable(z.string()),
    every_months: z.int(),
    /** The day on which the next requests are made, such as `2026-05-26`. */
    next_on: z.string(),
    /** The day of the last ones; null where there were none. */
    last_on: z.nullable(z.string()),
    /** How many requests of the last day are still open. */
    open: z.int(),
  }),
);
export type UpkeepPlan = z.infer<typeof UpkeepPlan>;

export const NewUpkeepPlan = lazySchema(() =>
  z.object({
    information: requiredText('Please say what is to be done.', 5000),
    category: z.optional(z.nullable(z.enum(CATEGORIES, 'Please choose a category.'))),
    property_id: id('Please select a property.'),
    unit_id: z.optional(z.nullable(id('There is no such unit.'))),
    every_months: z.int(EVERY).check(z.minimum(1, EVERY), z.maximum(MOST_MONTHS, EVERY)),
    next_on: givenDay('Please enter the next day.'),
  }),
);
export type NewUpkeepPlan = z.infer<typeof NewUpkeepPlan>;

/** What is said of a next day that is over. */
export const NEXT_IS_OVER = 'The next day is today or later.';

/**
 * The first day after `day` of those that follow `first` every so many months, on its day of the month or, in a shorter month, on
 * the last one.
 */
export function nextUpkeepDay(first: string, everyMonths: number, day: string): string {
  const number = Number(first.slice(8));
  for (let count = 0; ; count += everyMonths) {
    const next = dayOf(addMonths(monthOf(first), count), number);
    if (next > day) return next;
  }
}
