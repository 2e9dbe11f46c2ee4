import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { Timestamp } from '../values/text.ts';

/** A session of one's own: a place where one is signed in. */
export const OwnSession = lazySchema(() =>
  z.object({
    id: z.uuid(),
    /** Browser and system, such as "Chrome on Android"; null if neither is known. */
    device: z.nullable(z.string()),
    /** Whether this call was made with it. */
    current: z.boolean(),
    signed_in_at: Timestamp,
    /** When it was last given an access token, which lasts 15 minutes. */
    last_used_at: Timestamp,
  }),
);
export type OwnSession = z.infer<typeof OwnSession>;

export const SessionParams = lazySchema(() => z.object({ id: z.uuid('There is no such session.') }));
