import type { QueuedRouteName } from '../../../../contract/routes.ts';
import {
  withTransaction,
  type AnswerOf,
  type DeviceTables,
  type NewItem,
  type OutboxItem,
} from '../database.ts';
import { policyOf } from '../policies.ts';
import { writeMakingRoom } from '../storage/storageQuota.ts';
import type { StoredPhoto } from '../storedRecords.ts';
import { cancelBehind } from './followers.ts';

// The photos of a change that are still on this device once the server has the change: an item of their own, in its place.

type Refusal = NonNullable<OutboxItem['refusal']>;

const unreadable = 'A photo could not be read back from this device. Please add it again.';
export const UNREADABLE: Refusal = {
  status: 0,
  failure: { message: unreadable, error: unreadable, code: 'photo_unreadable' },
};

const unconfirmed = 'The server did not confirm every photo. Try again to send what is missing.';
export const UNCONFIRMED: Refusal = {
  status: 0,
  failure: { message: unconfirmed, error: unconfirmed, code: 'photos_unconfirmed' },
};

/** Whether an item does nothing but send photos of a record that the server has. */
export function sendsPhotos({ route }: Pick<OutboxItem, 'route'>): boolean {
  return policyOf(route).transfer !== undefined;
}

/** What is left of an answered item: its photos that the answer lacks, by their records. An edit behind it says which of them stay. */
export async function photosLeft<N extends QueuedRouteName>(
  db: DeviceTables,
  item: OutboxItem<N>,
  answer: AnswerOf<N>,
): Promise<NewItem[]> {
  const { photos } = policyOf<N>(item.route);
  if (!photos || item.photos.length === 0) return [];
  const followers = await db.outbox.where({ follows: item.id }).toArray();
  const cancelling = cancelBehind(item.route)?.route;
  if (followers.some(({ route }) => route === cancelling)) return [];
  const arrived = new Set(photos.inAnswer(answer).map(({ sha256 }) => sha256));
  const left = item.photos.filter(
    ({ sha256 }) => !arrived.has(sha256) && followers.every((follower) => keeps(follower, sha256)),
  );
  // Nothing of how the change itself was sent is true of them.
  const { userId, capturedAt, reckoning, contractVersion } = item;
  const sent = left.length === 0 ? [] : photos.sentAfter(item, answer);
  return sent.flatMap(({ only, ...change }) => {
    const own = only ? left.filter(({ sha256 }) => only.includes(sha256)) : left;
    if (own.length === 0) return [];
    return {
      ...{ userId, capturedAt, contractVersion, ...(reckoning ? { reckoning } : {}) },
      ...change,
      id: crypto.randomUUID(),
      photos: own,
      photosAtFirst: own.length,
      mayHaveArrived: false,
      attempts: 0,
      notBefore: 0,
    };
  });
}

function keeps<N extends QueuedRouteName>(follower: OutboxItem<N>, sha256: string): boolean {
  const kept = follower.input.body && policyOf<N>(follower.route).photos?.digestsIn(follower.input.body);
  return kept?.includes(sha256) ?? true;
}

/** Takes a photo out of an item, in a transaction; the last one takes the item along. Returns whether it did. */
export async function takeOut(
  db: DeviceTables,
  { seq, id }: Pick<OutboxItem, 'seq' | 'id'>,
  isTaken: (photo: StoredPhoto) => boolean,
  { arrived }: { arrived: boolean },
): Promise<boolean> {
  const item = await db.outbox.get(seq);
  if (item?.id !== id) return false;
  const photos = item.photos.filter((photo) => !isTaken(photo));
  if (photos.length === 0) {
    await db.outbox.delete(seq);
    return true;
  }
  const fewer = arrived ? 0 : item.photos.length - photos.length;
  await db.outbox.update(seq, { photos, photosAtFirst: (item.photosAtFirst ?? item.photos.length) - fewer });
  return false;
}

/** Takes out a photo that its record had before. */
export async function forgetPhoto(item: OutboxItem, { sha256 }: StoredPhoto): Promise<void> {
  await withTransaction('rw', ['outbox'], (db) =>
    takeOut(db, item, (photo) => photo.sha256 === sha256, { arrived: true }),
  );
}

/** Takes a photo that cannot be sent out of its item, into one of its own that says why; not one that was taken off meanwhile. */
export async function setAside(item: OutboxItem, refused: StoredPhoto, refusal: Refusal): Promise<void> {
  await writeMakingRoom(() =>
    withTransaction('rw', ['outbox'], async (db) => {
      const current = await db.outbox.get(item.seq);
      if (current?.id !== item.id || !current.photos.some(({ id }) => id === refused.id)) return;
      await takeOut(db, item, ({ id }) => id === refused.id, { arrived: false });
      const { seq: _, ...fields } = item;
      const own = { photos: [refused], photosAtFirst: 1, refusal, mayHaveArrived: false };
      await db.outbox.add({ ...fields, ...own, id: crypto.randomUUID() });
    }),
  );
}

/** Takes photos out that an edit took off before they were sent, in the transaction that queues the edit. */
export async function takeOutDropped<N extends QueuedRouteName>(
  db: DeviceTables,
  edit: NewItem<N>,
): Promise<void> {
  const { body } = edit.input;
  const dropped = body && policyOf<N>(edit.route).photos?.droppedIn(body);
  if (!dropped || dropped.length === 0) return;
  const isOfIt = (item: OutboxItem) => item.record === edit.record && sendsPhotos(item);
  for (const item of await db.outbox.where({ userId: edit.userId }).filter(isOfIt).toArray()) {
    await takeOut(db, item, ({ sha256 }) => dropped.includes(sha256), { arrived: false });
  }
}
