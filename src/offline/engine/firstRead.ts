import type { User } from '../../../contract/users/user.ts';
import type { KnownTime } from '../../browser/clock.ts';
import type { OutboxItem } from './database.ts';
import { DATABASE_NAME } from './databaseName.ts';
import type { CachedRead, ReadPart } from './storedRecords.ts';
import { trackTransaction } from './storage/suspension.ts';
import { unlessHung } from './unlessHung.ts';

// A start of the app reads what its first screen shows in one transaction, by IndexedDB itself: Dexie would have to be loaded and
// would open the database first. Nothing else reads it so.

/** What the first screen shows of the device. */
export interface FirstRead {
  /** Who stays signed in. */
  user: User | undefined;
  time: KnownTime | undefined;
  /** Whose these are. */
  userId: number | undefined;
  unsent: OutboxItem[];
  /** By cache key: null where the device has none. Long lists are left out, and read by their parts. */
  reads: ReadonlyMap<string, CachedRead | null>;
}

/** Whose screen comes first, and the cache keys of what it shows. */
export interface FirstScreen {
  userId: number;
  keys: readonly string[];
}

const TABLES = ['device', 'outbox', 'readParts'];

let reading: Promise<FirstRead | undefined> | undefined;

/** Begins the read, for as long as the first screen is prepared. */
export function beginFirstRead(screenOf: (remembered: User | undefined) => FirstScreen | undefined): void {
  // Where the database refuses or hangs, whoever needs something reads it by Dexie, which knows what to do.
  reading = unlessHung(readFirst(screenOf)).catch(() => undefined);
}

/** From then on, what was read is old. */
export function endFirstRead(): void {
  reading = undefined;
}

/** Undefined where nothing was read, or it is old: then the database is asked. */
export async function firstRead(): Promise<FirstRead | undefined> {
  return reading;
}

async function readFirst(
  screenOf: (remembered: User | undefined) => FirstScreen | undefined,
): Promise<FirstRead | undefined> {
  const database = await openExisting();
  if (!database) return undefined;
  try {
    // One of an older version has other tables, and Dexie changes it.
    if (!TABLES.every((table) => database.objectStoreNames.contains(table))) return undefined;
    return await readIn(database.transaction(TABLES, 'readonly'), screenOf);
  } finally {
    database.close();
  }
}

/** Opens the database if there is one; makes none. */
function openExisting(): Promise<IDBDatabase | undefined> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE_NAME);
    request.addEventListener('upgradeneeded', () => request.transaction?.abort());
    request.addEventListener('success', () => {
      const database = request.result;
      // Another page is about to change or delete it.
      database.addEventListener('versionchange', () => database.close());
      resolve(database);
    });
    request.addEventListener('error', () =>
      request.error?.name === 'AbortError' ? resolve(undefined) : reject(request.error ?? new Error()),
    );
  });
}

/** Each question is asked in the answer to the one before, or the transaction would end. */
function readIn(
  transaction: IDBTransaction,
  screenOf: (remembered: User | undefined) => FirstScreen | undefined,
): Promise<FirstRead> {
  trackTransaction(transaction);
  const reads = new Map<string, CachedRead | null>();
  const found: FirstRead = { user: undefined, time: undefined, userId: undefined, unsent: [], reads };
  const ask = (request: IDBRequest, use: (answer: unknown) => void) =>
    request.addEventListener('success', () => use(request.result as unknown));
  const [device, outbox, parts] = TABLES.map((table) => transaction.objectStore(table)) as [
    IDBObjectStore,
    IDBObjectStore,
    IDBObjectStore,
  ];
  ask(device.get('time'), (fact) => {
    found.time = (fact as { value: KnownTime } | undefined)?.value;
  });
  ask(device.get('user'), (fact) => {
    found.user = (fact as { value: User } | undefined)?.value;
    const screen = screenOf(found.user);
    if (!screen) return;
    const { userId, keys } = screen;
    found.userId = userId;
    ask(outbox.index('userId').getAll(userId), (items) => {
      found.unsent = (items as OutboxItem[]).sort((a, b) => a.seq - b.seq);
    });
    for (const key of keys) {
      ask(parts.get([userId, key, '']), (answer) => {
        const part = answer as ReadPart | undefined;
        if (!part?.asOf) reads.set(key, null);
        else if (!part.parts) reads.set(key, { answer: part.answer, asOf: part.asOf });
      });
    }
  });
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve(found));
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('It was aborted.')));
  });
}
