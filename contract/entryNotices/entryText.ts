import { visitTimeText } from '../maintenance/visitText.ts';
import type { EntryNotice, ShortNotice } from './entryNotice.ts';

/** When somebody enters, such as `Dec 1, 2026, 9:30 AM to 11:00 AM`. */
export function entryTimeText({
  entry_on,
  entry_from,
  entry_to,
}: Pick<EntryNotice, 'entry_on' | 'entry_from' | 'entry_to'>): string {
  return visitTimeText({ visit_on: entry_on, visit_from: entry_from, visit_to: entry_to });
}

/** What is said where the lead time was not kept. */
export const SHORT_NOTICE_TEXTS: Readonly<Record<ShortNotice, string>> = {
  agreed: 'The resident agreed to a shorter notice',
  emergency: 'It is an emergency',
};
