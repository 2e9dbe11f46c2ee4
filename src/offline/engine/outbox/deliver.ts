import { routes, type QueuedRouteName } from '../../../../contract/routes.ts';
import { callUntyped, SEND_PATIENCE } from '../../../api/call.ts';
import { withRenewal, type TokenSource } from '../../../api/withRenewal.ts';
import type { AnswerOf, OutboxItem } from '../database.ts';
import { policyOf, type Transfer } from '../policies.ts';
import { applyAnswer, applyPhoto } from './applyAnswer.ts';
import { updateItem } from './notSent.ts';
import { sendPhotos } from './transfer.ts';

/** Sends a change, which names its photos. They follow it. */
export async function deliverChange<N extends QueuedRouteName>(
  item: OutboxItem<N>,
  tokens: TokenSource,
): Promise<void> {
  const { photos } = policyOf<N>(item.route);
  const digests = item.photos.map(({ sha256 }) => sha256);
  const input =
    photos && digests.length > 0
      ? { ...item.input, body: photos.following(item.input.body, digests, item.photos) }
      : item.input;
  const answer: AnswerOf<N> = await withRenewal(tokens, (token) =>
    callUntyped(routes[item.route], input, {
      ...optionsOf(item, token),
      idempotencyKey: item.id,
      patience: SEND_PATIENCE,
    }),
  );
  await applyAnswer(item, answer);
}

/** Sends the photos of a change that the server has. Returns false where something was queued meanwhile, which goes first. */
export async function deliverPhotos(
  item: OutboxItem,
  transfer: Transfer,
  tokens: TokenSource,
): Promise<boolean> {
  const progress = { made: false };
  try {
    return await sendPhotos({
      item,
      transfer,
      send: (route, input, options) =>
        withRenewal(tokens, (token) => callUntyped(route, input, { ...optionsOf(item, token), ...options })),
      attach: async (photo) => {
        const params = { ...(item.input.params ?? {}), sha256: photo.sha256 };
        const answer = await withRenewal(tokens, (token) =>
          callUntyped(
            routes[item.route],
            { ...item.input, params },
            { ...optionsOf(item, token), patience: SEND_PATIENCE },
          ),
        );
        return applyPhoto<QueuedRouteName>(item, photo, answer);
      },
      onProgress: () => (progress.made = true),
    });
  } finally {
    // A line that brings something at each try is no reason to try less often.
    if (progress.made) {
      item.attempts = 0;
      await updateItem(item, { attempts: 0 });
    }
  }
}

function optionsOf(
  { capturedAt, contractVersion }: Pick<OutboxItem, 'capturedAt' | 'contractVersion'>,
  token: string,
) {
  return { token, capturedAt, contractVersion };
}
