import { Dexie, type EntityTable, type Table } from 'dexie';
import type { Failure } from '../../contract/failure.ts';
import type { LooseInput } from '../../contract/route.ts';
import type { QueuedName } from '../../contract/routes.ts';
import type { User } from '../../contract/user.ts';

/** The last good answer of one GET, of one person. */
export interface Kept {
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
  route: QueuedName;
  input: LooseInput;
  photos: StoredPhoto[];
  /** ISO 8601, when the person acted. */
  capturedAt: string;
  contractVersion: number;
  /** The record it changes: items of one record are sent in order. */
  record: string;
  /** The item whose answer gives this one its record's id or state. */
  follows?: string;
  /** Set before each attempt and cleared by a definite no: whether the server may have made the change. */
  mayHaveArrived: boolean;
  attempts: number;
  /** Milliseconds since the epoch: not to be tried before. */
  notBefore: number;
  /** Why it was not sent yet, in words. */
  reason?: string;
  /** Whether it waits for the person to sign in. */
  signIn?: boolean;
  /** Set where the server refused it: it needs a person. */
  refusal?: { status: number; failure: Failure };
  /** What the screens show of it before it is sent. */
  shown?: Record<string, unknown>;
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
  key: 'user' | 'changes';
  value: unknown;
}

/** Everything this device keeps, in one IndexedDB database shared by the pages and the service worker. */
export class DeviceDatabase extends Dexie {
  declare device: EntityTable<DeviceFact, 'key'>;
  declare kept: Table<Kept, [number, string]>;
  declare outbox: EntityTable<OutboxItem, 'seq'>;
  declare drafts: Table<Draft, [number, string]>;
  declare draftPhotos: EntityTable<DraftPhoto, 'id'>;

  constructor(name = 'porchlight') {
    super(name);
    this.version(1).stores({
      device: 'key',
      kept: '[userId+key], userId',
      outbox: '++seq, &id, userId, follows',
      drafts: '[userId+name], userId',
      draftPhotos: 'id, [userId+name], userId',
    });
  }
}

export const database = new DeviceDatabase();

/** Browsers close a database behind the page's back, iOS above all; the next use opens it again. */
const CLOSED = new Set(['DatabaseClosedError', 'InvalidStateError', 'UnknownError']);

/** Runs work on the database, once more where the browser had dropped the connection. */
export async function withDatabase<T>(work: (db: DeviceDatabase) => Promise<T>): Promise<T> {
  try {
    return await work(database);
  } catch (error) {
    if (!(error instanceof Error) || !CLOSED.has(error.name)) throw error;
    database.close({ disableAutoOpen: false });
    await database.open();
    return work(database);
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

/** Forgets who was here and what was kept for them to read; drafts and the outbox are decided apart. */
export async function forgetUser(userId: number): Promise<void> {
  await withDatabase((db) =>
    db.transaction('rw', db.device, db.kept, async () => {
      await db.device.delete('user');
      await db.kept.where({ userId }).delete();
    }),
  );
}
