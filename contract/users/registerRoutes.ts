import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { Register } from './account.ts';
import type { Route } from '../http/route.ts';
import { SignedIn } from './user.ts';

export const registerRoutes = {
  register: {
    method: 'POST',
    path: '/users/register',
    who: 'anyone',
    offline: 'refuse',
    summary: 'Registers a resident; with a manager’s token, creates one.',
    body: Register,
    status: 201,
    answer: lazySchema(() => z.partial(SignedIn, { token: true })),
    refuses: [
      '400 for a password that is easy to guess',
      '401 and 403 for `must_change_password` without a manager’s token',
      '409 for a username or an email address that is taken',
    ],
  },
} as const satisfies Record<string, Route>;
