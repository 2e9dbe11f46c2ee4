import { now } from '../../../browser/clock.ts';
import type { ReadHead, ReadPlace } from '../storedRecords.ts';
import type { Unfinished } from './fetchAllPages.ts';
import type { OpenRead } from './openRead.ts';

// What this page has in memory: reads where nothing may be stored or there is no room, and lists that are arriving.

interface ReadInMemory {
  head: ReadHead;
  answer: unknown;
}

const reads = new Map<string, ReadInMemory>();
const arriving = new Map<string, Unfinished>();
const listeners = new Set<() => void>();

const nameOf = ({ userId, key }: ReadPlace) => `${userId} ${key}`;

function notify(): void {
  for (const listener of listeners) listener();
}

export function onMemoryChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The same object until there is another answer. */
export function readInMemory(place: ReadPlace): ReadInMemory | undefined {
  return reads.get(nameOf(place));
}

export function openInMemory(place: ReadPlace): OpenRead {
  const read = readInMemory(place);
  return {
    head: read?.head,
    answer: () => Promise.resolve(read?.answer),
    check(cursor) {
      if (read) read.head = { ...read.head, checked: now(), cursor: cursor ?? read.head.cursor };
      return Promise.resolve();
    },
    write({ answer, ...head }) {
      const { userId, key } = place;
      reads.set(nameOf(place), { head: { ...head, userId, key }, answer });
      notify();
      return Promise.resolve();
    },
  };
}

export function openAllInMemory(userId: number): OpenRead[] {
  return [...reads.values()]
    .filter(({ head }) => head.userId === userId)
    .map(({ head }) => openInMemory(head));
}

/** The pages that came of a list that this page is reading; the same object until another page comes. */
export function shownUnfinished(userId: number, key: string): Unfinished | undefined {
  return arriving.get(nameOf({ userId, key }));
}

export function showUnfinished(place: ReadPlace, unfinished: Unfinished | undefined): void {
  if (arriving.get(nameOf(place)) === unfinished) return;
  if (unfinished) arriving.set(nameOf(place), unfinished);
  else arriving.delete(nameOf(place));
  notify();
}

export function forgetInMemory(isForgotten: (userId: number) => boolean): void {
  for (const map of [reads, arriving]) {
    for (const name of [...map.keys()]) if (isForgotten(Number.parseInt(name, 10))) map.delete(name);
  }
  notify();
}
