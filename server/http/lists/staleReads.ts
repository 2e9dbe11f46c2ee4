import type { Route } from '../../../contract/http/route.ts';
import type { CachedRouteName } from '../../../contract/routes.ts';
import type { User } from '../../../contract/users/user.ts';
import type { SignedInUser } from '../../auth/signedInUser.ts';
import { scopesOf } from './notedList.ts';

/** Which reads a change makes stale, by the list that the database notes it for. */
const READS: Readonly<Record<string, readonly CachedRouteName[]>> = {
  transactions: ['listMyTransactions', 'listUserTransactions', 'readReceipt'],
  balances: [
    'listBalances',
    'listUserTransactions',
    'readReceipt',
    'readRentRoll',
    'readMonthReport',
    'readToday',
    'readReminders',
  ],
  announcements: ['listAnnouncements', 'readToday'],
  maintenance: ['listMaintenance', 'listRequestEvents', 'readToday'],
  maintenance_events: ['listRequestEvents'],
  users: [
    'listUsers',
    'readUser',
    'readUserUnit',
    'readToday',
    'readReminders',
    'listNotes',
    'listRequestEvents',
    'readFirstSteps',
    'listDeposits',
    'listVacantHomes',
  ],
  units: [
    'listUnits',
    'readUnit',
    'readToday',
    'readReminders',
    'readFirstSteps',
    'listDeposits',
    'listVacantHomes',
  ],
  readings: ['listLastReadings', 'readToday'],
  properties: [
    'listProperties',
    'readProperty',
    'readUser',
    'readUserUnit',
    'listMyLeases',
    'readToday',
    'readReminders',
    'readFirstSteps',
    'listDeposits',
    'listVacantHomes',
  ],
  leases: [
    'listLeases',
    'listMyLeases',
    'listLateFees',
    'readRentRoll',
    'readToday',
    'readFirstSteps',
    'listDeposits',
    'readDeposit',
    'listVacantHomes',
  ],
  deposits: ['listDeposits', 'readDeposit', 'readDepositRule', 'listMyLeases', 'readToday'],
  account: ['readUser', 'readUserUnit', 'readSecondFactor'],
  sessions: ['listSessions'],
  payments: ['listOpenPayments', 'listFailedPayments', 'readAutopay', 'readToday'],
  rates: ['readSettings', 'readToday', 'readFirstSteps'],
  first_steps: ['readFirstSteps'],
  notifications: ['listNotifications'],
  audit: ['listAudit'],
  closing: ['readClosing'],
  posting: ['readLeasePosting', 'readToday'],
  today: ['readToday'],
  late_fees: ['listLateFees', 'listMyLeases'],
  notes: ['listNotes', 'readReminders'],
};

export const NOTED_LISTS = Object.keys(READS);

/** None for a list that only another version knows. */
export function readsOf(list: string): readonly CachedRouteName[] {
  return READS[list] ?? [];
}

export const ALL_READS: readonly CachedRouteName[] = [...new Set(Object.values(READS).flat())];

export function mayRead({ is_manager }: User, { who }: Route): boolean {
  return is_manager || who !== 'manager';
}

/** The scopes whose changes somebody is told. */
export function followedScopes(user: SignedInUser): string[] {
  return [...new Set([...scopesOf(user), 'everyone', `user:${user.id}`])];
}
