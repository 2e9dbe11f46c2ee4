import type { CachedRouteName } from '../../../contract/routes.ts';
import type { User } from '../../../contract/users/user.ts';
import { cacheKey } from '../../offline/engine/reads/cacheKey.ts';
import type { CachedInput } from '../../offline/engine/reads/cachedReads.ts';
import type { Device } from '../../offline/engine/device.ts';
import { fetchAndCache } from '../../offline/engine/reads/refreshCached.ts';
import { monthOf } from '../../../contract/values/calendar.ts';
import { isoDay } from '../../ui/data/Time.tsx';

export interface OfflineRead {
  /** Its key among the cached reads. */
  key: string;
  update: (device: Device) => Promise<unknown>;
}

/** What a person reads on one screen without a connection. */
export interface OfflinePart {
  label: string;
  reads: OfflineRead[];
}

/** A cached read, as it is kept on a device. */
export function read<N extends CachedRouteName>(name: N, input: CachedInput<N>): OfflineRead {
  return {
    key: cacheKey(name, input),
    update: ({ userId, withToken }) => fetchAndCache(userId, name, input, withToken),
  };
}

/** What a person can read without a connection; of management also what its dashboard keeps on the device. */
export function offlinePartsOf({ id, is_manager }: User): OfflinePart[] {
  const shared = [
    { label: 'Maintenance requests', reads: [read('listMaintenance', {}), read('listWaitingEvents', {})] },
    { label: 'Announcements', reads: [read('listAnnouncements', {})] },
    { label: 'Properties and contact', reads: [read('listProperties', {})] },
    { label: 'Messages', reads: [read('listThreads', {})] },
    { label: 'Notices of entry', reads: [read('listEntryNotices', {})] },
    { label: 'Notification settings', reads: [read('readNotificationPreferences', {})] },
  ];
  if (is_manager) {
    return [
      ...shared,
      {
        label: 'Meter readings',
        reads: [
          ...[read('listUnits', {}), read('readSettings', {}), read('listLastReadings', {})],
          ...[read('listMeters', {}), read('readWalkingOrder', {}), read('listTariffs', {})],
          read('listCommonMeters', {}),
          read('listLastMeterPhotos', {}),
        ],
      },
      { label: 'Balances', reads: [read('listBalances', {})] },
      {
        label: 'Leases',
        reads: [read('listLeases', {}), read('readLeasePosting', {}), read('listLateFees', {})],
      },
      {
        label: 'Deposits',
        reads: [read('listDeposits', {}), read('readDepositRule', {}), read('listDepositRules', {})],
      },
      { label: 'Inspections', reads: [read('listInspections', {}), read('readInspectionTemplate', {})] },
      { label: 'The community’s notifications', reads: [read('readNotificationDefaults', {})] },
      { label: 'Reminders and letters', reads: [read('readReminders', {})] },
      { label: 'Upkeep', reads: [read('listUpkeep', {})] },
      {
        label: 'Books of this month',
        reads: [
          read('readMonthReport', { params: { month: monthOf(isoDay()) }, query: {} }),
          ...[read('readClosing', {}), read('readRentRoll', {}), read('listVacantHomes', {})],
        ],
      },
      { label: 'Users', reads: [read('listUsers', {})] },
    ];
  }
  return [
    ...shared,
    { label: 'Balance and ledger', reads: [read('listMyTransactions', {})] },
    { label: 'Next charges', reads: [read('listMyLeases', {}), read('readAutopay', {})] },
    { label: 'Moving and inspections', reads: [read('listOwnInspections', {})] },
    { label: 'Profile', reads: [read('readUser', { params: { id: String(id) } })] },
  ];
}
