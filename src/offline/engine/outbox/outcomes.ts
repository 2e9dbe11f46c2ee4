import { liveQuery } from 'dexie';
import { NO_CONNECTION } from '../../../api/call.ts';
import { currentConnection, onConnectionChange } from '../../../api/connection.ts';
import { withTransaction, type DeviceTables, type OutboxItem } from '../database.ts';
import { nowMs } from '../../../browser/clock.ts';

export type SendOutcome = 'sent' | 'refused' | 'waiting';

/** In milliseconds: a longer Retry-After is that of a quota, not of a busy server. */
const A_MOMENT = 60_000;

/** What became of an item. `busy`: the server has answered that it cannot take it now. */
export type ItemOutcome =
  | { type: 'sent' | 'waiting' | 'busy' | 'waiting for another' | 'waiting for sign-in' }
  /** The server takes no more of this person's changes until then, in milliseconds since the epoch. */
  | { type: 'over quota'; until: number }
  /** Something between this device and the server refuses it, as the reason says. */
  | { type: 'refused on the way'; reason: string }
  | { type: 'refused'; reason: string };

/** Undefined where it was discarded. */
export async function findOutcome(id: string): Promise<ItemOutcome | undefined> {
  return withTransaction('r', ['outbox', 'sent'], async (db): Promise<ItemOutcome | undefined> => {
    const item = await db.outbox.where({ id }).first();
    if (!item) return (await db.sent.get(id)) && { type: 'sent' };
    if (item.refusal) return { type: 'refused', reason: item.refusal.failure.message };
    if (item.awaits) return { type: 'waiting for another' };
    if (item.signIn) return { type: 'waiting for sign-in' };
    if (item.proxyRefusals && item.reason && item.reason !== NO_CONNECTION) {
      return { type: 'refused on the way', reason: item.reason };
    }
    if (item.patient && item.notBefore > nowMs() + A_MOMENT) {
      return { type: 'over quota', until: item.notBefore };
    }
    return { type: item.reason && item.reason !== NO_CONNECTION ? 'busy' : 'waiting' };
  });
}

/** In milliseconds: with what is stored before and drawn after, a person is told within ten seconds. */
const OUTCOME_WAIT = 9_500;

/**
 * The outcome of an item, as soon as it is known; `waiting` without a connection, or once the time (in
 * milliseconds) is over.
 */
export async function waitForOutcome(id: string, timeout = OUTCOME_WAIT): Promise<SendOutcome> {
  if (currentConnection() === 'offline') return 'waiting';
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => finish('waiting'), timeout);
    const ignore = onConnectionChange(() => {
      if (currentConnection() === 'offline') finish('waiting');
    });
    const watch = liveQuery(() => findWaiting(id)).subscribe({
      next: ({ item, held }) => {
        if (!item) finish('sent');
        else if (item.refusal) finish('refused');
        else if (held) finish('waiting');
        // Put off for longer than anybody is asked to wait here.
        else if (item.patient && item.notBefore > nowMs() + timeout) finish('waiting');
      },
      error: (error: unknown) => {
        reject(error instanceof Error ? error : new Error(String(error)));
        finish('waiting');
      },
    });
    function finish(outcome: SendOutcome): void {
      clearTimeout(timer);
      ignore();
      // Deferred, since a live query may emit its first value before `subscribe` returns.
      queueMicrotask(() => watch.unsubscribe());
      resolve(outcome);
    }
  });
}

/** `held`: what it is sent after needs attention. */
async function findWaiting(id: string): Promise<{ item: OutboxItem | undefined; held: boolean }> {
  return withTransaction('r', ['outbox'], async (db) => {
    const item = await db.outbox.where({ id }).first();
    return { item, held: item ? await isHeld(db, item) : false };
  });
}

async function isHeld(db: Pick<DeviceTables, 'outbox'>, { awaits = [] }: OutboxItem): Promise<boolean> {
  for (const each of await db.outbox.where('id').anyOf(awaits).toArray()) {
    if (each.refusal || (await isHeld(db, each))) return true;
  }
  return false;
}
