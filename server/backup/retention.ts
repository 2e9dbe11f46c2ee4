import { DAY } from '../../contract/values/calendar.ts';

/** A backup in the store. */
export interface StoredBackup {
  name: string;
  /** When it was started. */
  at: Date;
}

/** Of how many days, weeks and months the last backup is kept. */
const KEPT = { days: 14, weeks: 8, months: 12 };

/** A Monday. */
const FIRST_WEEK = Date.UTC(1970, 0, 5);

/** The backups that are not kept: the last of each of 14 days, 8 weeks and 12 months with backups is. Days are in UTC. */
export function expiredBackups<B extends StoredBackup>(backups: readonly B[]): B[] {
  const newestFirst = [...backups].sort((a, b) => b.at.getTime() - a.at.getTime());
  const kept = new Set<B>();
  const periods: [number, (at: Date) => string | number][] = [
    [KEPT.days, (at) => at.toISOString().slice(0, 10)],
    [KEPT.weeks, (at) => Math.floor((at.getTime() - FIRST_WEEK) / (7 * DAY))],
    [KEPT.months, (at) => at.toISOString().slice(0, 7)],
  ];
  for (const [most, periodOf] of periods) {
    const lastOf = new Map<string | number, B>();
    for (const backup of newestFirst) {
      const period = periodOf(backup.at);
      if (!lastOf.has(period)) lastOf.set(period, backup);
    }
    for (const backup of [...lastOf.values()].slice(0, most)) kept.add(backup);
  }
  return newestFirst.filter((backup) => !kept.has(backup));
}
