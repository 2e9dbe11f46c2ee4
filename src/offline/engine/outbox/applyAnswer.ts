import type { QueuedRouteName } from '../../../../contract/routes.ts';
import { countAppliedChange } from '../reads/cachedReads.ts';
import { READ_TABLES } from '../reads/storedReads.ts';
import { withTransaction, type AnswerOf, type OutboxItem } from '../database.ts';
import { storesReadsOf } from '../deviceUser.ts';
import { resolveFollower } from './followers.ts';
import { missingPhotos } from './missingPhotos.ts';
import { policyOf } from '../policies.ts';
import { writeMakingRoom } from '../storage/storageQuota.ts';
import { withoutContent } from './withoutContent.ts';
import { now } from '../../../browser/clock.ts';

/** How long sent items are stored, in milliseconds, for edits that began before they were sent. */
const SENT_ITEM_LIFETIME = 24 * 60 * 60_000;

/** Applies the answer to the cached reads, resolves the followers and deletes the item. */
export async function applyAnswer<N extends QueuedRouteName>(
  item: OutboxItem<N>,
  answer: AnswerOf<N>,
): Promise<void> {
  const remainder = missingPhotos(item, answer);
  const at = now();
  await writeMakingRoom(() =>
    withTransaction('rw', ['outbox', 'sent', ...READ_TABLES, 'drafts', 'draftPhotos'], async (db) => {
      await policyOf<N>(item.route).applyResponse(db, item, answer);
      await db.outbox
        .where({ follows: item.id })
        .modify((follower) => resolveFollower<N>(follower, item, answer));
      if (remainder) await db.outbox.put({ ...remainder, seq: item.seq });
      else await db.outbox.delete(item.seq);
      const { id, record, userId, route } = item;
      const stored = (await storesReadsOf(db, userId)) ? answer : withoutContent(answer);
      await db.sent.put({ id, record, userId, route, answer: stored, at });
      await db.sent
        .where('at')
        .below(new Date(at.getTime() - SENT_ITEM_LIFETIME))
        .delete();
      await countAppliedChange(db);
    }),
  );
}
