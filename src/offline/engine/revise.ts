import type { LooseInput } from '../../../contract/route.ts';
import { StillUnknown } from '../subjects/bills.ts';
import {
  withDatabase,
  type DeviceDatabase,
  type OutboxItem,
  type Sent,
  type StoredPhoto,
} from './database.ts';
import { effects } from '../subjects/effects.ts';
import { add, InDoubt, itemLock, ItemGone } from './outbox.ts';
import { writeMakingRoom } from './storageQuota.ts';

/** What a person changed about an unsent item. */
export interface Revision {
  body: Record<string, unknown>;
  /** All the photos of this device that the record is to have, also those of the items before it. */
  photos: StoredPhoto[];
  shown?: Record<string, unknown>;
}

/**
 * Changes an item that was not sent. If the server may have made it already, the revision is queued behind it
 * as an update, since under a new key the change would be made twice; else it gets a new key if it was tried.
 * Answers the id of the item that holds the revision.
 * @throws {InDoubt} where the server may have made it already and takes no update of it
 * @throws {ItemGone} where it is not there any more
 */
export async function revise(id: string, revision: Revision): Promise<string> {
  return whenStill(id, async (item, undisturbed) => {
    if (!item) return reviseSent(id, revision);
    if (!undisturbed) {
      // What leads nothing on takes no update: only the server's answer settles it.
      if (!effects[item.route].lead) throw new InDoubt();
      return reviseBehind(item, revision);
    }
    const leader = item.follows ? await itemWith(item.follows) : undefined;
    if (!leader?.refusal || leader.mayHaveArrived) return reviseInPlace(item, revision);
    // The server never made what it follows, so there is nothing to update: the revision takes its place.
    return whenStill(leader.id, async (still, free) => {
      if (still && free) return reviseInPlace(still, revision, item);
      return reviseInPlace(item, revision);
    });
  });
}

/** With `folded`, an item behind it that says less than the revision and leaves. */
async function reviseInPlace(seen: OutboxItem, revision: Revision, folded?: OutboxItem): Promise<string> {
  return writeMakingRoom(() =>
    withDatabase((db) =>
      db.transaction('rw', db.outbox, db.sent, async () => {
        // Looked at again, since what it follows may have been sent or have left meanwhile.
        const item = await db.outbox.get(seen.seq);
        if (item?.id !== seen.id) throw new ItemGone();
        const next = await revised(db, item, revision);
        await db.outbox.where({ follows: item.id }).modify({ follows: next.id });
        if (folded) await db.outbox.delete(folded.seq);
        await db.outbox.put(next);
        return next.id;
      }),
    ),
  );
}

async function revised(
  db: DeviceDatabase,
  { refusal: _, reason: __, ...item }: OutboxItem,
  { body: { keep_sha256, ...body }, photos, shown }: Revision,
): Promise<OutboxItem> {
  // Whoever still names photos by their digests wrote before what this one followed was sent.
  const before = item.follows ?? (keep_sha256 ? item.led : undefined);
  const leader = before ? await db.outbox.where({ id: before }).first() : undefined;
  const sent = before && !leader ? await db.sent.get(before) : undefined;
  const there = leader?.photos ?? (sent && photosIn(sent));
  const next: OutboxItem = {
    ...item,
    // One that may have arrived and whose photo is lost keeps its key: made twice would be worse than refused.
    id: item.attempts > 0 && !item.mayHaveArrived ? crypto.randomUUID() : item.id,
    input: { ...item.input, body: there ? behind(body, photos) : body } satisfies LooseInput,
    photos: there ? notAmong(there, photos) : photos,
    attempts: 0,
    notBefore: 0,
    ...(shown ? { shown } : {}),
  };
  if (sent) effects[sent.route].lead?.(next, sent.answer);
  return next;
}

async function reviseBehind(item: OutboxItem, { body, photos, shown }: Revision): Promise<string> {
  const there = [...item.photos, ...(await keptFromBefore(item))];
  const { id } = await add({
    id: crypto.randomUUID(),
    userId: item.userId,
    route: 'updateMaintenance',
    input: { params: item.input.params, body: behind(body, photos) },
    photos: notAmong(there, photos),
    record: item.record,
    follows: item.id,
    ...(shown ? { shown } : {}),
  });
  await tryAgain(item);
  return id;
}

