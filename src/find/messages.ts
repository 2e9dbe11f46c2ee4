import type { FoundGroup } from './find.ts';
import type { Group } from './things.ts';

// What the page and the worker that finds tell each other.

export type ToFinder =
  | { type: 'open'; userId: number; isManager: boolean }
  /** A list that is in the page's memory alone; without rows, it is there no more. */
  | { type: 'list'; key: string; rows: readonly unknown[] | undefined }
  | { type: 'find'; ask: number; typed: string; recent: readonly string[]; all: Group | undefined };

export interface FromFinder {
  /** The number of the last question. The same question is answered again when something changes. */
  ask: number;
  groups: FoundGroup[];
  /** Whether that is all, of all lists that the device has. */
  whole: boolean;
}

/** The worker's or the page's end of the connection. */
export interface Port<Out> {
  postMessage: (message: Out) => void;
}
