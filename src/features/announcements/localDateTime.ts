import { isoMinute } from '../../ui/data/Time.tsx';

/** What a `datetime-local` field says, as the contract's ISO moment; blank is null, which publishes now. */
export function fromLocalField(text: string, now: Date): string | null {
  // The field knows minutes only, so this minute, the earliest it offers, would be past by its seconds.
  if (text === '' || text === isoMinute(now)) return null;
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? text : moment.toISOString();
}
