import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { requiredText } from '../values/text.ts';

/** The most people that a lease names who are no tenants, of each kind. */
const MOST_NAMED = 20;
const names = (message: string) =>
  z
    .array(requiredText(message, 200), message)
    .check(z.maxLength(MOST_NAMED, `A lease names at most ${MOST_NAMED} of them.`));

/** Who answers for a lease. */
export const guarantors = lazySchema(() => z.optional(names('Please give the guarantors’ names.')));
/** Who lives there and neither signs in nor pays. */
export const occupants = lazySchema(() => z.optional(names('Please give the occupants’ names.')));
