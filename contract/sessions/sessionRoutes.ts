import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import type { Route } from '../http/route.ts';
import { MessageAnswer } from '../values/text.ts';
import { HEALTH } from './health.ts';
import { Login, SignedIn } from '../users/user.ts';

/** The rows of the table that the login screen calls, apart, so that it loads no other schemas, and these once it is shown. */
export const sessionRoutes = {
  login: {
    method: 'POST',
    path: '/users/login',
    who: 'anyone',
    offline: 'refuse',
    summary: 'Signs in.',
    body: Login,
    answer: SignedIn,
    refuses: [
      '401 for a wrong name or password, which of the two is not told',
      '401 `second_factor_required` for a right password without a code, where the manager has a second factor',
      '401 `wrong_code` for a wrong code, or one that was used before',
      '401 `one_time_expired` for a one-time password whose days are over',
      '429 after too many failures',
    ],
  },
  refresh: {
    method: 'POST',
    path: '/users/refresh',
    who: 'anyone',
    offline: 'refuse',
    summary: 'Trades the session cookie, or a bearer token that is still valid, for a new access token.',
    answer: SignedIn,
    refuses: ['401 where neither is valid', '401 `deactivated` for an account that is not active any more'],
  },
  logout: {
    method: 'POST',
    path: '/users/logout',
    who: 'anyone',
    offline: 'refuse',
    summary: 'Ends the session and its tokens.',
    answer: MessageAnswer,
  },
} as const satisfies Record<string, Route>;

export const health = {
  ...HEALTH,
  who: 'anyone',
  offline: 'refuse',
  summary: 'Whether the process runs.',
  answer: lazySchema(() => z.object({ status: z.literal('ok') })),
} as const satisfies Route;
