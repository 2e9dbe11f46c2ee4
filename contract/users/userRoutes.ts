import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { OwnSession, SessionParams } from '../sessions/ownSession.ts';
import { PageQuery } from '../http/paging.ts';
import type { Route } from '../http/route.ts';
import { IdParams, MessageAnswer } from '../values/text.ts';
import { OneTimePassword, PasswordChange, PasswordChanged, UserUpdate } from './account.ts';
import { ListedUser, User, UserWithUnit } from './user.ts';

/** The calls about people and their own sessions. */
export const userRoutes = {
  listUsers: {
    method: 'GET',
    path: '/users',
    who: 'manager',
    offline: 'keep',
    summary: 'Everyone with where they live, the inactive too, by name.',
    query: PageQuery,
    paged: { order: 'last name, first name, id', id: 'id' },
    answer: lazySchema(() => z.array(ListedUser)),
  },
  readUser: {
    method: 'GET',
    path: '/users/:id',
    who: 'signed-in',
    offline: 'keep',
    summary: 'One user with the unit spelled out: oneself, or anyone for a manager.',
    params: IdParams,
    answer: UserWithUnit,
  },
  readUserUnit: {
    method: 'GET',
    path: '/users/:id/unit',
    who: 'signed-in',
    offline: 'keep',
    summary: 'The same user, as the unit’s screens read it.',
    params: IdParams,
    answer: UserWithUnit,
  },
  updateUser: {
    method: 'PUT',
    path: '/users/:id',
    who: 'signed-in',
    offline: 'refuse',
    summary:
      'Changes one’s own name, email and phone number; a manager, also a resident’s account, unit and claim.',
    params: IdParams,
    body: UserUpdate,
    answer: User,
    refuses: [
      '403 for what is not theirs to change, or another manager’s account',
      '409 for a username or an email address that is taken, and for the last manager’s leaving',
    ],
  },
  changePassword: {
    method: 'PUT',
    path: '/users/:id/password',
    who: 'signed-in',
    offline: 'refuse',
    summary:
      'Changes one’s own password, and signs out everywhere else. The session goes on with the token of the answer and ' +
      'another cookie; those before are void.',
    params: IdParams,
    body: PasswordChange,
    unkeyed: 'its answer contains a secret',
    answer: PasswordChanged,
    refuses: [
      '400 `wrong_credentials` for a wrong current password',
      '400 for a new password that is easy to guess',
      '429 after too many failures',
    ],
  },
  resetPassword: {
    method: 'POST',
    path: '/users/:id/password-reset',
    who: 'manager',
    offline: 'refuse',
    summary:
      'Gives a resident a one-time password, told this once, and signs them out everywhere. Until they have chosen ' +
      'one of their own, every other call answers them 403 `must_change_password`. ' +
      'An Idempotency-Key has no effect: asked again, it gives another one, and only the last is valid.',
    params: IdParams,
    status: 201,
    unkeyed: 'its answer contains a secret',
    answer: OneTimePassword,
    refuses: ['403 for a manager’s account', '409 for an account that is not active'],
  },
  requestManagerRemoval: {
    method: 'POST',
    path: '/users/:id/removal',
    who: 'manager',
    offline: 'refuse',
    summary:
      'Asks to remove a manager. Within seven days a second manager, or the one who leaves, has to confirm it.',
    params: IdParams,
    status: 201,
    answer: MessageAnswer,
    refuses: ['403 for oneself', '409 for somebody who is no active manager'],
  },
  confirmManagerRemoval: {
    method: 'POST',
    path: '/users/:id/removal/confirmation',
    who: 'manager',
    offline: 'refuse',
    summary:
      'Removes a manager as another one asked: takes management from the account, deactivates it and signs it out everywhere.',
    params: IdParams,
    answer: MessageAnswer,
    refuses: [
      '403 for whoever asked',
      '404 where nobody asked, or more than seven days ago',
      '409 for the last manager',
    ],
  },
  declineManagerRemoval: {
    method: 'DELETE',
    path: '/users/:id/removal',
    who: 'manager',
    offline: 'refuse',
    summary: 'Withdraws or declines a request to remove a manager.',
    params: IdParams,
    answer: MessageAnswer,
    refuses: ['403 for the manager to be removed', '404 where nobody asked'],
  },
  listSessions: {
    method: 'GET',
    path: '/sessions',
    who: 'signed-in',
    offline: 'keep',
    summary: 'Where one is signed in, at most 100: this session first, then those used last.',
    answer: lazySchema(() => z.array(OwnSession)),
  },
  endSession: {
    method: 'DELETE',
    path: '/sessions/:id',
    who: 'signed-in',
    offline: 'refuse',
    summary: 'Ends one of one’s own sessions, and its tokens.',
    params: SessionParams,
    answer: MessageAnswer,
    refuses: ['409 for the session of the call itself, which logging out ends'],
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/sessions',
    who: 'signed-in',
    offline: 'refuse',
    summary: 'Ends all sessions of one’s own but that of the call.',
    answer: MessageAnswer,
  },
} as const satisfies Record<string, Route>;
