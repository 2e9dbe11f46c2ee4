/** Why a shown answer could not be refreshed: no answer, an ended session, a failing server, or its refusal. */
export type RefreshFailure = 'unreachable' | 'signed out' | 'server' | 'refused';

/** An answer on screen: its time, and why the last try to refresh it failed. */
export interface ShownRead {
  /** In milliseconds since the epoch. */
  asOf: number;
  failure: RefreshFailure | undefined;
}

/** The reads on screen, by component. */
const shownReads = new Map<string, ShownRead>();
const listeners = new Set<() => void>();

interface Freshness {
  /** The oldest answer on screen; undefined if there is none. */
  oldest: ShownRead | undefined;
  /** The oldest of those that could not be refreshed. */
  oldestFailed: ShownRead | undefined;
}

let freshness: Freshness = { oldest: undefined, oldestFailed: undefined };

function update(): void {
  const byAge = [...shownReads.values()].sort((a, b) => a.asOf - b.asOf);
  freshness = { oldest: byAge[0], oldestFailed: byAge.find(({ failure }) => failure) };
  for (const listener of listeners) listener();
}

export function setShownRead(componentId: string, read: ShownRead): void {
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
