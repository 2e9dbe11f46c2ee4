import { Dexie, type EntityTable, type Table } from 'dexie';
import type { Failure } from '../../../contract/failure.ts';
import type { LooseInput } from '../../../contract/route.ts';
import type { QueuedRouteName } from '../../../contract/routes.ts';
import type { User } from '../../../contract/user.ts';

/** The last good answer of one GET, of one person. */
export interface CachedRead {
  userId: number;
  /** Route name and input. */
  key: string;
  answer: unknown;
  asOf: Date;
}

/** A photo as it lies on the device: its bytes, and their digest as they were at capture. */
export interface StoredPhoto {
  id: string;
  name: string;
  type: string;
  bytes: ArrayBuffer;
  /** Hex. */
  sha256: string;
}

/** One change that waits to be sent. */
export interface OutboxItem {
  /** Gives the order. */
  seq: number;
  /** Also its Idempotency-Key. */
  id: string;
  userId: number;
  route: QueuedRouteName;
  input: LooseInput;
  photos: StoredPhoto[];
  /** ISO 8601, when the person acted. */
  capturedAt: string;
  contractVersion: number;
  /** The record it changes: items of one record are sent in order. */
  record: string;
  /** The item whose answer gives this one its record's id or state. */
  follows?: string;
  /** The item that it followed until the answer to that one came. */
  led?: string;
  /** Set before each attempt and cleared by a definite no: whether the server may have made the change. */
  mayHaveArrived: boolean;
  attempts: number;
  /** Milliseconds since the epoch: not to be tried before. */
  notBefore: number;
  /** Whether that holds whoever asks, since the server said how long this person has sent enough. */
  patient?: boolean;
  /** Why it was not sent yet, in words. */
  reason?: string;
  /** Whether it waits for the person to sign in. */
  signIn?: boolean;
  /** Set where the server refused it: it needs a person. */
  refusal?: { status: number; failure: Failure };
  /** What the screens show of it before it is sent. */
  shown?: Record<string, unknown>;
}

/** What became of an item that was sent: whoever was just changing it changes the record it became instead. */
export interface Sent {
  /** The item's. */
  id: string;
  /** What it was of while it was unsent, such as `new:…`; none where an older app sent it. */
  record?: string;
  userId: number;
  route: QueuedRouteName;
  answer: unknown;
  at: Date;
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

export interface DeviceFact {
  key: 'user' | 'changes' | 'logout-pending' | 'born';
  value: unknown;
}

/** Everything this device keeps, in one IndexedDB database shared by the pages and the service worker. */
export class DeviceDatabase extends Dexie {
  declare device: EntityTable<DeviceFact, 'key'>;
  declare kept: Table<CachedRead, [number, string]>;
  declare outbox: EntityTable<OutboxItem, 'seq'>;
  declare sent: EntityTable<Sent, 'id'>;
  declare drafts: Table<Draft, [number, string]>;
  declare draftPhotos: EntityTable<DraftPhoto, 'id'>;

  constructor(name = 'porchlight') {
    // "Saved" is to hold even where the battery is pulled: Chromium by itself leaves what is committed to the system.
    super(name, { chromeTransactionDurability: 'strict' });
    this.version(1).stores({
      device: 'key',
      kept: '[userId+key], userId',
      outbox: '++seq, &id, userId, follows',
      sent: 'id, userId, at',
      drafts: '[userId+name], userId',
      draftPhotos: 'id, [userId+name], userId',
    });
    // A name for this very database, by which its loss is noticed when the browser makes another.
    this.on('populate', (filling) => {
      void filling.table('device').add({ key: 'born', value: crypto.randomUUID() });
    });
  }
}

export const database = new DeviceDatabase();

/** Browsers close a database behind the page's back, iOS above all; the next use opens it again. */
const CLOSED = new Set(['DatabaseClosedError', 'InvalidStateError', 'UnknownError']);

/** How often work is tried: another caller's reopening may interrupt it once more. */
const TRIES = 3;

let reopening: Promise<void> | undefined;

/** Opens the database again, once for all who found it closed at the same moment. */
function reopen(): Promise<void> {
  reopening ??= Promise.resolve()
    .then(() => database.close({ disableAutoOpen: false }))
    .then(() => database.open())
    .then(() => undefined)
    .finally(() => {
      reopening = undefined;
    });
  return reopening;
}

/**
 * Runs work on the database, again where the browser had dropped the connection. The first try may have been
 * committed although word of it was lost, so work must come to the same when it is done twice.
 */
export async function withDatabase<T>(work: (db: DeviceDatabase) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(database);
    } catch (error) {
      if (attempt === TRIES || !(error instanceof Error) || !CLOSED.has(error.name)) throw error;
      await reopen();
    }
  }
}

/** The last person who stayed signed in on this device. */
export async function lastUser(): Promise<User | undefined> {
  const fact = await withDatabase((db) => db.device.get('user'));
  return fact?.value as User | undefined;
}

export async function rememberUser(user: User): Promise<void> {
  await withDatabase((db) => db.device.put({ key: 'user', value: user }));
}

/** Nobody stays signed in on this device; what people kept and queued here stays theirs. */
export async function forgetLastUser(): Promise<void> {
  await withDatabase((db) => db.device.delete('user'));
}

/**
 * Forgets who was here and what was kept for them to read; drafts and the outbox are decided apart. That the
 * server is still to be told is kept, for a sign-out without a connection.
 */
export async function forgetUser(userId: number): Promise<void> {
  await withDatabase((db) =>
    db.transaction('rw', db.device, db.kept, db.sent, async () => {
      const last = (await db.device.get('user'))?.value as User | undefined;
      // Someone else may have signed in while this one's leaving was still being tidied up.
      if (last?.id === userId) await db.device.delete('user');
      await db.device.put({ key: 'logout-pending', value: true });
      await db.kept.where({ userId }).delete();
      await db.sent.where({ userId }).delete();
    }),
  );
}

/**
 * Forgets what was kept here for everyone else to read, such as someone whose session ended without a sign-out. Their
 * drafts and their outbox stay theirs. Tells whether there was anything.
 */
export async function forgetCachedReadsOfOthers(userId: number): Promise<boolean> {
  return withDatabase((db) =>
    db.transaction('rw', db.kept, db.sent, async () => {
      const kept = await db.kept.where('userId').notEqual(userId).delete();
      const sent = await db.sent.where('userId').notEqual(userId).delete();
      return kept + sent > 0;
    }),
  );
}

/** Whether someone signed out here and the server has not heard of it. */
export async function logoutPending(): Promise<boolean> {
  return (await withDatabase((db) => db.device.get('logout-pending'))) !== undefined;
}

export async function clearPendingLogout(): Promise<void> {
  await withDatabase((db) => db.device.delete('logout-pending'));
}
