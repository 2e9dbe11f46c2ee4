import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { communityName } from './communityRoutes.ts';
import { LinkBody, LinkToken } from '../users/linkToken.ts';
import { NewProperty } from '../properties/property.ts';
import type { Route } from '../http/route.ts';
import { requiredText } from '../values/text.ts';
import { isTimeZone } from '../values/timeZone.ts';
import { Register } from '../users/account.ts';
import { SignedIn } from '../users/user.ts';

const TIME_ZONE = 'Please choose a time zone.';

/** What a new server is set up with: the community, its first property and its first manager. */
export const Setup = lazySchema(() => {
  const { propertyName, address } = NewProperty.shape;
  const { firstName, lastName, email, username, password, keep_signed_in } = Register.shape;
  return z.object({
    token: LinkToken,
    communityName,
    timeZone: requiredText(TIME_ZONE, 60).check(z.refine(isTimeZone, TIME_ZONE)),
    propertyName,
    address,
    ...{ firstName, lastName, email, username, password, keep_signed_in },
  });
});
export type Setup = z.infer<typeof Setup>;

const REFUSALS = [
  '404 for a link that is not valid',
  '410 where there is a manager already',
  '429 after too many failures',
];

/** The calls of the set-up in the browser, behind the link in the log. */
export const setupRoutes = {
  readSetup: {
    method: 'POST',
    path: '/setup/link',
    who: 'anyone',
    offline: 'refuse',
    summary:
      'Whether the link of the set-up is valid, and which time zone the server’s settings name; null where they name none.',
    body: LinkBody,
    answer: lazySchema(() => z.object({ time_zone: z.nullable(z.string()) })),
    refuses: REFUSALS,
  },
  completeSetup: {
    method: 'POST',
    path: '/setup',
    who: 'anyone',
    offline: 'refuse',
    summary:
      'Sets up the community with its first property, and signs its first manager in. Afterwards the link is no longer valid.',
    body: Setup,
    status: 201,
    answer: SignedIn,
    refuses: [
      '400 for a password that is easy to guess',
      '409 for a username or an email address that is taken',
      ...REFUSALS,
    ],
  },
} as const satisfies Record<string, Route>;
