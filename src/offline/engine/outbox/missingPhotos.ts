import type { QueuedRouteName } from '../../../../contract/routes.ts';
import type { AnswerOf, NewItem, OutboxItem } from '../database.ts';
import { policyOf } from '../policies.ts';
import { updateBehind } from './followers.ts';

/** An update that adds the photos missing from the answer; it waits for the user to retry it. */
export function missingPhotos<N extends QueuedRouteName>(
  item: OutboxItem<N>,
  answer: AnswerOf<N>,
): NewItem | undefined {
  const policy = policyOf<N>(item.route);
  const arrived = new Set(policy.photos?.inAnswer(answer).map(({ sha256 }) => sha256));
  const missing = item.photos.filter(({ sha256 }) => !arrived.has(sha256));
  if (missing.length === 0) return undefined;
  const { id: _, route: __, input, shown, ...fields } = item;
  const update = updateBehind<N>(
    item.route,
    { body: input.body, photos: item.photos, ...(shown ? { shown } : {}) },
    item,
  );
  if (!update) throw new Error(`No change can add the photos that ${item.route} did not bring.`);
  const message = 'The server did not confirm every photo. Try again to send what is missing.';
  const remainder: NewItem = {
    ...fields,
    ...update,
    id: crypto.randomUUID(),
    photos: missing,
    mayHaveArrived: false,
    attempts: 0,
    refusal: { status: 0, failure: { message, error: message, code: 'photos_unconfirmed' } },
  };
  policy.resolveFollower?.(remainder, answer);
  return remainder;
}