/** The photos that came to the server with what led this item on, and that it leaves there. */
async function keptFromBefore({ led, input }: OutboxItem): Promise<SentPhoto[]> {
  const sent = led ? await sentWith(led) : undefined;
  const { keep_photos } = input.body as { keep_photos?: string[] };
  return sent ? photosIn(sent).filter(({ id }) => keep_photos?.includes(id) ?? true) : [];
}

/** It was sent while the person was still writing: what it became is changed instead. */
async function reviseSent(id: string, { body, photos, shown }: Revision): Promise<string> {
  const sent = await sentWith(id);
  if (!sent || !effects[sent.route].lead) throw new ItemGone();
  const added = await add({
    id: crypto.randomUUID(),
    userId: sent.userId,
    route: 'updateMaintenance',
    input: { body: behind(body, photos) },
    photos: notAmong(photosIn(sent), photos),
    record: `sent:${id}`,
    follows: id,
    ...(shown ? { shown } : {}),
  });
  return added.id;
}

function behind(body: Record<string, unknown>, photos: readonly StoredPhoto[]): Record<string, unknown> {
  return { ...body, keep_sha256: photos.map((photo) => photo.sha256) };
}

type SentPhoto = { id: string; sha256: string };

function photosIn({ answer }: Sent): SentPhoto[] {
  return (answer as { photos?: SentPhoto[] }).photos ?? [];
}

function notAmong(others: readonly { sha256: string }[], photos: readonly StoredPhoto[]): StoredPhoto[] {
  return photos.filter((photo) => others.every((other) => other.sha256 !== photo.sha256));
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
 * Takes an item out of the outbox. If it was a new request that the server may have made already, is making now
 * or has just made, its cancelling is queued behind it, so that it ends as the person wants either way.
 * @throws {StillUnknown} for bills that the server may have made already, which nothing takes back
 */
export async function discard(id: string): Promise<void> {
  await whenStill(id, async (item, undisturbed) => {
    const made = item ?? (await sentWith(id));
    if (made?.route === 'createMaintenance' && !undisturbed) {
      const cancelling = await add({
        id: crypto.randomUUID(),
        userId: made.userId,
        route: 'cancelMaintenance',
        input: { params: {} },
        photos: [],
        record: item?.record ?? `sent:${id}`,
        follows: id,
        ...(item?.shown ? { shown: item.shown } : {}),
      });
      // Only now that it is certain to be taken back, so that a full device loses no wording of what stays.
      const others = (follower: OutboxItem) => follower.id !== cancelling.id;
      await withDatabase((db) => db.outbox.where({ follows: id }).filter(others).delete());
      if (item) await tryAgain(item);
      return;
    }
    if (item?.route === 'createUtilityBills' && !undisturbed) throw new StillUnknown();
    await withDatabase((db) =>
      db.transaction('rw', db.outbox, async () => {
        // What follows it is a later wording of the same change.
        await db.outbox.where({ follows: id }).delete();
        await db.outbox.where({ id }).delete();
      }),
    );
  });
}

/** What follows an item can only go on once the server has answered for it. */
async function tryAgain(item: OutboxItem): Promise<void> {
  if (item.refusal) await retry(item.id);
}

async function itemWith(id: string): Promise<OutboxItem | undefined> {
  return withDatabase((db) => db.outbox.where({ id }).first());
}

async function sentWith(id: string): Promise<Sent | undefined> {
  return withDatabase((db) => db.sent.get(id));
}

/** Runs work on an item with its lock held if nobody is sending it; tells whether it is certainly still unsent. */
async function whenStill<T>(
  id: string,
  work: (item: OutboxItem | undefined, undisturbed: boolean) => Promise<T>,
): Promise<T> {
  return navigator.locks.request(itemLock(id), { ifAvailable: true }, async (lock) => {
    const item = await itemWith(id);
    // Without its photo's bytes it cannot be sent a second time as it was, whatever became of the first.
    const lost = item?.refusal?.failure.code === 'photo_unreadable';
    return work(item, lock !== null && item !== undefined && (!item.mayHaveArrived || lost));
  });
}
