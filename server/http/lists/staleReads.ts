import type { Route } from '../../../contract/http/route.ts';
import type { CachedRouteName } from '../../../contract/routes.ts';
import type { User } from '../../../contract/users/user.ts';
import { scopesOf } from './notedList.ts';

/** Which reads a change makes stale, by the list that the database notes it for. */
const READS: Readonly<Record<string, readonly CachedRouteName[]>> = {
  transactions: ['listMyTransactions', 'listUserTransactions', 'readReceipt'],
  balances: ['listBalances', 'listUserTransactions', 'readReceipt', 'readRentRoll', 'readMonthReport'],
  announcements: ['listAnnouncements'],
  maintenance: ['listMaintenance'],
  users: ['listUsers', 'readUser', 'readUserUnit'],
  units: ['listUnits', 'readUnit'],
  readings: ['listLastReadings'],
  properties: ['listProperties', 'readProperty'],
  leases: ['listLeases', 'listMyLeases', 'listLateFees', 'readRentRoll'],
  account: ['readUser', 'readUserUnit', 'readSecondFactor'],
  sessions: ['listSessions'],
  payments: ['listOpenPayments', 'listFailedPayments', 'readAutopay'],
  rates: ['readSettings'],
  notifications: ['listNotifications'],
  audit: ['listAudit'],
  posting: ['readLeasePosting'],
  late_fees: ['listLateFees', 'listMyLeases'],
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
export function followedScopes(user: User): string[] {
  return [...new Set([...scopesOf(user), 'everyone', `user:${user.id}`])];
}
