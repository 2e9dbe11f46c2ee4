import type { QueuedRouteName } from '../../../contract/routes.ts';
import type { AnswerOf, NewItem, OutboxItem, QueuedChange, Revision } from './database.ts';
import { policyOf } from './policies.ts';

// A change that follows another is queued behind it, and lacks until the other's answer what only that tells.

/** Lets an item that waited behind another go on, now that the other was sent. */
export function resolveFollower<N extends QueuedRouteName>(
  follower: NewItem,
  { id, route }: { id: string; route: N },
  answer: AnswerOf<N>,
): void {
  delete follower.follows;
  follower.led = id;
  policyOf(route).resolveFollower?.(follower, answer);
}

/** The change that says behind another what a person now wants; undefined where only an answer settles the other. */
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

/** The change that takes another back; undefined where there is none. */
export function cancelBehind<N extends QueuedRouteName>(
  route: N,
  item?: OutboxItem<N>,
): QueuedChange | undefined {
  return policyOf(route).cancelBehind?.(item);
}
