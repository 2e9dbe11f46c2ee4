import type { Route } from '../../../contract/http/route.ts';
import type { CachedRouteName } from '../../../contract/routes.ts';
import type { User } from '../../../contract/users/user.ts';
import type { SignedInUser } from '../../auth/signedInUser.ts';
import { scopesOf } from './notedList.ts';

/** Which reads a change makes stale, by the list that the database notes it for. */
const READS: Readonly<Record<string, readonly CachedRouteName[]>> = {
  transactions: ['readMove', 'listMyTransactions', 'listUserTransactions', 'readReceipt'],
  reading_photos: ['listBillPhotos'],
  balances: [
    'readMove',
    'listBalances',
    'listUserTransactions',
    'readReceipt',
    'readRentRoll',
    'readMonthReport',
    'readToday',
    'readReminders',
  ],
  announcements: ['listAnnouncements', 'readToday'],
  // What is planned says how many of its requests are open.
  maintenance: ['listMaintenance', 'listRequestEvents', 'listWaitingEvents', 'readToday', 'listUpkeep'],
  maintenance_events: ['listRequestEvents', 'listWaitingEvents'],
  users: [
    'listAskedReadings',
    'listSentReadings',
    'listMeterReadings',
    'readMove',
    'listInspections',
    'listOwnInspections',
    'listUsers',
    'readUser',
    'readUserUnit',
    'readToday',
    'readReminders',
    'listNotes',
    'listMessages',
    'listRequestEvents',
    'listWaitingEvents',
    'listEntryNotices',
    'readFirstSteps',
    'listDeposits',
    'listVacantHomes',
    'readCommonCost',
  ],
  units: [
    'listAskedReadings',
    'listSentReadings',
    'listUpkeep',
    'readMove',
    'listInspections',
    'listHomeInspections',
    'listUnits',
    'readWalkingOrder',
    'readUnit',
    'readToday',
    'readReminders',
    'readFirstSteps',
    'listDeposits',
    'listVacantHomes',
    'readCommonCost',
  ],
  readings: ['listLastReadings', 'readToday'],
  meters: ['listMeters', 'listMeterReadings', 'listLastMeterPhotos'],
  sent_readings: ['listAskedReadings', 'listSentReadings', 'readToday'],
  walking_order: ['readWalkingOrder'],
  properties: [
    'listAskedReadings',
    'listSentReadings',
    'listUpkeep',
    'listInspections',
    'listHomeInspections',
    'listOwnInspections',
    'listEntryNotices',
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
    'readMove',
    'listInspections',
    'listOwnInspections',
    'listLeases',
    'listMyLeases',
    'listLateFees',
    'readRentRoll',
    'readToday',
    'readFirstSteps',
    'listDeposits',
    'readDeposit',
    'listVacantHomes',
    'readCommonCost',
  ],
  deposits: [
    'readMove',
    'listDeposits',
    'readDeposit',
    'readDepositRule',
    'listDepositRules',
    'listMyLeases',
    'readToday',
  ],
  account: ['readUser', 'readUserUnit', 'readSecondFactor', 'listThreads', 'listMessages'],
  sessions: ['listSessions'],
  payments: ['readMove', 'listOpenPayments', 'listFailedPayments', 'readAutopay', 'readToday'],
  rates: ['readSettings', 'readToday', 'readFirstSteps', 'readCommonCost'],
  tariffs: ['listTariffs', 'readToday', 'readFirstSteps', 'readCommonCost'],
  common_meters: ['listCommonMeters', 'readCommonCost'],
  first_steps: ['readFirstSteps'],
  notifications: ['listNotifications'],
  audit: ['listAudit'],
  closing: ['readClosing'],
  posting: ['readLeasePosting', 'readToday'],
  today: ['readToday'],
  late_fees: ['listLateFees', 'listMyLeases'],
  notes: ['listNotes', 'readReminders'],
  messages: ['listThreads', 'listMessages', 'readToday'],
  entry_notices: ['listEntryNotices'],
  upkeep: ['listUpkeep'],
  moves: ['readMove'],
  inspections: [
    'readMove',
    'listInspections',
    'listOwnInspections',
    'listHomeInspections',
    'readInspectionTemplate',
  ],
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
