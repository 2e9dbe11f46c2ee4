import { MUST_ADD_SECOND_FACTOR, MUST_CHANGE_PASSWORD } from '../../../../contract/users/refusalCodes.ts';
import { type ApiError, type RefusedByProxy, type Unreachable } from '../../../api/call.ts';
import { withDatabase, withTransaction, type OutboxItem } from '../database.ts';
import { cancelBehind } from './followers.ts';
import { LONGEST_WAIT, pauseAfterFailure, pauseAfterProxyRefusal } from './pauses.ts';
import { certainlyNotPassedOn, wordsOfProxyRefusal } from './proxyRefusal.ts';
import { sendsPhotos } from './photosLeft.ts';
import { writeMakingRoom } from '../storage/storageQuota.ts';
import { nowMs } from '../../../browser/clock.ts';

// What an item has of a try by which it was not sent.

/** Whether the item is sent once the user has signed in, or has chosen a password or set up the second factor. */
export function needsSignIn({ status, failure }: ApiError): boolean {
  return status === 401 || [MUST_CHANGE_PASSWORD, MUST_ADD_SECOND_FACTOR].includes(failure.code);
}

export async function noteRefusal(item: OutboxItem, error: ApiError): Promise<void> {
  // A busy server has not handled the request; one that failed may have.
  const processed = error.status !== 429 && error.status !== 503;
  const mayHaveArrived = error.temporary && processed ? true : item.mayHaveArrived;
  if (error.temporary) {
    const retryAfter = Math.min(LONGEST_WAIT, (error.retryAfter ?? 0) * 1000);
    const pause = Math.max(pauseAfterFailure(item.attempts), retryAfter);
    const patient = error.status === 429 && error.retryAfter !== undefined;
    const notBefore = nowMs() + pause;
    return updateItem(item, { mayHaveArrived, proxyRefusals: 0, notBefore, patient, reason: error.message });
  }
  const refusal = { status: error.status, failure: error.failure };
  const cancelling = cancelBehind(item.route)?.route;
  await writeMakingRoom(() =>
    withTransaction('rw', ['outbox'], async (db) => {
      const followers = db.outbox.where({ follows: item.id });
      const cancelled = await followers.filter(({ route }) => route === cancelling).count();
      await db.outbox.update(item.seq, { mayHaveArrived: false, refusal });
      if (cancelled === 0) return;
      // The user cancelled it and the server never applied it: nothing is left to decide.
      await followers.delete();
      await db.outbox.delete(item.seq);
    }),
  );
}

/** The item waits longer each time, since it is sent for nothing, and the changes of other records go on. */
export async function noteProxyRefusal(item: OutboxItem, { status }: RefusedByProxy): Promise<void> {
  // Photos that have not arrived can be taken out, whatever became of their parts.
  const mayHaveArrived = !sendsPhotos(item) && (!certainlyNotPassedOn(status) || item.mayHaveArrived);
  const proxyRefusals = (item.proxyRefusals ?? 0) + 1;
  const notBefore = nowMs() + pauseAfterProxyRefusal(proxyRefusals);
  const reason = wordsOfProxyRefusal(sendsPhotos(item) ? item.photos.length : 0, mayHaveArrived);
  await updateItem(item, { mayHaveArrived, proxyRefusals, notBefore, patient: true, reason });
}

export async function noteUnreachable(item: OutboxItem, error: Unreachable): Promise<void> {
  await updateItem(item, { notBefore: nowMs() + pauseAfterFailure(item.attempts), reason: error.message });
}

export async function noteMissingSignIn(item: OutboxItem): Promise<void> {
  await updateItem(item, {
    mayHaveArrived: item.mayHaveArrived,
    attempts: item.attempts,
    signIn: true,
  });
}

/** After a bug the item is kept and flagged, and later items are sent. */
export async function noteBug(item: OutboxItem, error: unknown): Promise<void> {
  console.error(error);
  const message = 'Something went wrong on this device. Please try again.';
  await updateItem(item, { refusal: { status: 0, failure: { message, error: message, code: 'bug' } } });
}

export async function updateItem(item: OutboxItem, changes: Partial<OutboxItem>): Promise<void> {
  await writeMakingRoom(() => withDatabase((db) => db.outbox.update(item.seq, changes)));
}
