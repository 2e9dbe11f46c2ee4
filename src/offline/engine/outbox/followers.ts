import type { QueuedRouteName } from '../../../../contract/routes.ts';
import type { AnswerOf, NewItem, OutboxItem, QueuedChange, Revision } from '../database.ts';
import { policyOf } from '../policies.ts';

// A follower is a change that waits for the answer to an earlier one, which contains for example the record's id.

/** Completes a follower from the answer to the item it waited for. */
export function resolveFollower<N extends QueuedRouteName>(
  follower: NewItem,
  { id, route }: { id: string; route: N },
  answer: AnswerOf<N>,
): void {
  delete follower.follows;
  follower.led = id;
  policyOf(route).resolveFollower?.(follower, answer);
}

/** The update to queue behind an item that may have arrived; undefined if its answer must be awaited. */
export function updateBehind<N extends QueuedRouteName>(
  route: N,
  revision: Revision<N>,
  item?: OutboxItem<N>,
): QueuedChange | undefined {
  const policy = policyOf(route);
  const digests = revision.photos.map(({ sha256 }) => sha256);
  const body = policy.photos ? policy.photos.withDigests(revision.body, digests) : revision.body;
  return policy.updateBehind?.({ ...revision, body }, item);
}

/** The change that cancels another; undefined if there is none. */
export function cancelBehind<N extends QueuedRouteName>(
  route: N,
  item?: OutboxItem<N>,
  answer?: AnswerOf<N>,
): QueuedChange | undefined {
  return policyOf(route).cancelBehind?.(item, answer);
}
