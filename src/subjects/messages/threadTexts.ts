import type { ListedThread } from '../../offline/subjects/conversations/threadList.ts';
import { agoText, daysSince, daysText } from '../today/dayWords.ts';
import { isoDay } from '../../ui/data/Time.tsx';

const dayOf = (moment: string) => isoDay(new Date(moment));

/** Where a conversation stands, for management. */
export function standingText({ state, waiting_since }: ListedThread): string {
  if (state === 'closed') return 'Closed';
  if (waiting_since === null) return 'Answered';
  const days = daysSince(dayOf(waiting_since));
  return days <= 0 ? 'Waiting since today' : `Waiting for ${daysText(days)}`;
}

/** When a conversation had its last message: "today", "3 days ago". */
export function lastText({ last_at }: ListedThread): string {
  return agoText(daysSince(dayOf(last_at)));
}

export const unreadText = (unread: number): string => (unread === 1 ? '1 new' : `${unread} new`);
