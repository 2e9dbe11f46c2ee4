import type { LooseInput } from '../../contract/route.ts';
import { StillUnknown } from './bills.ts';
import { withDatabase, type OutboxItem, type Sent, type StoredPhoto } from './database.ts';
import { effects } from './effects.ts';
import { add, InDoubt, itemLock, ItemGone } from './outbox.ts';
import { writeMakingRoom } from './space.ts';

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
    if (!leader?.refusal || leader.mayHaveArrived) return reviseInPlace(item, revision, leader);
    // The server never made what it follows, so there is nothing to update: the revision takes its place.
    return whenStill(leader.id, async (still, free) => {
      if (still && free) return reviseInPlace(still, revision, undefined, item);
      return reviseInPlace(item, revision, leader);
    });
  });
}

/** With `folded`, an item behind it that says less than the revision and leaves. */
async function reviseInPlace(
  item: OutboxItem,
  { body, photos, shown }: Revision,
  leader: OutboxItem | undefined,
  folded?: OutboxItem,
): Promise<string> {
  const { refusal: _, reason: __, ...rest } = item;
  const { keep_sha256: ___, ...plain } = body;
  const next: OutboxItem = {
    ...rest,
    // One that may have arrived and whose photo is lost keeps its key: made twice would be worse than refused.
    id: item.attempts > 0 && !item.mayHaveArrived ? crypto.randomUUID() : item.id,
    input: { ...item.input, body: leader ? behind(plain, photos) : plain } satisfies LooseInput,
    photos: leader ? notAmong(leader.photos, photos) : photos,
    attempts: 0,
    notBefore: 0,
    ...(shown ? { shown } : {}),
  };
  await writeMakingRoom(() =>
    withDatabase((db) =>
      db.transaction('rw', db.outbox, async () => {
        await db.outbox.where({ follows: item.id }).modify({ follows: next.id });
        if (folded) await db.outbox.delete(folded.seq);
        await db.outbox.put(next);
      }),
    ),
  );
  return next.id;
}

async function reviseBehind(item: OutboxItem, { body, photos, shown }: Revision): Promise<string> {
  const { id } = await add({
    id: crypto.randomUUID(),
    userId: item.userId,
    route: 'updateMaintenance',
    input: { params: item.input.params, body: behind(body, photos) },
    photos: notAmong(item.photos, photos),
    record: item.record,
    follows: item.id,
    ...(shown ? { shown } : {}),
  });
  await tryAgain(item);
  return id;
}

/** It was sent while the person was still writing: what it became is changed instead. */
async function reviseSent(id: string, { body, photos, shown }: Revision): Promise<string> {
  const sent = await sentWith(id);
  if (!sent || !effects[sent.route].lead) throw new ItemGone();
  const { photos: there = [] } = sent.answer as { photos?: { sha256: string }[] };
  const added = await add({
    id: crypto.randomUUID(),
    userId: sent.userId,
    route: 'updateMaintenance',
    input: { body: behind(body, photos) },
    photos: notAmong(there, photos),
    record: `sent:${id}`,
    follows: id,
    ...(shown ? { shown } : {}),
  });
  return added.id;
}

function behind(body: Record<string, unknown>, photos: readonly StoredPhoto[]): Record<string, unknown> {
  return { ...body, keep_sha256: photos.map((photo) => photo.sha256) };
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
