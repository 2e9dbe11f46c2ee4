import { routes, type QueuedRouteName } from '../../../../contract/routes.ts';
import { MUST_ADD_SECOND_FACTOR, MUST_CHANGE_PASSWORD } from '../../../../contract/users/user.ts';
import {
  ApiError,
  callUntyped,
  ping,
  RefusedByProxy,
  SEND_PATIENCE,
  Unreachable,
} from '../../../api/call.ts';
import { sinceLastAnswer } from '../../../api/connection.ts';
import { intact } from '../storage/bytes.ts';
import { countAppliedChange } from '../reads/cachedReads.ts';
import { withDatabase, withTransaction, type AnswerOf, type OutboxItem } from '../database.ts';
import { storesReadsOf } from '../deviceUser.ts';
import { cancelBehind, resolveFollower } from './followers.ts';
import { missingPhotos } from './missingPhotos.ts';
import { withLock } from '../locks.ts';
import { itemLock } from './outbox.ts';
import { LONGEST_WAIT, pauseAfterFailure, pauseAfterProxyRefusal } from './pauses.ts';
import { policyOf } from '../policies.ts';
import { certainlyNotPassedOn, wordsOfProxyRefusal } from './proxyRefusal.ts';
import { broadcastIdle, broadcastSending } from './sending.ts';
import { setRight } from './setRight.ts';
import { OutOfSpace, writeMakingRoom } from '../storage/storageQuota.ts';
import { withoutContent } from './withoutContent.ts';
import { now, nowMs } from '../../../browser/clock.ts';

/** The session of the sender: of the page or of the service worker. */
export interface ReplaySession {
  /**
   * The access token of this user; with `spent`, a token that the server refused, a new one. Undefined if the user has to
   * sign in first.
   * @throws {Unreachable} without a connection
   */
  token(userId: number, spent?: string): Promise<string | undefined>;
}

export interface ReplayOptions {
  /** Also sends items whose retry is not due, but `patient` ones: the user asked, or the connection came back. */
  eager?: boolean;
}

/** How a replay ended; `left`: why items are still queued. */
export interface Replayed {
  sent: number;
  left: 'nothing' | 'later' | 'unreachable' | 'sign-in';
}

const REPLAY_LOCK = 'porchlight-replay';
/** No ping is needed after an answer that is younger than this, in milliseconds. */
const RECENT_ANSWER = 15_000;

/** How long sent items are stored, in milliseconds, for edits that began before they were sent. */
const SENT_ITEM_LIFETIME = 24 * 60 * 60_000;

let queued: { options: ReplayOptions; replayed: Promise<Replayed> } | undefined;

/** Sends the outbox item by item; one replay runs at a time among all tabs and the service worker. */
export function replay(session: ReplaySession, options: ReplayOptions = {}): Promise<Replayed> {
  // A replay that waits for the lock sends what a second one would, if it is as eager.
  if (queued) {
    queued.options.eager ||= options.eager ?? false;
    return queued.replayed;
  }
  const own = { ...options };
  const replayed = withLock(REPLAY_LOCK, {}, async () => {
    queued = undefined;
    return new ReplayRound(session, own).run();
  });
  queued = { options: own, replayed };
  return replayed;
}

class ReplayRound {
  private readonly tried = new Set<number>();
  private readonly signedOut = new Set<number>();
  private sent = 0;
  private waits = false;
  private readonly session: ReplaySession;
  private readonly options: ReplayOptions;

  constructor(session: ReplaySession, options: ReplayOptions) {
    this.session = session;
    this.options = options;
  }

  async run(): Promise<Replayed> {
    try {
      for (let item = await this.next(); item; item = await this.next()) {
        // An irrevocable change is sent only when the server is reachable, so that its outcome is rarely unknown.
        const irrevocable = policyOf(item.route).irrevocable !== undefined;
        if (irrevocable || sinceLastAnswer() > RECENT_ANSWER) await ping();
        await this.sendLocked(item);
      }
    } catch (error) {
      // The server fails or a session cannot be renewed, or the device is full: no item is at fault.
      const later = [ApiError, RefusedByProxy, OutOfSpace].some((kind) => error instanceof kind);
      if (later) return { sent: this.sent, left: 'later' };
      if (error instanceof Unreachable) return { sent: this.sent, left: 'unreachable' };
      throw error;
    } finally {
      broadcastIdle();
    }
    const left = this.signedOut.size > 0 ? 'sign-in' : this.waits ? 'later' : 'nothing';
    return { sent: this.sent, left };
  }

  /** The oldest item that may be sent now, with no earlier item of the same record waiting. */
  private async next(): Promise<OutboxItem | undefined> {
    return withDatabase((db) => {
      const heldRecords = new Set<string>();
      const refusedRecords = new Set<string>();
      this.waits = false;
      const sendable = (item: OutboxItem): boolean => {
        const record = `${item.userId} ${item.record}`;
        const wait = item.notBefore - nowMs();
        // A longer wait is never set, so the device's clock was set back.
        const early = wait > 0 && wait <= LONGEST_WAIT && (item.patient || !this.options.eager);
        const ready = !item.refusal && !item.follows && !early && !heldRecords.has(record);
        if (ready && !this.tried.has(item.seq) && !this.signedOut.has(item.userId)) return true;
        if (item.refusal) refusedRecords.add(record);
        else if (!refusedRecords.has(record)) this.waits = true;
        heldRecords.add(record);
        return false;
      };
      // Filtered one by one: all items with their photos may exceed a phone's memory.
      return db.outbox.orderBy('seq').filter(sendable).first();
    });
  }

