import type { QueuedRouteName } from '../../../../contract/routes.ts';
import { countAppliedChange } from '../reads/appliedChanges.ts';
import { READ_TABLES } from '../reads/deviceStore.ts';
import { withTransaction, type AnswerOf, type DeviceTables, type OutboxItem } from '../database.ts';
import type { StoredPhoto } from '../storedRecords.ts';
import { storesReadsOf } from '../deviceUser.ts';
import { resolveFollower } from './followers.ts';
import { nameMade } from './named.ts';
import { photosLeft, takeOut } from './photosLeft.ts';
import { policyOf } from '../policies.ts';
import { writeMakingRoom } from '../storage/storageQuota.ts';
import { withoutContent } from './withoutContent.ts';
import { now } from '../../../browser/clock.ts';

/** How long sent items are stored, in milliseconds, for edits that began before they were sent. */
const SENT_ITEM_LIFETIME = 24 * 60 * 60_000;

/** Applies the answer to the cached reads, resolves the followers and deletes the item; its photos are sent from then on. */
export async function applyAnswer<N extends QueuedRouteName>(
  item: OutboxItem<N>,
  answer: AnswerOf<N>,
): Promise<void> {
  await writeMakingRoom(() =>
    withTransaction('rw', ['outbox', 'sent', ...READ_TABLES, 'drafts', 'draftPhotos'], async (db) => {
      await policyOf<N>(item.route).applyResponse(db, item, answer);
      const [first, ...others] = await photosLeft(db, item, answer);
      await db.outbox
        .where({ follows: item.id })
        .modify((follower) => resolveFollower<N>(follower, item, answer));
      await nameMade(db, item, answer);
      if (first) await db.outbox.put({ ...first, seq: item.seq });
      else await db.outbox.delete(item.seq);
      await db.outbox.bulkAdd(others);
      await noteSent(db, item, answer);
      await countAppliedChange(db);
    }),
  );
}

/** Applies the answer to a photo, which leaves its item; the last one takes it along. Returns whether the answer has it. */
export async function applyPhoto<N extends QueuedRouteName>(
  item: OutboxItem<N>,
  { sha256 }: StoredPhoto,
  answer: AnswerOf<N>,
): Promise<boolean> {
  const policy = policyOf<N>(item.route);
  const arrived = policy.transfer?.inAnswer(answer).some((photo) => photo.sha256 === sha256) ?? false;
  await writeMakingRoom(() =>
    withTransaction('rw', ['outbox', 'sent', ...READ_TABLES, 'drafts', 'draftPhotos'], async (db) => {
      await policy.applyResponse(db, item, answer);
      const all = await takeOut(db, item, (photo) => arrived && photo.sha256 === sha256, { arrived });
      if (all) await noteSent(db, item, answer);
      await countAppliedChange(db);
    }),
  );
  return arrived;
}

async function noteSent<N extends QueuedRouteName>(
  db: DeviceTables,
  { id, record, userId, route }: OutboxItem<N>,
  answer: AnswerOf<N>,
): Promise<void> {
  const at = now();
  const stored = (await storesReadsOf(db, userId)) ? answer : withoutContent(answer);
  await db.sent.put({ id, record, userId, route, answer: stored, at });
  await db.sent
    .where('at')
    .below(new Date(at.getTime() - SENT_ITEM_LIFETIME))
    .delete();
}
