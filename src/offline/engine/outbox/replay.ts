import { ApiError, ping, RefusedByProxy, Unreachable } from '../../../api/call.ts';
import type { TokenSource } from '../../../api/withRenewal.ts';
import { sinceLastAnswer } from '../../../api/connection.ts';
import { withDatabase, type OutboxItem } from '../database.ts';
import { deliverChange, deliverPhotos } from './deliver.ts';
import {
  needsSignIn,
  noteBug,
  noteMissingSignIn,
  noteProxyRefusal,
  noteRefusal,
  noteUnreachable,
  updateItem,
} from './notSent.ts';
import { withLock } from '../locks.ts';
import { itemLock } from './outbox.ts';
import { settleNamed } from './named.ts';
import { LONGEST_WAIT } from './pauses.ts';
import { policyOf } from '../policies.ts';
import { sendsPhotos } from './photosLeft.ts';
import { broadcastIdle, broadcastSending } from './sending.ts';
import { setRight } from './setRight.ts';
import { OutOfSpace } from '../storage/storageQuota.ts';
import { nowMs } from '../../../browser/clock.ts';

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
  /** By id, since the photos of a change take its place. */
  private readonly tried = new Set<string>();
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

  /**
   * The oldest item that may be sent now, with no earlier item of the same record waiting. What people wrote goes before photos,
   * however long these have waited.
   */
  private async next(): Promise<OutboxItem | undefined> {
    const { item, forsaken } = await this.look();
    if (item || forsaken === undefined) return item;
    await settleNamed(forsaken);
    return this.next();
  }

  /** `forsaken`: without another item, the number of one that waits for what is not in the outbox. */
  private async look(): Promise<{ item: OutboxItem | undefined; forsaken?: number | undefined }> {
    return withDatabase(async (db) => {
      const unsent = new Set<string>();
      const awaiting: { seq: number; awaits: string[] }[] = [];
      const heldRecords = new Set<string>();
      const refusedRecords = new Set<string>();
      let photosFirst: number | undefined;
      this.waits = false;
      const sendable = (item: OutboxItem): boolean => {
        unsent.add(item.id);
        if (item.awaits && !item.refusal) awaiting.push({ seq: item.seq, awaits: item.awaits });
        const record = `${item.userId} ${item.record}`;
        const photosOnly = sendsPhotos(item);
        const wait = item.notBefore - nowMs();
        // A longer wait is never set, so the device's clock was set back.
        const early = wait > 0 && wait <= LONGEST_WAIT && (item.patient || !this.options.eager);
        const free = photosOnly || !heldRecords.has(record);
        const ready = !item.refusal && !item.follows && !item.awaits && !early && free;
        if (ready && !this.tried.has(item.id) && !this.signedOut.has(item.userId)) {
          if (!photosOnly) return true;
          photosFirst ??= item.seq;
          return false;
        }
        if (photosOnly) {
          if (!item.refusal) this.waits = true;
          return false;
        }
        if (item.refusal) refusedRecords.add(record);
        // What makes the record that it names waits by itself, or was refused.
        else if (!refusedRecords.has(record) && !item.awaits) this.waits = true;
        heldRecords.add(record);
        return false;
      };
      // Filtered one by one: all items with their photos may exceed a phone's memory.
      const item = await db.outbox.orderBy('seq').filter(sendable).first();
      if (item) return { item };
      if (photosFirst !== undefined) return { item: await db.outbox.get(photosFirst) };
      const forsaken = awaiting.find(({ awaits }) => awaits.some((id) => !unsent.has(id)));
      return { item: undefined, forsaken: forsaken?.seq };
    });
  }

  private async sendLocked({ id, seq }: OutboxItem): Promise<void> {
    await withLock(itemLock(id), {}, async () => {
      // It may have been revised meanwhile, to name what is unsent as well, or discarded.
      const item = await withDatabase((db) => db.outbox.get(seq));
      if (item?.id !== id || item.awaits) return;
      this.tried.add(id);
      await this.send(await setRight(item));
    });
  }

  private async send(item: OutboxItem): Promise<void> {
    const token = await this.session.token(item.userId);
    if (!token) return this.waitForSignIn(item);
    broadcastSending(item.id);
    await updateItem(item, {
      mayHaveArrived: true,
      attempts: item.attempts + 1,
      signIn: false,
      patient: false,
    });
    try {
      await this.deliver(item, token);
    } catch (error) {
      if (error instanceof ApiError && needsSignIn(error)) await this.waitForSignIn(item);
      else if (error instanceof ApiError) await noteRefusal(item, error);
      else if (error instanceof RefusedByProxy) await noteProxyRefusal(item, error);
      else if (error instanceof Unreachable) {
        await noteUnreachable(item, error);
        throw error;
      } else if (error instanceof OutOfSpace) throw error;
      else await noteBug(item, error);
    }
  }

  private async deliver(item: OutboxItem, token: string): Promise<void> {
    // The token that was looked for before anything was written serves until it is refused.
    let current: string | undefined = token;
    const tokens: TokenSource = async (spent) =>
      spent === undefined ? current : (current = await this.session.token(item.userId, spent));
    const { transfer } = policyOf(item.route);
    if (transfer) {
      // What was queued meanwhile goes first, and then the photos go on.
      if (!(await deliverPhotos(item, transfer, tokens))) this.tried.delete(item.id);
    } else {
      await deliverChange(item, tokens);
      this.sent += 1;
    }
  }

  private async waitForSignIn(item: OutboxItem): Promise<void> {
    this.signedOut.add(item.userId);
    await noteMissingSignIn(item);
  }
}
