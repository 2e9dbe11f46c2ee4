import { liveQuery } from 'dexie';
import { CONTRACT_VERSION, type Input, type LooseInput } from '../../contract/route.ts';
import type { QueuedName, Routes } from '../../contract/routes.ts';
import { currentConnection, onConnectionChange } from '../connection.ts';
import { digestOf, intact } from './bytes.ts';
import { withDatabase, type DeviceDatabase, type OutboxItem, type StoredPhoto } from './database.ts';
import { makeRoom, OutOfSpace } from './space.ts';

/** One change as a screen hands it over. */
export interface Change<N extends QueuedName> {
  userId: number;
  route: N;
  input: Input<Routes[N]>;
  photos?: StoredPhoto[];
  /** The record it changes, such as `maintenance:12`; a new record gets a name of its own. */
  record?: string;
  shown?: Record<string, unknown>;
  /** The draft it was written in, which leaves in the same transaction as the change enters the outbox. */
  draft?: string;
}

/** The draft was submitted already, from another tab: sending it twice is for the person to decide. */
export class DraftGone extends Error {
  constructor() {
    super('This was already submitted in another tab. Submit again to send it a second time.');
    this.name = 'DraftGone';
  }
}

/** Held by whoever is sending this item. */
export function itemLock(id: string): string {
  return `porchlight-item-${id}`;
}

/**
 * Puts a change into the outbox. It resolves when the change is safe on this device.
 * @throws {OutOfSpace} where the device has no room even without what is kept for reading
 * @throws {DraftGone} where another tab submitted the draft
 */
export async function queue<N extends QueuedName>(change: Change<N>): Promise<OutboxItem> {
  const id = crypto.randomUUID();
  return add(
    {
      id,
      userId: change.userId,
      route: change.route,
      input: change.input,
      photos: change.photos ?? [],
      record: change.record ?? `new:${id}`,
      ...(change.shown ? { shown: change.shown } : {}),
    },
    change.draft,
  );
}

type Fresh = Pick<
  OutboxItem,
  'id' | 'userId' | 'route' | 'input' | 'photos' | 'record' | 'shown' | 'follows'
>;

async function add(fresh: Fresh, draft?: string): Promise<OutboxItem> {
  const item: Omit<OutboxItem, 'seq'> = {
    capturedAt: new Date().toISOString(),
    contractVersion: CONTRACT_VERSION,
    mayHaveArrived: false,
    attempts: 0,
    notBefore: 0,
    ...fresh,
  };
  const write = () =>
    withDatabase((db) =>
      db.transaction('rw', db.outbox, db.drafts, db.draftPhotos, async () => {
        if (draft) await takeDraft(db, fresh.userId, draft);
        return db.outbox.add(item);
      }),
    );
  let seq: number;
  try {
    seq = await write();
  } catch (error) {
    if (!(await makeRoom(error))) throw error;
    seq = await write().catch((again: unknown) => {
      throw new OutOfSpace(again);
    });
  }
  const stored = await withDatabase((db) => db.outbox.get(seq));
  if (!stored || !(await intact(stored.photos))) {
    await withDatabase((db) => db.outbox.delete(seq));
    throw new OutOfSpace('what was written could not be read back');
  }
  return stored;
}

async function takeDraft(db: DeviceDatabase, userId: number, name: string): Promise<void> {
  const drafts = await db.drafts.where({ userId, name }).delete();
  const photos = await db.draftPhotos.where({ userId, name }).delete();
  if (drafts + photos === 0) throw new DraftGone();
}

/** What a person changed about an unsent item. */
export interface Revision {
  body: Record<string, unknown>;
  photos: StoredPhoto[];
  shown?: Record<string, unknown>;
}

/**
 * Changes an item that was not sent. If the server may have made it already, the revision is queued behind it
 * as an update, since under a new key the change would be made twice; else it gets a new key if it was tried.
 */
