import { LinkBody } from './linkToken.ts';
import type { Route } from '../http/route.ts';
import { MessageAnswer } from '../values/text.ts';

/** How long a link that confirms an address is valid, in days. */
export const CONFIRMATION_DAYS = 7;

/** The calls by which somebody confirms that an email address is theirs. */
export const emailConfirmationRoutes = {
  sendEmailConfirmation: {
    method: 'POST',
    path: '/email-confirmations',
    who: 'signed-in',
    offline: 'refuse',
    summary:
      'Sends a link to one’s own address that confirms it, as after a registration or a change of the address. An address that ' +
      'is not confirmed gets no other mail.',
    answer: MessageAnswer,
    refuses: [
      '409 `no_mail` where the server sends no mail',
      '409 `confirmed` where it is confirmed, or there is none',
      '429 after the links of a day',
    ],
  },
  confirmEmail: {
    method: 'POST',
    path: '/email-confirmation',
    who: 'anyone',
    offline: 'refuse',
    summary: 'Confirms an address by the link that was sent to it. Asked again, it is confirmed still.',
    body: LinkBody,
    answer: MessageAnswer,
    refuses: [
      '404 for a link that is not whole',
      '410 for one that is too old, or of another address than the account has',
      '429 after too many failures',
    ],
  },
} as const satisfies Record<string, Route>;
