import { CONTRACT_VERSION } from '../../../../contract/http/route.ts';
import type { QueuedRouteName } from '../../../../contract/routes.ts';
import { digestOf, intact } from '../storage/bytes.ts';
import {
  withDatabase,
  withTransaction,
  type DeviceTables,
  type NewItem,
  type OutboxItem,
  type QueuedChange,
} from '../database.ts';
import type { Draft, DraftPhoto, StoredPhoto } from '../storedRecords.ts';
import { isNewer, recordOfDraft, type DraftVersion } from '../drafts.ts';
import { resolveFollower } from './followers.ts';
import { awaitNamed } from './named.ts';
import { takeOutDropped } from './photosLeft.ts';
import { findItem } from './unsentItems.ts';
import { withLock } from '../locks.ts';
import { policyOf } from '../policies.ts';
import { OutOfSpace, writeMakingRoom } from '../storage/storageQuota.ts';
import { reckonedNow } from '../../../browser/clock.ts';

/** One change as a screen queues it. */
export type Change<N extends QueuedRouteName = QueuedRouteName> = QueuedChange<N> & {
  photos?: StoredPhoto[];
  /** The record it changes, such as `maintenance:12`; a new record gets a name of its own. */
  record?: string;
  /**
   * The draft it was written in, deleted in the transaction that queues the change, unless another tab has written
   * something else there since.
   */
  draft?: DraftVersion;
  /** Other drafts to delete with it, where they exist. */
  replaces?: readonly string[];
};

/** The draft was already submitted in another tab, so it is not sent again without asking. */
export class AlreadySubmitted extends Error {
  constructor() {
    super('This was already submitted in another tab. Submit again to send it a second time.');
    this.name = 'AlreadySubmitted';
  }
}

/** The server may have applied the change; only its answer will tell. */
export class InDoubt extends Error {
  constructor(
    message = 'This may have been sent already. To not send it twice, it can be edited once the server has answered.',
  ) {
    super(message);
    this.name = 'InDoubt';
  }
}

/** The item is neither in the outbox nor sent recently, such as after another tab discarded it. */
export class ItemGone extends Error {
  constructor() {
    super('This is no longer unsent. Please close it and look at the list.');
    this.name = 'ItemGone';
  }
}

/** The name of the lock that is held while this item is sent. */
export function itemLock(id: string): string {
  return `porchlight-item-${id}`;
}

/** Runs `work` with the item's lock unless it is being sent; `unsent`: it surely has not reached the server. */
export async function withItem<T>(
  id: string,
  work: (item: OutboxItem | undefined, unsent: boolean) => Promise<T>,
): Promise<T> {
  return withLock(itemLock(id), { ifAvailable: true }, async (granted) => {
    const item = await findItem(id);
    // An item whose photo was lost cannot be sent again, so it counts as unsent.
    const unreadable = item?.refusal?.failure.code === 'photo_unreadable';
    return work(item, granted && item !== undefined && (!item.mayHaveArrived || unreadable));
  });
}

/**
 * Queues a change. Resolves when it is durable on this device.
 * @throws {OutOfSpace} where the device has no room even without the cached reads
 * @throws {AlreadySubmitted} where another tab submitted the draft
 */
export async function queue(change: Change & { userId: number }): Promise<OutboxItem> {
  const { photos = [], record, draft, replaces, ...fields } = change;
  const id = crypto.randomUUID();
  const made = record === undefined && draft ? recordOfDraft(draft.name) : undefined;
  return add({ photos, record: record ?? made ?? `new:${id}`, ...fields, id }, { draft, replaces });
}

type GivenFields = 'id' | 'userId' | 'photos' | 'record' | 'follows';
type NewChange = QueuedChange & Pick<NewItem, GivenFields>;

/**
 * Writes a new item and reads it back.
 * @throws {ItemGone} if the item to follow is neither queued nor sent recently
 */
