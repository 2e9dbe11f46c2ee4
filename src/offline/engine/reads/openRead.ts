import type { ReadHead, ReadPlace } from '../storedRecords.ts';

/** One cached read, as both stores open it: on the device, in one transaction (`deviceStore.ts`), or in a page's memory (`memoryStore.ts`). */
export interface OpenRead {
  head: ReadHead | undefined;
  answer: () => Promise<unknown>;
  /** Notes that the server said just now that nothing changed, and from which cursor on it tells what changes later. */
  check: (cursor?: string) => Promise<void>;
  write: (read: Omit<ReadHead, keyof ReadPlace> & { answer: unknown }) => Promise<void>;
}
