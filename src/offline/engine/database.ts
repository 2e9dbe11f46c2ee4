import { Dexie, type DexieOptions, type EntityTable, type Table, type Transaction } from 'dexie';
import type { Failure } from '../../../contract/http/failure.ts';
import type { Answer } from '../../../contract/http/route.ts';
import type { QueuedRouteName, Routes } from '../../../contract/routes.ts';
import type { User } from '../../../contract/users/user.ts';
import type { Reckoning } from '../../browser/clock.ts';
import type { Draft, DraftPhoto, FoundBefore, ReadHead, ReadPart, StoredPhoto } from './storedRecords.ts';
import { DATABASE_NAME } from './databaseName.ts';
import { upgradeReads, type ReadOfVersion1 } from './reads/upgradeReads.ts';
import { markStorageRefused, memoryInsteadOf } from './storage/storageRefusal.ts';
import { countSuspensions, isSuspended, trackTransactions, untilResumed } from './storage/suspension.ts';

/**
 * The stored input of a change, by route. `input` is the contract's, or lacks what only the answer to an earlier change
 * contains; `shown` is for the screens. Subjects add their routes by declaration merging; a queued route that no
 * subject declares does not compile.
 */
export interface StoredChanges {}

export type BodyOf<N extends QueuedRouteName> = StoredChanges[N]['input']['body'];
export type AnswerOf<N extends QueuedRouteName> = Answer<Routes[N]>;

/** A change of one of these routes, before it is an item. */
export type QueuedChange<N extends QueuedRouteName = QueuedRouteName> = {
  [K in N]: { route: K; input: StoredChanges[K]['input'] } & Pick<StoredChanges[K], 'shown'>;
}[N];

interface NewItemFields {
  /** Also its Idempotency-Key. */
  id: string;
  userId: number;
  photos: StoredPhoto[];
  /** Where they are sent one after the other: how many there were, with those that arrived. */
  photosAtFirst?: number;
  /** ISO 8601, when the person acted. */
  capturedAt: string;
  /** What that was reckoned from; an item that an older version queued has none. */
  reckoning?: Reckoning;
  contractVersion: number;
  /** The record it changes: items of one record are sent in order. */
  record: string;
  /** The item whose answer gives this one its record's id or state. */
  follows?: string;
  /** The item that it followed until the answer to that one came. */
  led?: string;
  /** The items that make what this one names, and are not answered. */
  awaits?: string[];
  /** Whether the server may have made the change. Set before each attempt, cleared by a definite refusal. */
  mayHaveArrived: boolean;
  attempts: number;
  /** The earliest time of the next attempt, in milliseconds since the epoch. */
  notBefore: number;
  /** Whether even an eager replay must wait: the server sent Retry-After with a 429, or a proxy refuses the item. */
  patient?: boolean;
  /** How often a proxy refused it with a page of its own, since it was written. */
  proxyRefusals?: number;
  /** The message about the last failed attempt. */
  reason?: string;
  /** Whether it waits for a sign-in. */
  signIn?: boolean;
  /** Set if the server refused it, so that the user must decide. */
  refusal?: { status: number; failure: Failure };
}

/** A change to add to the outbox. */
export type NewItem<N extends QueuedRouteName = QueuedRouteName> = {
  [K in N]: NewItemFields & { route: K; input: StoredChanges[K]['input'] } & Pick<StoredChanges[K], 'shown'>;
}[N];

/** One change that waits to be sent; `seq` gives the order. */
export type OutboxItem<N extends QueuedRouteName = QueuedRouteName> = {
  [K in N]: NewItemFields & { seq: number; route: K; input: StoredChanges[K]['input'] } & Pick<
      StoredChanges[K],
      'shown'
    >;
}[N];

/** An item that was sent, with its answer, so that an edit of it becomes an edit of its record. */
export type SentItem<N extends QueuedRouteName = QueuedRouteName> = {
  [K in N]: {
    /** The item's. */
    id: string;
    /** Its `record` while it was unsent, such as `new:…`; missing where an older version sent it. */
    record?: string;
    userId: number;
    route: K;
    answer: AnswerOf<K>;
    at: Date;
  };
}[N];

/** The edit of an unsent item. */
export type Revision<N extends QueuedRouteName = QueuedRouteName> = {
  [K in N]: {
    body: BodyOf<K>;
    /** All photos of this device that the record shall have, also those of earlier items. */
    photos: StoredPhoto[];
  } & Partial<Pick<StoredChanges[K], 'shown'>>;
}[N];

/** What this device remembers, by key. Subjects add theirs by declaration merging. */
export interface DeviceFacts {
  user: User;
  changes: number;
  'logout-pending': true;
  born: string;
  /** Of the person who stays signed in, latest first; forgotten with what they read. */
  'recently-found': { userId: number; found: FoundBefore[] };
}
type DeviceFact = { [K in keyof DeviceFacts]: { key: K; value: DeviceFacts[K] } }[keyof DeviceFacts];

