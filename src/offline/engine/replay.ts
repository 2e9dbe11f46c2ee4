import { routes, type QueuedRouteName } from '../../../contract/routes.ts';
import { MUST_CHANGE_PASSWORD } from '../../../contract/user.ts';
import { ApiError, callLoosely, ping, SEND_PATIENCE, Unreachable } from '../../call.ts';
import { sinceLastAnswer } from '../../connection.ts';
import { intact } from './bytes.ts';
import { countAppliedChange } from './cachedReads.ts';
import { withDatabase, type AnswerOf, type NewItem, type OutboxItem } from './database.ts';
import { cancelBehind, resolveFollower, updateBehind } from './followers.ts';
import { itemLock } from './outbox.ts';
import { policyOf } from './policies.ts';
import { broadcastIdle, broadcastSending } from './sending.ts';
import { OutOfSpace, writeMakingRoom } from './storageQuota.ts';

/** Who may send, as the page or the service worker knows it. */
export interface ReplaySession {
  /**
   * The access token of this person; with `spent`, a token that the server no longer takes, a new one.
   * Undefined where that person has to sign in first.
   * @throws {Unreachable} where the server cannot be asked
   */
  token(userId: number, spent?: string): Promise<string | undefined>;
}

export interface ReplayOptions {
  /** Also what waits for its next try, since a person asked or the connection came back, but for what is `patient`. */
  eager?: boolean;
}

/** How a replay ended: `left` says that something waits for a later try. */
export interface Replayed {
  sent: number;
  left: 'nothing' | 'later' | 'unreachable' | 'sign-in';
}

const REPLAY_LOCK = 'porchlight-replay';
/** In milliseconds: an answer as fresh as this needs no look whether the server is there. */
const FRESH = 15_000;
const LONGEST_PAUSE = 5 * 60_000;
/** In milliseconds: the server's allowances are by the hour. */
const LONGEST_WAIT = 60 * 60_000;

/** In milliseconds: how long it is known what became of a sent item, for whoever was just changing it. */
const REMEMBERED = 24 * 60 * 60_000;

let queued: { options: ReplayOptions; replayed: Promise<Replayed> } | undefined;

