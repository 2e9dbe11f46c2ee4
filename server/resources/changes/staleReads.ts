import type { Route } from '../../../contract/http/route.ts';
import { routes, type CachedRouteName } from '../../../contract/routes.ts';
import type { User } from '../../../contract/users/user.ts';
import { scopesOf } from '../../http/lists/notedList.ts';

/** Which reads a change makes stale, by the list that it is noted for: migrations 0029 to 0031, and 0047 for those from `account` on. */
const READS: Readonly<Record<string, readonly CachedRouteName[]>> = {
  transactions: ['listMyTransactions', 'listUserTransactions', 'readReceipt'],
  balances: ['listBalances', 'listUserTransactions', 'readReceipt', 'readRentRoll', 'readMonthReport'],
  announcements: ['listAnnouncements', 'listAudit'],
  maintenance: ['listMaintenance', 'listAudit'],
  users: ['listUsers', 'readUser', 'readUserUnit', 'listAudit'],
  units: ['listUnits', 'readUnit', 'listAudit'],
  readings: ['listLastReadings'],
  properties: ['listProperties', 'readProperty', 'listAudit'],
  leases: ['listLeases', 'listMyLeases', 'listLateFees', 'readRentRoll'],
  account: ['readUser', 'readUserUnit', 'readSecondFactor'],
  sessions: ['listSessions'],
  payments: ['listOpenPayments', 'listFailedPayments', 'readAutopay'],
  rates: ['readSettings'],
  notifications: ['listNotifications'],
};

export const NOTED_LISTS = Object.keys(READS);

/** None for a list that only another version knows. */
export function readsOf(list: string): readonly CachedRouteName[] {
  return READS[list] ?? [];
}

export const ALL_READS: readonly CachedRouteName[] = [...new Set(Object.values(READS).flat())];

export function mayRead({ is_manager }: User, name: CachedRouteName): boolean {
  const { who }: Route = routes[name];
  return is_manager || who !== 'manager';
}

/** The scopes whose changes somebody is told. */
export function toldScopes(user: User): string[] {
  return [...new Set([...scopesOf(user), 'everyone', `user:${user.id}`])];
}
