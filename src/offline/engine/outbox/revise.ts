import type { QueuedRouteName } from '../../../../contract/routes.ts';
import { withDatabase, withTransaction, type OutboxItem, type Revision, type SentItem } from '../database.ts';
import type { StoredPhoto } from '../storedRecords.ts';
import { cancelBehind, resolveFollower, updateBehind } from './followers.ts';
import { namesDiscarded } from './itemState.ts';
import { awaitNamed, loseNamed, showRevised } from './named.ts';
import { takeOutDropped } from './photosLeft.ts';
import { add, InDoubt, ItemGone, withItem } from './outbox.ts';
import { findItem } from './unsentItems.ts';
import { policyOf, type SentPhoto } from '../policies.ts';
import { writeMakingRoom } from '../storage/storageQuota.ts';

/**
 * Revises a queued item. If it may have reached the server, the revision is queued behind it
 * as an update, since a new key would duplicate the change; else it gets a new key if it was tried.
 * Returns the id of the item that has the revision.
 * @throws {InDoubt} where it may have arrived and no update can follow it
 * @throws {ItemGone} where it was discarded
 */
export async function revise(id: string, revision: Revision): Promise<string> {
  return withItem(id, async (item, unsent) => {
    if (!item) return reviseSent(id, revision);
    if (!unsent) return reviseBehind(item, revision);
    const leader = item.follows ? await findItem(item.follows) : undefined;
    if (!leader?.refusal || leader.mayHaveArrived) return reviseInPlace(item, revision);
    // The server never applied the leader, so there is nothing to update: the revision replaces it.
    return withItem(leader.id, async (still, free) => {
      if (still && free) return reviseInPlace(still, revision, item);
      return reviseInPlace(item, revision);
    });
  });
}

/** `folded`: an item behind it that the revision replaces. */
async function reviseInPlace(current: OutboxItem, revision: Revision, folded?: OutboxItem): Promise<string> {
  return writeMakingRoom(() =>
    withTransaction('rw', ['outbox', 'sent'], async (db) => {
      // Read again, since its leader may have been sent or discarded meanwhile.
      const item = await db.outbox.get(current.seq);
      if (item?.id !== current.id) throw new ItemGone();
      const before = leaderOf(item, revision);
      const leader = before ? await db.outbox.where({ id: before }).first() : undefined;
      const sent = before && !leader ? await db.sent.get(before) : undefined;
      const next: OutboxItem = revised(item, revision, leader?.photos ?? (sent && photosOf(sent)));
      if (sent) resolveFollower(next, sent, sent.answer);
      await awaitNamed(db, next);
      await db.outbox.where({ follows: item.id }).modify({ follows: next.id });
      if (folded) await db.outbox.delete(folded.seq);
      await db.outbox.put(next);
      await showRevised(db, next);
      await takeOutDropped(db, next);
      return next.id;
    }),
  );
}

/** A revision that names photos by digest was started before the leader was sent. */
function leaderOf<N extends QueuedRouteName>(item: OutboxItem<N>, { body }: Revision<N>): string | undefined {
  return item.follows ?? (policyOf<N>(item.route).photos?.digestsIn(body) ? item.led : undefined);
}

/** The revised item; `leaderPhotos`: the photos of its leader. */
function revised<N extends QueuedRouteName>(
  { ...item }: OutboxItem<N>,
  { body, photos, shown }: Revision<N>,
  leaderPhotos: readonly { sha256: string }[] | undefined,
): OutboxItem<N> {
  const policy = policyOf<N>(item.route);
  delete item.refusal;
  delete item.reason;
  delete item.proxyRefusals;
  // An item that may have arrived and lost its photo keeps its key: a duplicate is worse than a refusal.
  const keepsKey = item.attempts === 0 || item.mayHaveArrived || policy.irrevocable !== undefined;
  return {
    ...item,
    id: keepsKey ? item.id : crypto.randomUUID(),
    input: {
      ...item.input,
      body: policy.photos ? policy.photos.withDigests(body, leaderPhotos && digestsOf(photos)) : body,
    },
    photos: leaderPhotos ? photosNotIn(leaderPhotos, photos) : photos,
    attempts: 0,
    notBefore: 0,
    ...(shown ? { shown } : {}),
  };
}

