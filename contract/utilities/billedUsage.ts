import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { METERS } from './meters.ts';

/** A usage as a bill shows it: from which reading to which. */
export const BilledUsage = lazySchema(() =>
  z.object({
    kind: z.enum(METERS),
    serial_number: z.string(),
    from_value: z.number(),
    from_on: z.iso.date(),
    to_value: z.number(),
    to_on: z.iso.date(),
    /** As it was when it was billed. */
    measure: z.string(),
    multiplier: z.number(),
    usage: z.number(),
    estimated: z.boolean(),
    rolled_over: z.boolean(),
    /** How many photos were taken with the later reading. Missing from a server of the version before. */
    photos: z.optional(z.int()),
  }),
);
export type BilledUsage = z.infer<typeof BilledUsage>;
