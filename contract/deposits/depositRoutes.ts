import * as z from 'zod/mini';
import type { Route } from '../http/route.ts';
import { lazySchema } from '../values/lazySchema.ts';
import { IdParams, MessageAnswer } from '../values/text.ts';
import {
  Deposit,
  DepositCorrection,
  DepositEntryParams,
  DepositRow,
  DepositRule,
  NewDepositEntry,
  PropertyDepositRule,
} from './deposit.ts';

/** The calls by which managers keep deposits, and tenants read theirs. */
export const depositRoutes = {
  listDeposits: {
    method: 'GET',
    path: '/deposits',
    who: 'manager',
    offline: 'keep',
    summary:
      'The deposits that are required or held, by property and unit: what was received, earned, applied and returned.',
    answer: lazySchema(() => z.array(DepositRow)),
  },
  readDepositRule: {
    method: 'GET',
    path: '/deposits/rule',
    who: 'manager',
    offline: 'keep',
    summary: 'Within how many days a deposit goes back, and what interest it bears.',
    answer: DepositRule,
  },
  setDepositRule: {
    method: 'PUT',
    path: '/deposits/rule',
    who: 'manager',
    offline: 'refuse',
    summary: 'Says within how many days deposits go back, and what interest they bear.',
    body: DepositRule,
    answer: DepositRule,
  },
  listDepositRules: {
    method: 'GET',
    path: '/deposits/rules',
    who: 'manager',
    offline: 'keep',
    summary: 'How properties keep deposits that do not keep them as the community does.',
    answer: lazySchema(() => z.array(PropertyDepositRule)),
  },
  setPropertyDepositRule: {
    method: 'PUT',
    path: '/deposits/rules/:id',
    who: 'manager',
    offline: 'refuse',
    summary:
      'Says how a property keeps deposits, by its id, such as where the law of its place asks for interest.',
    params: IdParams,
    body: DepositRule,
    answer: PropertyDepositRule,
    refuses: ['404 for a property that is not there'],
  },
  removePropertyDepositRule: {
    method: 'DELETE',
    path: '/deposits/rules/:id',
    who: 'manager',
    offline: 'refuse',
    summary: 'Lets a property keep deposits as the community does.',
    params: IdParams,
    answer: MessageAnswer,
    refuses: ['404 for a property that is not there'],
  },
  readDeposit: {
    method: 'GET',
    path: '/leases/:id/deposit',
    who: 'signed-in',
    offline: 'keep',
    summary: 'The deposit of a lease with all that happened to it, for management and its tenants.',
    params: IdParams,
    answer: Deposit,
    refuses: ['404 for a lease that is not there, or that one is no tenant of'],
  },
  addDepositEntry: {
    method: 'POST',
    path: '/leases/:id/deposit',
    who: 'manager',
    offline: 'queue',
    summary:
      'Enters what was received for a deposit, earned by it, applied to what the tenant owes, or returned. What is applied is credited in the ledger.',
    params: IdParams,
    body: NewDepositEntry,
    status: 201,
    answer: Deposit,
    refuses: [
      '409 `month_closed` at `day`',
      '400 at `amount` for more than is held, and where it is applied, for more than the tenant owes',
    ],
  },
  takeBackDepositEntry: {
    method: 'POST',
    path: '/leases/:id/deposit/:entry/take-back',
    who: 'manager',
    offline: 'refuse',
    summary: 'Takes back an entry of a deposit by its opposite, in the ledger too.',
    params: DepositEntryParams,
    body: DepositCorrection,
    status: 201,
    answer: Deposit,
    refuses: [
      '409 `already_reversed` for one that was taken back',
      '409 for money that was applied or returned since',
    ],
  },
} as const satisfies Record<string, Route>;
