import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { LinkBody, LinkToken } from './linkToken.ts';
import type { Route } from '../http/route.ts';
import { MessageAnswer } from '../values/text.ts';
import { Register } from './account.ts';

/** How long the link for a new password is valid, in minutes. */
export const RESET_LINK_MINUTES = 30;

/** How long no link is sent to an address to which somebody changed their own, in hours. */
export const CHANGED_EMAIL_HOURS = 72;

const ForgottenPassword = lazySchema(() => z.pick(Register, { email: true }));
const ChosenPassword = lazySchema(() => z.object({ token: LinkToken, password: Register.shape.password }));

const REFUSALS = [
  '404 for a link that is not whole',
  '410 for one that was used, or is too old',
  '429 after too many failures',
];

/** The calls of somebody who forgot their password. */
export const forgottenPasswordRoutes = {
  forgetPassword: {
    method: 'POST',
    path: '/password-reset',
    who: 'anyone',
    offline: 'refuse',
    summary:
      'Sends a link for a new password to an address, if somebody here has it. The answer is the same either way, and ' +
      'comes before anybody is looked for. An account gets at most one link in five minutes and five a day, and none for ' +
      `${CHANGED_EMAIL_HOURS} hours after its owner changed the address.`,
    body: ForgottenPassword,
    answer: MessageAnswer,
    refuses: ['409 `no_mail` where the server sends no mail', '429 after too many requests'],
  },
  readPasswordReset: {
    method: 'POST',
    path: '/password-reset/link',
    who: 'anyone',
    offline: 'refuse',
    summary: 'Whose password a link is for.',
    body: LinkBody,
    answer: lazySchema(() => z.object({ first_name: z.string(), username: z.string() })),
    refuses: REFUSALS,
  },
  completePasswordReset: {
    method: 'POST',
    path: '/password-reset/password',
    who: 'anyone',
    offline: 'refuse',
    summary:
      'Chooses a new password by a link, and signs its owner out everywhere. Signing in with it asks for the second factor as always.',
    body: ChosenPassword,
    answer: MessageAnswer,
    refuses: ['400 for a password that is easy to guess', ...REFUSALS],
  },
} as const satisfies Record<string, Route>;
