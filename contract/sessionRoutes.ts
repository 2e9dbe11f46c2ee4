import * as z from 'zod/mini';
import type { Route } from './route.ts';
import { Done } from './text.ts';
import { Login, Register, SignedIn } from './user.ts';

/** The first rows of the table, all that the login screen calls, so that it loads no other schemas. */
export const sessionRoutes = {
  register: {
    method: 'POST',
    path: '/users/register',
    who: 'anyone',
    offline: 'refuse',
    summary: 'Registers a resident; with a manager’s token, creates one.',
    body: Register,
    status: 201,
    answer: z.partial(SignedIn, { token: true }),
    refuses: ['409 for a username or an email address that is taken'],
  },
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
      '401 `one_time_expired` for a one-time password whose days are over',
      '429 after too many failures',
    ],
  },
  refresh: {
    method: 'POST',
    path: '/users/refresh',
    who: 'anyone',
    offline: 'refuse',
    summary: 'Trades the session cookie, or a bearer token that still holds, for a new access token.',
    answer: SignedIn,
    refuses: ['401 where neither holds'],
  },
  logout: {
    method: 'POST',
    path: '/users/logout',
    who: 'anyone',
    offline: 'refuse',
    summary: 'Ends the session and its tokens.',
    answer: Done,
  },
} as const satisfies Record<string, Route>;