async function reviseBehind<N extends QueuedRouteName>(
  item: OutboxItem<N>,
  revision: Revision<N>,
): Promise<string> {
  const update = updateBehind<N>(item.route, revision, item);
  if (!update) throw new InDoubt(policyOf<N>(item.route).irrevocable);
  const allPhotos = [...item.photos, ...(await photosFromBefore(item))];
  const { id } = await add({
    ...update,
    id: crypto.randomUUID(),
    userId: item.userId,
    photos: photosNotIn(allPhotos, revision.photos),
    record: item.record,
    follows: item.id,
  });
  await tryAgain(item);
  return id;
}

/** The photos that reached the server with its leader, and that it keeps. */
async function photosFromBefore<N extends QueuedRouteName>(item: OutboxItem<N>): Promise<SentPhoto[]> {
  const sent = item.led ? await findSent(item.led) : undefined;
  const { photos } = policyOf<N>(item.route);
  return sent ? photosOf(sent).filter((photo) => photos?.keeps(item.input.body, photo) ?? true) : [];
}

/** The item was sent during the edit, so the edit becomes an update of its record. */
async function reviseSent(id: string, revision: Revision): Promise<string> {
  const sent = await findSent(id);
  const update = sent && updateBehind(sent.route, revision);
  if (!update) throw new ItemGone();
  const added = await add({
    ...update,
    id: crypto.randomUUID(),
    userId: sent.userId,
    photos: photosNotIn(photosOf(sent), revision.photos),
    record: `sent:${id}`,
    follows: id,
  });
  return added.id;
}

function photosOf<N extends QueuedRouteName>({ route, answer }: SentItem<N>): readonly SentPhoto[] {
  return policyOf<N>(route).photos?.inAnswer(answer) ?? [];
}

function digestsOf(photos: readonly StoredPhoto[]): string[] {
  return photos.map(({ sha256 }) => sha256);
}

function photosNotIn(others: readonly { sha256: string }[], photos: readonly StoredPhoto[]): StoredPhoto[] {
  return photos.filter((photo) => others.every((other) => other.sha256 !== photo.sha256));
}

/** Makes an item due now, but one that names what was discarded. */
export async function retry(id: string): Promise<void> {
  await writeMakingRoom(() =>
    withDatabase((db) =>
      db.outbox.where({ id }).modify((item) => {
        if (namesDiscarded(item)) return;
        delete item.refusal;
        delete item.reason;
        item.notBefore = 0;
      }),
    ),
  );
}

/**
 * Discards an item. If it may have reached the server, is being sent or was just sent,
 * a cancelling change is queued behind it, where its policy has one.
 * Returns the id of the cancelling change.
 * @throws {InDoubt} where it may have arrived and cannot be cancelled
 */
export async function discard(id: string): Promise<string | undefined> {
  return withItem(id, async (item, unsent) => {
    const sent = item ? undefined : await findSent(id);
    const change = item ?? sent;
    const cancelling = change && !unsent && cancelBehind(change.route, item, sent?.answer);
    if (cancelling) {
      const added = await add({
        ...cancelling,
        id: crypto.randomUUID(),
        userId: change.userId,
        photos: [],
        record: item?.record ?? `sent:${id}`,
        follows: id,
      });
      // Only once the cancel is stored, so that a full device loses no edit of an item that stays.
      const others = (follower: OutboxItem) => follower.id !== added.id;
      await withDatabase((db) => db.outbox.where({ follows: id }).filter(others).delete());
      if (item) await tryAgain(item);
      return added.id;
    }
    const { irrevocable } = item && !unsent ? policyOf(item.route) : {};
    if (irrevocable) throw new InDoubt(irrevocable);
    await withTransaction('rw', ['outbox'], async (db) => {
      // Its followers are later edits of the same change.
      await db.outbox.where({ follows: id }).delete();
      if (item) await loseNamed(db, item);
      await db.outbox.where({ id }).delete();
    });
    return undefined;
  });
}

/** A follower can be sent only after its leader was answered, so a refused leader is retried. */
async function tryAgain(item: Pick<OutboxItem, 'id' | 'refusal'>): Promise<void> {
  if (item.refusal) await retry(item.id);
}

async function findSent(id: string): Promise<SentItem | undefined> {
  return withDatabase((db) => db.sent.get(id));
}
