import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';

/** The event of `GET /changes` whose data are the stale reads. */
export const STALE_EVENT = 'stale';

/** The data of a `stale` event, once parsed as JSON. A name that an app does not know is of a newer server. */
export const StaleReads = lazySchema(() => z.array(z.string()));

/** After so many seconds away, everything counts as stale. */
export const LONGEST_AWAY = 3600;

const AWAY = `away is a whole number of seconds up to ${LONGEST_AWAY}.`;

export const ChangesQuery = lazySchema(() =>
  z.object({
    /** How long ago the app last knew its reads to be fresh, in seconds: what changed since is told at once. */
    away: z.optional(
      z.pipe(
        z.string(AWAY).check(
          z.regex(/^\d{1,4}$/, { error: AWAY, abort: true }),
          z.refine<string>((digits) => Number(digits) <= LONGEST_AWAY, AWAY),
        ),
        z.transform(Number),
      ),
    ),
  }),
);
