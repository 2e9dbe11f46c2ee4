import { addDays } from './calendar.ts';

/** Where each day begins first, and where it ends last. */
export const FIRST_ZONE = 'Etc/GMT-14';
export const LAST_ZONE = 'Etc/GMT+12';

/** When a day begins where it begins first, and when it has ended where it ends last. */
export const beginsFirst = (day: string) => new Date(`${day}T00:00:00+14:00`);
export const hasEndedEverywhere = (day: string) => new Date(`${addDays(day, 1)}T00:00:00-12:00`);

/** Whether it is the name of an IANA time zone that this machine knows. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * The time zone of a property: its own, or the community's where it has none, or one that this machine does not know, such as one
 * of a restored backup.
 */
export function zoneOf(own: string | null, community: string): string {
  return own !== null && isTimeZone(own) ? own : community;
}

/** The calendar day in a time zone at a moment. Swedish writes dates as ISO 8601 does. */
export function dayIn(timeZone: string, now: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now);
}

/** The hour from 0 to 23 in a time zone at a moment. */
export function hourIn(timeZone: string, now: Date): number {
  return Number(
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(now),
  );
}

/** The day and the time of day in a time zone at a moment, such as `2026-05-01 12:00:00`. */
export function localTime(timeZone: string, now: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(now);
}
