import * as z from 'zod/mini';
import type { Route } from '../http/route.ts';
import { lazySchema } from '../values/lazySchema.ts';
import { id, IdParams, optionalText, Timestamp } from '../values/text.ts';
import { User } from './user.ts';

/** Where somebody lives and whether they can sign in, and since when both stand so; null where neither was ever changed. */
const access_since = lazySchema(() => z.nullable(Timestamp));

/** The end of somebody's access to their home, as it is written wherever management is. */
export const AccessEnd = lazySchema(() =>
  z.object({
    /** The id of the unit in which they were listed when this was written; null for none. Where another stands by now, nothing ends. */
    unit: z.nullable(id('There is no such unit.')),
    /**
     * The person's `access_since` when this was written, null or empty for none. Where another stands by now, nothing ends, also where
     * they were listed in the same unit again; left out, the unit alone is compared.
     */
    access_since: z.optional(optionalText('The time is text.', 40)),
    /** Whether they cannot sign in any more either. */
    sign_in_ends: z.boolean('Please choose what ends.'),
  }),
);
export type AccessEnd = z.infer<typeof AccessEnd>;

/** A user with since when their access stands as it does. */
const UserWithAccess = lazySchema(() => z.extend(User, { access_since }));

/** The `detail` of `access_changed`: what stands. */
export const AccessChanged = lazySchema(() =>
  z.object({
    unit: z.nullable(z.int()),
    unit_number: z.nullable(z.string()),
    property_name: z.nullable(z.string()),
    access_since,
  }),
);
export type AccessChanged = z.infer<typeof AccessChanged>;

export const ACCESS_CHANGED = 'Where this person lives was changed meanwhile.';

/** Whether nothing is left to end: who is not active is listed in no home, and cannot sign in. */
export function isAccessEnded(
  { unit, is_current_user }: Pick<User, 'unit' | 'is_current_user'>,
  { sign_in_ends }: Pick<AccessEnd, 'sign_in_ends'>,
): boolean {
  return !is_current_user || (!sign_in_ends && unit === null);
}

/** The call by which management ends a resident's access. */
export const accessRoutes = {
  endAccess: {
    method: 'PUT',
    path: '/users/:id/access',
    who: 'manager',
    offline: 'queue',
    summary:
      'Ends a resident’s access: they are listed in no home any more and, where that is chosen, cannot sign in. What has ended already stays so.',
    params: IdParams,
    body: AccessEnd,
    answer: UserWithAccess,
    refuses: [
      '403 for a manager’s account, and so for one’s own',
      '404 for somebody who is not there',
      '409 `access_changed` where another home or `access_since` stands than was written, with what stands in `detail`',
    ],
  },
} as const satisfies Record<string, Route>;
