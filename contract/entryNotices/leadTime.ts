import { localTime } from '../values/timeZone.ts';
import type { ShortNotice } from './entryNotice.ts';

/** How long before an entry residents are told, in hours, where the community has not set it. */
export const LEAD_HOURS = 24;
/** The longest lead time that a community sets: two weeks. */
export const LONGEST_LEAD_HOURS = 14 * 24;

interface Entry {
  /** At the home. */
  entry_on: string;
  entry_from: string;
  short_notice?: ShortNotice | '' | null | undefined;
}

interface Lead {
  /** In hours. */
  hours: number;
  /** The time zone of the home. */
  zone: string;
  /** In milliseconds since the epoch. */
  now: number;
}

/** In milliseconds. */
const HOUR = 3_600_000;

/** What is wrong with when an entry is announced; undefined where its lead time is kept, or need not be. */
export function leadTimeRefusal(
  { entry_on, entry_from, short_notice }: Entry,
  { hours, zone, now }: Lead,
): string | undefined {
  if (short_notice) return undefined;
  const earliest = localTime(zone, new Date(now + hours * HOUR)).slice(0, 16);
  if (`${entry_on} ${entry_from}` >= earliest) return undefined;
  const unit = hours === 1 ? 'hour' : 'hours';
  return hours === 0
    ? 'Please choose a time that is not past.'
    : `Notice is given at least ${hours} ${unit} before, unless the resident agreed or it is an emergency.`;
}
