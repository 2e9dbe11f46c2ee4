// Where the browser refuses to store anything, such as with site data blocked, the page goes on with an IndexedDB in its
// memory: everything works as usual, and what is unsent is lost with the page.

interface IndexedDb {
  indexedDB: IDBFactory;
  IDBKeyRange: typeof IDBKeyRange;
}

let load: (() => Promise<IndexedDb>) | undefined;
let refused = false;
const listeners = new Set<() => void>();

/** Sets what the page goes on with; a service worker, which ends at any time, has none. */
export function setMemoryFallback(loadMemory: () => Promise<IndexedDb>): void {
  load = loadMemory;
}

/** The errors with which browsers refuse to open a database, and Dexie's where there is no IndexedDB at all. */
const REFUSALS = new Set([
  'SecurityError',
  'UnknownError',
  'InvalidStateError',
  'MissingAPIError',
  'OpenFailedError',
]);

/** An IndexedDB in memory, if this error of opening the database is a refusal and the page has a fallback. */
export async function memoryInsteadOf(error: unknown): Promise<IndexedDb | undefined> {
  if (!load || !(error instanceof Error) || !REFUSALS.has(error.name)) return undefined;
  return load();
}

/** Records that the database in memory is in use. */
export function markStorageRefused(): void {
  refused = true;
  for (const listener of listeners) listener();
}

/** Whether this page keeps its database in memory. */
export function storageRefused(): boolean {
  return refused;
}

export function onStorageRefused(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