/** The IndexedDB database of this device, shared by the pages and the service worker. */
export class DeviceDatabase extends Dexie {
  declare device: EntityTable<DeviceFact, 'key'>;
  declare reads: Table<ReadHead, [number, string]>;
  declare readParts: Table<ReadPart, [number, string, string]>;
  /** The cached reads of version 1, which a service worker or a tab of that version goes on writing. */
  declare kept: Table<ReadOfVersion1, [number, string]>;
  declare outbox: EntityTable<OutboxItem, 'seq'>;
  declare sent: EntityTable<SentItem, 'id'>;
  declare drafts: Table<Draft, [number, string]>;
  declare draftPhotos: EntityTable<DraftPhoto, 'id'>;

  constructor(name = DATABASE_NAME, options: DexieOptions = {}) {
    // Strict durability: by default Chromium does not wait until a commit is on disk.
    super(name, { chromeTransactionDurability: 'strict', ...options });
    this.version(1).stores({
      device: 'key',
      kept: '[userId+key], userId',
      outbox: '++seq, &id, userId, follows',
      sent: 'id, userId, at',
      drafts: '[userId+name], userId',
      draftPhotos: 'id, [userId+name], userId',
    });
    let hasFailed = false;
    this.version(2)
      .stores({ reads: '[userId+key], userId', readParts: '[userId+key+id], userId' })
      .upgrade((transaction) => {
        // Without room for the move nothing could be opened; what was read can be fetched again.
        if (hasFailed) return transaction.table('kept').clear();
        transaction.on('abort', () => (hasFailed = !isSuspended()));
        return upgradeReads(transaction);
      });
    this.use(trackTransactions);
    // The id of this database. A new id shows that the browser deleted the previous one.
    this.on('populate', (filling) => {
      void filling.table('device').add({ key: 'born', value: crypto.randomUUID() });
    });
  }
}

/** The tables of this device: those of one transaction, or of the database, where each use is one of its own. */
export type DeviceTables = Pick<
  DeviceDatabase,
  'device' | 'reads' | 'readParts' | 'kept' | 'outbox' | 'sent' | 'drafts' | 'draftPhotos'
>;

export const database = new DeviceDatabase();

/** The database, or one in memory where the browser refuses it. */
let inUse = database;
let opened = false;

/**
 * The errors of a database that the browser closed, which iOS does often, or that could not be opened: Dexie throws the
 * last two at a transaction, and the first at anything else. The next use opens it again.
 */
const CLOSED = new Set([
  'DatabaseClosedError',
  'InvalidStateError',
  'UnknownError',
  'OpenFailedError',
  'MissingAPIError',
]);

/** The most attempts, since another caller's reopening may interrupt one. */
const TRIES = 3;

let reopening: Promise<void> | undefined;

/** Goes on with a database in memory, if this error says that the browser refuses one that it has never opened. */
async function useMemory(error: unknown): Promise<void> {
  const memory = opened ? undefined : await memoryInsteadOf(error);
  if (!memory) throw error;
  inUse = new DeviceDatabase(`${database.name}-memory`, memory);
  markStorageRefused();
}

/** Reopens the database, once for all concurrent callers. */
function reopen(): Promise<void> {
  reopening ??= Promise.resolve()
    .then(() => inUse.close({ disableAutoOpen: false }))
    .then(() => inUse.open())
    .then(() => undefined, useMemory)
    .finally(() => {
      reopening = undefined;
    });
  return reopening;
}

/**
 * Runs work on the database, and repeats it if the browser dropped the connection or suspended the page. The first try
 * may have been committed, so the work must be idempotent.
 */
export async function withDatabase<T>(work: (db: DeviceDatabase) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    // Only then, since a live query observes what it reads before it waits for anything else.
    if (isSuspended()) await untilResumed();
    const before = countSuspensions();
    try {
      const result = await work(inUse);
      opened = true;
      return result;
    } catch (error) {
      if (attempt === TRIES || !(error instanceof Error)) throw error;
      // The page's live queries are all run again when it is shown.
      if (error.name === 'AbortError' && countSuspensions() > before) continue;
      if (!CLOSED.has(error.name)) throw error;
      await reopen();
    }
  }
}

/**
 * Runs work in one transaction of these tables, and repeats it as `withDatabase` does. The work reads and writes through
 * the tables that it is given, which belong to the transaction. Those of the database join it only as long as Dexie knows
 * which transaction runs the code, which it can forget on a busy page.
 * @throws {Dexie.NotFoundError} where the work uses another table
 */
export function withTransaction<T>(
  mode: 'r' | 'rw',
  names: readonly (keyof DeviceTables)[],
  work: (db: DeviceTables, transaction: Transaction) => Promise<T>,
): Promise<T> {
  return withDatabase((db) =>
    db.transaction(mode, names, async (transaction) => work(tablesOf(transaction), transaction)),
  );
}

/** Dexie gives a transaction a property for each table of its database, and says so in no type. */
function tablesOf(transaction: Transaction): DeviceTables {
  return transaction as unknown as DeviceTables;
}

export async function readFact<K extends keyof DeviceFacts>(
  db: Pick<DeviceTables, 'device'>,
  key: K,
): Promise<DeviceFacts[K] | undefined> {
  return (await db.device.get(key))?.value as DeviceFacts[K] | undefined;
}
