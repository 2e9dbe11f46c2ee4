import type { Route } from '../http/route.ts';
import {
  RecoveryCodes,
  SecondFactor,
  SecondFactorConfirmation,
  SecondFactorConfirmed,
  SecondFactorProof,
  SecondFactorRemoved,
  SecondFactorSecret,
  SecondFactorStart,
} from './secondFactor.ts';

const WRONG = ['400 `wrong_credentials` for a wrong password', '429 after too many failures'] as const;
const WRONG_CODE = '400 `wrong_code` for a wrong code, or one that was used before';

/** The calls by which managers keep their second factor. An Idempotency-Key has no effect on those that tell secrets. */
export const secondFactorRoutes = {
  readSecondFactor: {
    method: 'GET',
    path: '/second-factor',
    who: 'manager',
    offline: 'keep',
    summary: 'Whether one’s own second factor is on, and whether managers must have one.',
    answer: SecondFactor,
  },
  startSecondFactor: {
    method: 'POST',
    path: '/second-factor',
    who: 'manager',
    offline: 'refuse',
    summary:
      'Makes the secret of an authenticator app. Sign-ins ask for its codes once one of them has confirmed it.',
    body: SecondFactorStart,
    status: 201,
    unkeyed: 'its answer contains a secret',
    answer: SecondFactorSecret,
    refuses: [...WRONG, '409 where a second factor is on'],
  },
  confirmSecondFactor: {
    method: 'POST',
    path: '/second-factor/confirmation',
    who: 'manager',
    offline: 'refuse',
    summary:
      'Turns the second factor on by a code of the app, tells its recovery codes, and signs out everywhere else. The ' +
      'session goes on with the token of the answer and another cookie.',
    body: SecondFactorConfirmation,
    unkeyed: 'its answer contains a secret',
    answer: SecondFactorConfirmed,
    refuses: [WRONG_CODE, '409 where none was started or one is on', '429 after too many failures'],
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/second-factor/recovery-codes',
    who: 'manager',
    offline: 'refuse',
    summary: 'Replaces the recovery codes.',
    body: SecondFactorProof,
    unkeyed: 'its answer contains a secret',
    answer: RecoveryCodes,
    refuses: [...WRONG, WRONG_CODE, '409 where no second factor is on'],
  },
  removeSecondFactor: {
    method: 'POST',
    path: '/second-factor/removal',
    who: 'manager',
    offline: 'refuse',
    summary:
      'Turns the second factor off, and signs out everywhere else. The session goes on with the token of the answer and ' +
      'another cookie.',
    body: SecondFactorProof,
    unkeyed: 'its answer contains a secret',
    answer: SecondFactorRemoved,
    refuses: [...WRONG, WRONG_CODE, '409 where no second factor is on'],
  },
} as const satisfies Record<string, Route>;
