import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { givenDay, optionalText } from '../values/text.ts';

/** The last day of a lease, as it is set wherever management is. */
export const LastDay = lazySchema(() =>
  z.object({
    /** Such as `2026-05-26`; null where the lease goes on. */
    ends: z.nullable(givenDay('Please enter the last day.')),
    /**
     * The last day that stood when this was written, null or empty for none. Where another stands by now, nothing is set; left out,
     * whatever stands is replaced.
     */
    stood: z.optional(optionalText('The earlier last day is text.', 10)),
  }),
);
export type LastDay = z.infer<typeof LastDay>;

/** The `detail` of `last_day_changed`: the last day that stands. */
export const LastDayChanged = lazySchema(() => z.object({ ends: z.nullable(z.string()) }));

export const LAST_DAY_CHANGED = 'The last day of this lease was changed meanwhile.';