  private async sendLocked({ id, seq }: OutboxItem): Promise<void> {
    this.tried.add(seq);
    await withLock(itemLock(id), {}, async () => {
      // It may have been revised or discarded meanwhile.
      const item = await withDatabase((db) => db.outbox.get(seq));
      if (item?.id === id) await this.send(await setRight(item));
    });
  }

  private async send(item: OutboxItem): Promise<void> {
    const token = await this.session.token(item.userId);
    if (!token) return this.needsSignIn(item);
    if (!(await intact(item.photos))) return this.unreadable(item);
    broadcastSending(item.id);
    await update(item, { mayHaveArrived: true, attempts: item.attempts + 1, signIn: false, patient: false });
    try {
      await this.deliver(item, token);
    } catch (error) {
      if (error instanceof ApiError) await this.refused(item, error);
      else if (error instanceof RefusedByProxy) await this.refusedByProxy(item, error);
      else if (error instanceof Unreachable) await this.unreachable(item, error);
      else if (error instanceof OutOfSpace) throw error;
      else await this.failed(item, error);
    }
  }

  private async deliver<N extends QueuedRouteName>(item: OutboxItem<N>, token: string): Promise<void> {
    const send = (bearer: string) =>
      callUntyped(routes[item.route], item.input, {
        token: bearer,
        files: item.photos,
        idempotencyKey: item.id,
        capturedAt: item.capturedAt,
        contractVersion: item.contractVersion,
        patience: SEND_PATIENCE,
      });
    let answer: AnswerOf<N>;
    try {
      answer = await send(token);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      const renewed = await this.session.token(item.userId, token);
      if (!renewed) throw error;
      answer = await send(renewed);
    }
    await this.complete(item, answer);
  }

  /** Applies the answer to the cached reads, resolves the followers and deletes the item. */
  private async complete<N extends QueuedRouteName>(item: OutboxItem<N>, answer: AnswerOf<N>): Promise<void> {
    const remainder = missingPhotos(item, answer);
    const at = now();
    await writeMakingRoom(() =>
      withTransaction('rw', ['outbox', 'sent', 'kept', 'drafts', 'draftPhotos', 'device'], async (db) => {
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
    this.sent += 1;
  }

  private async refused(item: OutboxItem, error: ApiError): Promise<void> {
    // The item is sent once the user has signed in, or has chosen a password or set up the second factor.
    const unfinished = [MUST_CHANGE_PASSWORD, MUST_ADD_SECOND_FACTOR].includes(error.failure.code);
    const needsSignIn = error.status === 401 || unfinished;
    if (needsSignIn) return this.needsSignIn(item);
    // A busy server has not handled the request; one that failed may have.
    const processed = error.status !== 429 && error.status !== 503;
    const mayHaveArrived = error.temporary && processed ? true : item.mayHaveArrived;
    if (error.temporary) {
      const retryAfter = Math.min(LONGEST_WAIT, (error.retryAfter ?? 0) * 1000);
      const pause = Math.max(pauseAfterFailure(item.attempts), retryAfter);
      const patient = error.status === 429 && error.retryAfter !== undefined;
      const notBefore = nowMs() + pause;
      return update(item, { mayHaveArrived, proxyRefusals: 0, notBefore, patient, reason: error.message });
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
  private async refusedByProxy(item: OutboxItem, { status }: RefusedByProxy): Promise<void> {
    const mayHaveArrived = certainlyNotPassedOn(status) ? item.mayHaveArrived : true;
    const proxyRefusals = (item.proxyRefusals ?? 0) + 1;
    const notBefore = nowMs() + pauseAfterProxyRefusal(proxyRefusals);
    const reason = wordsOfProxyRefusal(item.photos.length, mayHaveArrived);
    await update(item, { mayHaveArrived, proxyRefusals, notBefore, patient: true, reason });
  }

  private async unreachable(item: OutboxItem, error: Unreachable): Promise<never> {
    await update(item, { notBefore: nowMs() + pauseAfterFailure(item.attempts), reason: error.message });
    throw error;
  }

  private async needsSignIn(item: OutboxItem): Promise<void> {
    this.signedOut.add(item.userId);
    await update(item, {
      mayHaveArrived: item.mayHaveArrived,
      attempts: item.attempts,
      signIn: true,
    });
  }

  /** Flags an item whose photo's bytes were lost, and keeps its text. */
  private async unreadable(item: OutboxItem): Promise<void> {
    const message =
      'A photo could not be read back from this device. Edit to send it without, or add it again.';
    await update(item, {
      refusal: { status: 0, failure: { message, error: message, code: 'photo_unreadable' } },
    });
  }

  /** After a bug the item is kept and flagged, and later items are sent. */
  private async failed(item: OutboxItem, error: unknown): Promise<void> {
    console.error(error);
    const message = 'Something went wrong on this device. Please try again.';
    await update(item, { refusal: { status: 0, failure: { message, error: message, code: 'bug' } } });
  }
}

async function update(item: OutboxItem, changes: Partial<OutboxItem>): Promise<void> {
  await writeMakingRoom(() => withDatabase((db) => db.outbox.update(item.seq, changes)));
}
