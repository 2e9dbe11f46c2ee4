/** Why a shown answer could not be refreshed: no answer, an ended session, a failing server, or its refusal. */
export type RefreshFailure = 'unreachable' | 'signed out' | 'server' | 'refused';

/** An answer on screen: its time, and why the last try to refresh it failed. */
export interface ShownRead {
  /** In milliseconds since the epoch. */
  asOf: number;
  failure: RefreshFailure | undefined;
}

interface Place {
  userId: number;
  key: string;
}

const nameOf = ({ userId, key }: Place) => `${userId} ${key}`;

/** When the server last said of each read that it is as it was, in milliseconds since the epoch. */
const checkedAt = new Map<string, number>();

/** When each read that was answered last had been asked for, by the clock of `performance.now()`. */
const askedAt = new Map<string, number>();

/** The reads on screen, by component. */
const shownReads = new Map<string, Place & ShownRead>();
const listeners = new Set<() => void>();

interface Freshness {
  /** The oldest answer on screen; undefined if there is none. */
  oldest: ShownRead | undefined;
  /** The oldest of those that could not be refreshed. */
  oldestFailed: ShownRead | undefined;
}

let freshness: Freshness = { oldest: undefined, oldestFailed: undefined };

function update(): void {
  const byAge = [...shownReads.values()]
    .map((read): ShownRead => ({ asOf: Math.max(read.asOf, checkedTime(read) ?? 0), failure: read.failure }))
    .sort((a, b) => a.asOf - b.asOf);
  freshness = { oldest: byAge[0], oldestFailed: byAge.find(({ failure }) => failure) };
  for (const listener of listeners) listener();
}

/** Undefined where it did not, as far as this page knows. */
export function checkedTime(place: Place): number | undefined {
  return checkedAt.get(nameOf(place));
}

/** Notes that the server said at this time that a read is as it was. */
export function markChecked(place: Place, at: Date): void {
  const last = checkedAt.get(nameOf(place));
  if (last !== undefined && last >= at.getTime()) return;
  checkedAt.set(nameOf(place), at.getTime());
  update();
}

/** Notes that the server answered a read that this page asked for at this time of `performance.now()`. */
export function markAnswered(place: Place, asked: number): void {
  askedAt.set(nameOf(place), asked);
}

/** Whether the last answer was asked for after this time, and so has what the server told of before. */
export function wasAskedAfter(place: Place, time: number): boolean {
  return (askedAt.get(nameOf(place)) ?? -Infinity) > time;
}

export function setShownRead(componentId: string, read: Place & ShownRead): void {
  shownReads.set(componentId, read);
  update();
}

export function isShownRead(componentId: string): boolean {
  return shownReads.has(componentId);
}

export function removeShownRead(componentId: string): void {
  if (shownReads.delete(componentId)) update();
}

/** The same object until something changes. */
export function currentFreshness(): Freshness {
  return freshness;
}

export function onFreshnessChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
