import { isoMinute } from '../../ui/data/Time.tsx';

/** The ISO timestamp of a `datetime-local` value; null for a blank one, which publishes now. */
export function fromLocalField(text: string, now: Date): string | null {
  // The field has no seconds, so the current minute, the earliest it offers, would be in the past.
  if (text === '' || text === isoMinute(now)) return null;
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? text : moment.toISOString();
}
