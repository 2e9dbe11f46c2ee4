import { Autopay, AutopaySetup, AutopayUpdate, NewAutopay, UserAutopay } from './autopay.ts';
import type { Route } from '../http/route.ts';
import { IdParams } from '../values/text.ts';

/** The calls by which a resident lets what is due be charged each month. */
export const autopayRoutes = {
  readAutopay: {
    method: 'GET',
    path: '/autopay',
    who: 'signed-in',
    offline: 'keep',
    summary: 'One’s own autopay: the stored method, day and limit, what was agreed to, and the latest try.',
    answer: Autopay,
  },
  beginAutopay: {
    method: 'POST',
    path: '/autopay/setup',
    who: 'signed-in',
    offline: 'refuse',
    summary:
      'Keeps what is agreed to, and begins to store a card or bank account at the card provider, by which what is due is charged each month.',
    body: NewAutopay,
    status: 201,
    answer: AutopaySetup,
    refuses: [
      '409 `consent_changed` where other words were shown than those in force',
      '429 for more changes of a resident within an hour than the settings allow, or ten set-ups before management has confirmed the unit',
      '503 `payments_unavailable` without a card provider',
    ],
  },
  finishAutopay: {
    method: 'POST',
    path: '/autopay/setup/finish',
    who: 'signed-in',
    offline: 'refuse',
    summary:
      'Asks the card provider whether the card or bank account is stored, and if it is, turns autopay on. The provider’s event does the same.',
    answer: Autopay,
    refuses: [
      '429 for more changes of a resident within an hour than the settings allow',
      '503 `payments_unavailable` without a card provider',
    ],
  },
  updateAutopay: {
    method: 'PUT',
    path: '/autopay',
    who: 'signed-in',
    offline: 'refuse',
    summary: 'Changes the day and the limit, or resumes after a pause. It charges on days after today.',
    body: AutopayUpdate,
    answer: Autopay,
    refuses: [
      '409 `autopay_off` where it is not set up',
      '409 `method_removed` for resuming without a method',
    ],
  },
  stopAutopay: {
    method: 'DELETE',
    path: '/autopay',
    who: 'signed-in',
    offline: 'refuse',
    summary: 'Stops autopay at once, and has the stored method removed at the card provider.',
    answer: Autopay,
  },
  readUserAutopay: {
    method: 'GET',
    path: '/autopay/users/:id',
    who: 'manager',
    offline: 'keep',
    summary: 'Whether somebody has autopay, and by which kind of method.',
    params: IdParams,
    answer: UserAutopay,
  },
} as const satisfies Record<string, Route>;
