// What this device stores of answers and drafts; what it stores of changes stands in `database.ts`.

/** The last answer of a GET for one user. */
export interface CachedRead<Answer = unknown> {
  userId: number;
  /** Route name and input. */
  key: string;
  answer: Answer;
  asOf: Date;
  /** By which the server tells that nothing changed. */
  etag?: string | undefined;
  /** Of a list: from which the server tells what changed. */
  cursor?: string | undefined;
  /** The contract by which the app checked it, as `contractHash` tells it. */
  contract?: string | undefined;
  /** Of a list whose pages did not all come yet: where the next one begins, and how many rows it has. */
  unfinished?: { next: string; total: number | undefined };
}

/** A photo stored on this device: its bytes, and their digest at capture. */
export interface StoredPhoto {
  id: string;
  name: string;
  type: string;
  bytes: ArrayBuffer;
  /** Hex. */
  sha256: string;
}

export interface Draft {
  userId: number;
  name: string;
  value: unknown;
  savedAt: Date;
}

export interface DraftPhoto extends StoredPhoto {
  userId: number;
  name: string;
  position: number;
  filename: string;
}
