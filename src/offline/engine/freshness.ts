/** The dates of the cached reads on screen, by component. */
const shownReads = new Map<string, Date>();
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

export function addShownRead(componentId: string, asOf: Date): void {
  shownReads.set(componentId, asOf);
  notify();
}

export function removeShownRead(componentId: string): void {
  shownReads.delete(componentId);
  notify();
}

/** In milliseconds since the epoch; undefined if no cached read is on screen. */
export function oldestShownRead(): number | undefined {
  if (shownReads.size === 0) return undefined;
  return Math.min(...Array.from(shownReads.values(), (date) => date.getTime()));
}

export function onShownReads(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