/** Sends what waits, one at a time and one replayer at a time among all tabs and the service worker. */
export function replay(session: ReplaySession, options: ReplayOptions = {}): Promise<Replayed> {
  // One replay that waits for the lock will see whatever a second one would, if it looks as eagerly.
  if (queued) {
    queued.options.eager ||= options.eager ?? false;
    return queued.replayed;
  }
  const own = { ...options };
  const replayed = navigator.locks.request(REPLAY_LOCK, async () => {
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
        // What may have arrived and cannot be taken back stays so as rarely as can be.
        const irrevocable = policyOf(item.route).irrevocable !== undefined;
        if (irrevocable || sinceLastAnswer() > FRESH) await ping();
        await this.sendLocked(item);
      }
    } catch (error) {
      if (error instanceof Unreachable) return { sent: this.sent, left: 'unreachable' };
      // The server is there but neither well nor able to renew the session, or the device is full: no item is to blame.
      if (error instanceof ApiError || error instanceof OutOfSpace) return { sent: this.sent, left: 'later' };
      throw error;
    } finally {
      broadcastIdle();
    }
    const left = this.signedOut.size > 0 ? 'sign-in' : this.waits ? 'later' : 'nothing';
    return { sent: this.sent, left };
  }

  /** The oldest item that may be sent now: nothing before it waits that changes the same record. */
  private async next(): Promise<OutboxItem | undefined> {
    return withDatabase((db) => {
      const held = new Set<string>();
      const needPerson = new Set<string>();
      this.waits = false;
      const sendable = (item: OutboxItem): boolean => {
        const record = `${item.userId} ${item.record}`;
        const wait = item.notBefore - Date.now();
        // A longer wait was never meant: the phone's clock was set back meanwhile.
        const early = wait > 0 && wait <= LONGEST_WAIT && (item.patient || !this.options.eager);
        const ready = !item.refusal && !item.follows && !early && !held.has(record);
        if (ready && !this.tried.has(item.seq) && !this.signedOut.has(item.userId)) return true;
        if (item.refusal) needPerson.add(record);
        else if (!needPerson.has(record)) this.waits = true;
        held.add(record);
        return false;
      };
      // Looked through one by one: all of them with their photos may be more than a phone has memory for.
      return db.outbox.orderBy('seq').filter(sendable).first();
    });
  }

  private async sendLocked({ id, seq }: OutboxItem): Promise<void> {
    this.tried.add(seq);
    await navigator.locks.request(itemLock(id), async () => {
      // It may have been revised or discarded while this round was getting to it.
      const item = await withDatabase((db) => db.outbox.get(seq));
      if (item?.id === id) await this.send(item);
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
      else if (error instanceof Unreachable) await this.unreachable(item, error);
      else if (error instanceof OutOfSpace) throw error;
      else await this.failed(item, error);
    }
  }

  private async deliver<N extends QueuedRouteName>(item: OutboxItem<N>, token: string): Promise<void> {
    const send = (bearer: string) =>
      callLoosely(routes[item.route], item.input, {
        token: bearer,
        photos: item.photos,
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

  /** The server said that it is done: its answer is applied, what waited behind goes on, the item leaves. */
  private async complete<N extends QueuedRouteName>(item: OutboxItem<N>, answer: AnswerOf<N>): Promise<void> {
    const left = missingPhotos(item, answer);
    const at = new Date();
    await writeMakingRoom(() =>
      withDatabase((db) =>
        db.transaction(
          'rw',
          [db.outbox, db.sent, db.kept, db.drafts, db.draftPhotos, db.device],
          async () => {
            await policyOf<N>(item.route).applyResponse(db, item, answer);
            await db.outbox
              .where({ follows: item.id })
              .modify((follower) => resolveFollower<N>(follower, item, answer));
            if (left) await db.outbox.put({ ...left, seq: item.seq });
            else await db.outbox.delete(item.seq);
            const { id, record, userId, route } = item;
            await db.sent.put({ id, record, userId, route, answer, at });
            await db.sent
              .where('at')
              .below(new Date(at.getTime() - REMEMBERED))
              .delete();
            await countAppliedChange(db);
          },
        ),
      ),
    );
    this.sent += 1;
  }

  private async refused(item: OutboxItem, error: ApiError): Promise<void> {
    // Nothing is wrong with the item: it goes out once the person has signed in, or has a password of their own.
    const person = error.status === 401 || error.failure.code === MUST_CHANGE_PASSWORD;
    if (person) return this.needsSignIn(item);
    // A busy server has not looked at the request; one that fails may have.
    const looked = error.status !== 429 && error.status !== 503;
    const mayHaveArrived = error.temporary && looked ? true : item.mayHaveArrived;
    if (error.temporary) {
      const asked = Math.min(LONGEST_WAIT, (error.retryAfter ?? 0) * 1000);
      const pause = Math.max(backoff(item.attempts), asked);
      const patient = error.status === 429 && error.retryAfter !== undefined;
      return update(item, { mayHaveArrived, notBefore: Date.now() + pause, patient, reason: error.message });
    }
    const refusal = { status: error.status, failure: error.failure };
    const cancelling = cancelBehind(item.route)?.route;
    await writeMakingRoom(() =>
      withDatabase((db) =>
        db.transaction('rw', db.outbox, async () => {
          const followers = db.outbox.where({ follows: item.id });
          const cancelled = await followers.filter(({ route }) => route === cancelling).count();
          await db.outbox.update(item.seq, { mayHaveArrived: false, refusal });
          if (cancelled === 0) return;
          // The person took it back and the server never made it: nothing is left to decide.
          await followers.delete();
          await db.outbox.delete(item.seq);
        }),
      ),
    );
  }

  private async unreachable(item: OutboxItem, error: Unreachable): Promise<never> {
    await update(item, { notBefore: Date.now() + backoff(item.attempts), reason: error.message });
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

  /** The text is worth keeping even where the browser lost a photo's bytes. */
  private async unreadable(item: OutboxItem): Promise<void> {
    const message =
      'A photo could not be read back from this device. Edit to send it without, or add it again.';
    await update(item, {
      refusal: { status: 0, failure: { message, error: message, code: 'photo_unreadable' } },
    });
  }

  /** A bug of ours must neither delete the item nor block those behind it. */
  private async failed(item: OutboxItem, error: unknown): Promise<void> {
    console.error(error);
    const message = 'Something went wrong on this device. Please try again.';
    await update(item, { refusal: { status: 0, failure: { message, error: message, code: 'bug' } } });
  }
}

/** Where the text has arrived and photos have not, what is left of the item: it adds them, once a person has looked. */
function missingPhotos<N extends QueuedRouteName>(
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
  const left: NewItem = {
    ...fields,
    ...update,
    id: crypto.randomUUID(),
    photos: missing,
    mayHaveArrived: false,
    attempts: 0,
    refusal: { status: 0, failure: { message, error: message, code: 'photos_unconfirmed' } },
  };
  policy.resolveFollower?.(left, answer);
  return left;
}

async function update(item: OutboxItem, changes: Partial<OutboxItem>): Promise<void> {
  await writeMakingRoom(() => withDatabase((db) => db.outbox.update(item.seq, changes)));
}

function backoff(attempts: number): number {
  const most = Math.min(LONGEST_PAUSE, 2000 * 2 ** attempts);
  return most * (0.5 + Math.random() / 2);
}
