// What this device stores of answers and drafts; what it stores of changes stands in `database.ts`.

/** Whose read, and which: the route's name with its input. */
export interface ReadPlace {
  userId: number;
  key: string;
}

/** The last answer of a GET for one user. */
export interface CachedRead<Answer = unknown> {
  answer: Answer;
  asOf: Date;
}

/** What is known of a cached read beside its answer. It has a row of its own, so that a refresh that finds nothing new writes no answer. */
export interface ReadHead extends ReadPlace {
  /** When the server answered; undefined while only pages of the first answer came. */
  asOf?: Date | undefined;
  /** When the server last said that it is as it was; undefined if it did not since the answer was stored. */
  checked?: Date | undefined;
  /** By which the server tells that nothing changed. */
  etag?: string | undefined;
  /** Of a list: from which the server tells what changed. */
  cursor?: string | undefined;
  /** The contract by which the app checked it, as `contractHash` tells it. */
  contract?: string | undefined;
  unfinished?: UnfinishedHead | undefined;
}

/** Of a list whose pages did not all come yet: where the next one begins, how many rows it has, and the parts that came. */
export interface UnfinishedHead {
  next: string;
  total: number | undefined;
  cursor: string | undefined;
  asOf: Date;
  contract: string | undefined;
  parts: readonly string[];
}

/** A part of an answer: the answer itself, or of a long list the ids of its parts in order, under the id ''; or rows. */
export interface ReadPart extends ReadPlace {
  id: string;
  asOf?: Date | undefined;
  answer?: unknown;
  parts?: readonly string[];
}

/** Something that was found and opened, as it was shown. */
export interface FoundBefore {
  /** Unique among all that can be found. */
  key: string;
  title: string;
  to: string;
}

/** A photo stored on this device: its bytes, and their digest at capture. */
export interface StoredPhoto {
  id: string;
  name: string;
  type: string;
  bytes: ArrayBuffer;
  /** Hex. */
  sha256: string;
  /** When it was taken or chosen, as ISO 8601; the version before stored none. */
  takenAt?: string | undefined;
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
