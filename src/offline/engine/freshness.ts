/** When what is on screen was true: the oldest of the kept reads that are shown. */
const shown = new Map<string, Date>();
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

export function addShownRead(place: string, asOf: Date): void {
  shown.set(place, asOf);
  tell();
}

export function removeShownRead(place: string): void {
  shown.delete(place);
  tell();
}

/** Milliseconds since the epoch, or undefined where nothing kept is on screen. */
export function oldestShownRead(): number | undefined {
  if (shown.size === 0) return undefined;
  return Math.min(...Array.from(shown.values(), (date) => date.getTime()));
}

export function onShownReads(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