export async function revise(id: string, { body, photos, shown }: Revision): Promise<void> {
  await whenStill(id, async (item, undisturbed) => {
    if (!undisturbed) {
      await add({
        id: crypto.randomUUID(),
        userId: item.userId,
        route: 'updateMaintenance',
        input: {
          params: item.input.params,
          body: { ...body, keep_sha256: photos.map((photo) => photo.sha256) },
        },
        photos: photos.filter((photo) => item.photos.every((sent) => sent.sha256 !== photo.sha256)),
        record: item.record,
        follows: item.id,
        ...(shown ? { shown } : {}),
      });
      return;
    }
    const { refusal: _, reason: __, ...rest } = item;
    const next: OutboxItem = {
      ...rest,
      id: item.attempts > 0 ? crypto.randomUUID() : item.id,
      input: { ...item.input, body } satisfies LooseInput,
      photos,
      attempts: 0,
      notBefore: 0,
      ...(shown ? { shown } : {}),
    };
    await withDatabase((db) =>
      db.transaction('rw', db.outbox, async () => {
        await db.outbox.where({ follows: item.id }).modify({ follows: next.id });
        await db.outbox.put(next);
      }),
    );
  });
}

/** Lets an item be tried again now. */
export async function retry(id: string): Promise<void> {
  await withDatabase((db) =>
    db.outbox.where({ id }).modify((item) => {
      delete item.refusal;
      delete item.reason;
      item.notBefore = 0;
    }),
  );
}

/**
 * Takes an item out of the outbox. If the server may have made the change already, or is making it now, and it
 * was a new request, its cancelling is queued behind it, so that it ends as the person wants either way.
 */
export async function discard(id: string): Promise<void> {
  await whenStill(id, async (item, undisturbed) => {
    if (!undisturbed && item.route === 'createMaintenance') {
      await withDatabase((db) => db.outbox.where({ follows: id }).delete());
      await add({
        id: crypto.randomUUID(),
        userId: item.userId,
        route: 'cancelMaintenance',
        input: { params: {} },
        photos: [],
        record: item.record,
        follows: item.id,
        ...(item.shown ? { shown: item.shown } : {}),
      });
      return;
    }
    await withDatabase((db) =>
      db.transaction('rw', db.outbox, async () => {
        if (item.route === 'createMaintenance') await db.outbox.where({ follows: id }).delete();
        else await db.outbox.where({ follows: id }).modify((follower) => delete follower.follows);
        await db.outbox.where({ id }).delete();
      }),
    );
  });
}

/** Takes everything of one person out, as they asked when signing out. */
export async function discardAll(userId: number): Promise<void> {
  await withDatabase((db) => db.outbox.where({ userId }).delete());
}

/** The items of one person in the order they were made. */
export async function itemsOf(userId: number): Promise<OutboxItem[]> {
  return withDatabase((db) => db.outbox.where({ userId }).sortBy('seq'));
}

/** Runs work on an item with its lock held if nobody is sending it; tells whether it is certainly still unsent. */
async function whenStill(
  id: string,
  work: (item: OutboxItem, undisturbed: boolean) => Promise<void>,
): Promise<void> {
  await navigator.locks.request(itemLock(id), { ifAvailable: true }, async (lock) => {
    const item = await withDatabase((db) => db.outbox.where({ id }).first());
    if (item) await work(item, lock !== null && !item.mayHaveArrived);
  });
}

export type Settled = 'sent' | 'refused' | 'waiting';

/**
 * What became of an item, as soon as that is known; `waiting` where there is no connection, or once the time (in
 * milliseconds) is over.
 */
export async function settled(id: string, patience = 10_000): Promise<Settled> {
  if (currentConnection() === 'offline') return 'waiting';
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => finish('waiting'), patience);
    const ignore = onConnectionChange(() => {
      if (currentConnection() === 'offline') finish('waiting');
    });
    const watch = liveQuery(() => withDatabase((db) => db.outbox.where({ id }).first())).subscribe({
      next: (item) => {
        if (!item) finish('sent');
        else if (item.refusal) finish('refused');
      },
      error: (error: unknown) => {
        clearTimeout(timer);
        ignore();
        reject(error instanceof Error ? error : new Error(String(error)));
      },
    });
    function finish(outcome: Settled): void {
      clearTimeout(timer);
      ignore();
      // Deferred, since a live query may tell its first value before it hands back its subscription.
      queueMicrotask(() => watch.unsubscribe());
      resolve(outcome);
    }
  });
}

/** Copies a file's bytes at capture, since what a file points at may be gone when it is sent. */
export async function capture(file: Blob, name: string): Promise<StoredPhoto> {
  const bytes = await file.arrayBuffer();
  return { id: crypto.randomUUID(), name, type: file.type, bytes, sha256: await digestOf(bytes) };
}