export async function add(
  change: NewChange,
  { draft, replaces = [] }: Pick<Change, 'draft' | 'replaces'> = {},
): Promise<OutboxItem> {
  const captured = reckonedNow();
  const item: NewItem = {
    capturedAt: captured.now.toISOString(),
    reckoning: captured.reckoning,
    contractVersion: CONTRACT_VERSION,
    mayHaveArrived: false,
    attempts: 0,
    notBefore: 0,
    ...change,
  };
  let takenDrafts: TakenDrafts = { drafts: [], photos: [] };
  const seq = await writeMakingRoom(() =>
    withTransaction('rw', ['outbox', 'sent', 'drafts', 'draftPhotos', 'device'], async (db) => {
      const queued = await db.outbox.where({ id: item.id }).first();
      if (queued) return queued.seq;
      if (item.follows) await followLeader(db, item, item.follows);
      await awaitNamed(db, item);
      if (draft && item.record === recordOfDraft(draft.name)) await requireUnsubmitted(db, item);
      const stored = draft && (await db.drafts.get([item.userId, draft.name]));
      const overtaken = draft !== undefined && isNewer(stored, draft);
      // What the other tab wrote becomes a record of its own.
      if (overtaken && item.record === recordOfDraft(draft.name)) item.record = `new:${item.id}`;
      const names = draft && !overtaken ? [draft.name, ...replaces] : replaces;
      takenDrafts = await takeDrafts(db, item.userId, names);
      await takeOutDropped(db, item);
      return db.outbox.add(await completed(db, item));
    }),
  );
  const stored = await withDatabase((db) => db.outbox.get(seq));
  // Sent already.
  if (!stored) return { ...item, seq };
  if (!(await intact(stored.photos))) {
    await withTransaction('rw', ['outbox', 'drafts', 'draftPhotos'], async (db) => {
      await db.outbox.delete(seq);
      await db.drafts.bulkPut(takenDrafts.drafts);
      await db.draftPhotos.bulkPut(takenDrafts.photos);
    });
    throw new OutOfSpace('what was written could not be read back');
  }
  return stored;
}

function completed<N extends QueuedRouteName>(db: DeviceTables, item: NewItem<N>): Promise<NewItem<N>> {
  return policyOf<N>(item.route).beforeQueued?.(db, item) ?? Promise.resolve(item);
}

/** @throws {AlreadySubmitted} where the record that this item would make is waiting to be sent or was sent */
async function requireUnsubmitted(db: DeviceTables, { userId, record }: NewItem): Promise<void> {
  const ofRecord = (made: { record?: string }) => made.record === record;
  const submitted =
    (await db.outbox.where({ userId }).filter(ofRecord).count()) +
    (await db.sent.where({ userId }).filter(ofRecord).count());
  if (submitted > 0) throw new AlreadySubmitted();
}

/** If the item to follow was sent a moment ago, its stored answer resolves this item at once. */
async function followLeader(db: DeviceTables, item: NewItem, leader: string): Promise<void> {
  if (await db.outbox.where({ id: leader }).count()) return;
  const sent = await db.sent.get(leader);
  if (!sent) throw new ItemGone();
  resolveFollower(item, sent, sent.answer);
}

interface TakenDrafts {
  drafts: Draft[];
  photos: DraftPhoto[];
}

async function takeDrafts(db: DeviceTables, userId: number, names: readonly string[]): Promise<TakenDrafts> {
  const keys = names.map((name): [number, string] => [userId, name]);
  const drafts = await db.drafts.where('[userId+name]').anyOf(keys).toArray();
  const photos = await db.draftPhotos.where('[userId+name]').anyOf(keys).toArray();
  await db.drafts.bulkDelete(keys);
  await db.draftPhotos.bulkDelete(photos.map(({ id }) => id));
  return { drafts, photos };
}

/** Deletes a user's outbox, as they chose when signing out. */
export async function discardOutbox(userId: number): Promise<void> {
  await withDatabase((db) => db.outbox.where({ userId }).delete());
}

/** Copies a file's bytes, since the file may be gone when it is sent. */
export async function toStoredPhoto(file: Blob, name: string): Promise<StoredPhoto> {
  const bytes = await file.arrayBuffer();
  const takenAt = reckonedNow().now.toISOString();
  return { id: crypto.randomUUID(), name, type: file.type, bytes, sha256: await digestOf(bytes), takenAt };
}
