import { compareTimes } from '../../../../contract/values/calendar.ts';
import type { OutboxItem } from '../../engine/database.ts';
import { withoutQueued } from '../../engine/outbox/itemState.ts';

/** Something that was said or done, as the server tells it. */
interface Said {
  id: number;
  /** ISO 8601 in UTC. */
  acted_at: string;
  created_with: string | null;
}

/** Something as it is shown: of the server, or unsent on this device. */
export interface Listed<Event extends Said, Item extends OutboxItem> {
  event: Event;
  unsent?: Item;
}

/** The order of when people acted. */
export function byTime(a: Said, b: Said): number {
  return compareTimes(a.acted_at, b.acted_at) || a.id - b.id;
}

/** The id of what is unsent, after all that the server has, in the order in which it was written. */
export function unsentId({ seq }: OutboxItem): number {
  return Number.MAX_SAFE_INTEGER - 1_000_000 + seq;
}

/** What the server tells, with what is unsent on this device, in the order of when people acted. What is there and unsent is there once. */
export function withUnsentByTime<Event extends Said, Item extends OutboxItem>(
  sent: readonly Event[],
  unsent: readonly Item[],
  eventOf: (item: Item) => Event,
  order: (a: Event, b: Event) => number = byTime,
): Listed<Event, Item>[] {
  return [
    ...withoutQueued(sent, unsent).map((event): Listed<Event, Item> => ({ event })),
    ...unsent.map((item): Listed<Event, Item> => ({ event: eventOf(item), unsent: item })),
  ].sort((a, b) => order(a.event, b.event));
}
