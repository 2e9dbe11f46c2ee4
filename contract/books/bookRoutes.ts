import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import {
  BalanceOn,
  DayParams,
  Journal,
  JournalQuery,
  OfProperty,
  PostingsQuery,
  VacantHome,
  MonthParams,
  MonthReport,
  Posting,
  RentRollRow,
} from './books.ts';
import { closingRoutes } from './closing.ts';
import type { Route } from '../http/route.ts';

/** The calls by which managers close a month and tell an accountant. */
export const bookRoutes = {
  ...closingRoutes,
  readMonthReport: {
    method: 'GET',
    path: '/books/months/:month',
    who: 'manager',
    offline: 'keep',
    summary:
      'What was charged, collected and waived in a month, and what is unpaid at its end, by age; of one property, its homes’ entries alone.',
    params: MonthParams,
    query: OfProperty,
    answer: MonthReport,
  },
  readRentRoll: {
    method: 'GET',
    path: '/books/rent-roll',
    who: 'manager',
    offline: 'keep',
    summary:
      'Each lease that runs today, by property and unit: its rent, what was charged and paid this month, and what is unpaid.',
    answer: lazySchema(() => z.array(RentRollRow)),
  },
  listVacantHomes: {
    method: 'GET',
    path: '/books/vacant-homes',
    who: 'manager',
    offline: 'keep',
    summary:
      'The homes that nobody rents or lives in today, by property and unit: the rent they are offered for, and since how many days they are vacant.',
    answer: lazySchema(() => z.array(VacantHome)),
  },
  readBalancesOn: {
    method: 'GET',
    path: '/books/balances/:day',
    who: 'manager',
    offline: 'refuse',
    summary:
      'The balances at the end of a day that were not zero, by the days for which entries count, by name.',
    params: DayParams,
    answer: lazySchema(() => z.array(BalanceOn)),
  },
  readJournal: {
    method: 'GET',
    path: '/books/journal',
    who: 'manager',
    offline: 'refuse',
    summary:
      'The entries of some days, of one property or all, with their people and properties, as a double-entry journal in the format of hledger and ledger, or of beancount.',
    query: JournalQuery,
    answer: Journal,
  },
  readPostings: {
    method: 'GET',
    path: '/books/postings',
    who: 'manager',
    offline: 'refuse',
    summary: 'The same entries as rows of double-entry accounting, for a spreadsheet.',
    query: PostingsQuery,
    answer: lazySchema(() => z.array(Posting)),
  },
} as const satisfies Record<string, Route>;
