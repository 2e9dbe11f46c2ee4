import { addMonths, monthName, monthOf } from '../../contract/values/calendar.ts';
import { localTime } from '../../contract/values/timeZone.ts';
import type { Sql } from '../database/database.ts';

/** Days and times in the community's time zone, written `2026-05-01 12:00`. */
export interface Calendar {
  now: string;
  instant: Date;
  /** An IANA name, with which the database converts the local times. */
  zone: string;
  /** `inMonth(1, 26, '14:00')` is the afternoon of the 26th of last month. */
  inMonth(monthsAgo: number, day: number, time: string): string;
  /** Negative for days in the future. */
  daysAgo(days: number, time: string): string;
  /** Such as `May 2026`. */
  monthName(monthsAgo: number): string;
}

export function calendarOf(now: Date, zone: string): Calendar {
  const local = localTime(zone, now);
  const [year = 0, month = 0, day = 0] = local.slice(0, 10).split('-').map(Number);
  const date = (utc: number) => new Date(utc).toISOString().slice(0, 10);
  return {
    now: local,
    instant: now,
    zone,
    inMonth: (monthsAgo, of, time) => `${date(Date.UTC(year, month - 1 - monthsAgo, of))} ${time}`,
    daysAgo: (days, time) => `${date(Date.UTC(year, month - 1, day - days))} ${time}`,
    monthName: (monthsAgo) => monthName(addMonths(monthOf(local), -monthsAgo)),
  };
}

/** The instants of local times of the calendar, by time. */
export async function instantsOf(
  sql: Sql,
  { zone }: Calendar,
  times: readonly string[],
): Promise<Map<string, Date>> {
  const rows = await sql<{ time: string; instant: string }>`
    select distinct time, time::timestamp at time zone ${zone} as instant from unnest(${times}::text[]) as time`;
  return new Map(rows.map(({ time, instant }) => [time, new Date(instant)]));
}
