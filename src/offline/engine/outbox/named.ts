import type { QueuedRouteName } from '../../../../contract/routes.ts';
import {
  withTransaction,
  type AnswerOf,
  type DeviceTables,
  type NewItem,
  type OutboxItem,
} from '../database.ts';
import { policyOf } from '../policies.ts';
import { NAMED_DISCARDED } from './itemState.ts';

// A change may name a record that is unsent as well, such as a new lease somebody who was just written down. It is sent once
// the item that makes the record was answered, which tells its id.

/** What a change names was discarded, so that it has to be chosen again. */
export class NamedDiscarded extends Error {
  constructor() {
    super('What this is for was discarded on this device. Please choose it again, or discard this as well.');
    this.name = 'NamedDiscarded';
  }
}

/**
 * Notes what the change has to wait for, and names what was sent meanwhile.
 * @throws {NamedDiscarded} where it names what is neither unsent nor was sent recently
 */
export async function awaitNamed<N extends QueuedRouteName>(
  db: Pick<DeviceTables, 'outbox' | 'sent'>,
  item: NewItem<N>,
): Promise<void> {
  const { names } = policyOf<N>(item.route);
  const awaited: string[] = [];
  for (const madeBy of names?.in(item) ?? []) {
    const sent = await db.sent.get(madeBy);
    const id = sent && madeIn(sent.route, sent.answer);
    if (id !== undefined) names?.complete(item, madeBy, id);
    else if (await db.outbox.where({ id: madeBy }).count()) awaited.push(madeBy);
    else throw new NamedDiscarded();
  }
  setAwaited(item, awaited);
}

/** Names the record that the answer tells in every change that waited for it. */
export async function nameMade<N extends QueuedRouteName>(
  db: Pick<DeviceTables, 'outbox'>,
  { id: madeBy, userId, route }: OutboxItem<N>,
  answer: AnswerOf<N>,
): Promise<void> {
  const id = madeIn<N>(route, answer);
  if (id === undefined) return;
  await modifyWaiting(db, { madeBy, userId }, (item) => nameIn(item, madeBy, id));
}

/** Asks about every change that names what this item would have made. */
export async function loseNamed(
  db: Pick<DeviceTables, 'outbox'>,
  { id: madeBy, userId, route }: OutboxItem,
): Promise<void> {
  if (policyOf(route).made) await modifyWaiting(db, { madeBy, userId }, askAgain);
}

/** Names what the version before sent, or asks about what it discarded: it tells no change that waits. */
export async function settleNamed(seq: number): Promise<void> {
  await withTransaction('rw', ['outbox', 'sent'], async (db) => {
    const item = await db.outbox.get(seq);
    if (!item?.awaits || item.refusal) return;
    try {
      await awaitNamed(db, item);
    } catch (error) {
      if (!(error instanceof NamedDiscarded)) throw error;
      askAgain(item);
    }
    await db.outbox.put(item);
  });
}

function askAgain(item: OutboxItem): void {
  const { message } = new NamedDiscarded();
  item.refusal = { status: 0, failure: { message, error: message, code: NAMED_DISCARDED } };
}

/** Shows what an edited item makes as it is now in every change that waits for it, and so on. */
export async function showRevised(db: Pick<DeviceTables, 'outbox'>, maker: OutboxItem): Promise<void> {
  if (!policyOf(maker.route).made) return;
  const changed: OutboxItem[] = [];
  await modifyWaiting(db, { madeBy: maker.id, userId: maker.userId }, (item) => {
    showIn(item, maker);
    changed.push(item);
  });
  for (const item of changed) await showRevised(db, item);
}

function showIn<N extends QueuedRouteName>(item: OutboxItem<N>, maker: OutboxItem): void {
  policyOf<N>(item.route).names?.showRevised?.(item, maker);
}

function madeIn<N extends QueuedRouteName>(route: N, answer: AnswerOf<N>): number | undefined {
  return policyOf<N>(route).made?.(answer);
}

function nameIn<N extends QueuedRouteName>(item: OutboxItem<N>, madeBy: string, id: number): void {
  policyOf<N>(item.route).names?.complete(item, madeBy, id);
  setAwaited(
    item,
    (item.awaits ?? []).filter((each) => each !== madeBy),
  );
}

function setAwaited(item: Pick<NewItem, 'awaits'>, awaited: string[]): void {
  if (awaited.length > 0) item.awaits = awaited;
  else delete item.awaits;
}

/** One by one: all items with their photos may exceed a phone's memory. */
async function modifyWaiting(
  db: Pick<DeviceTables, 'outbox'>,
  { madeBy, userId }: { madeBy: string; userId: number },
  change: (item: OutboxItem) => void,
): Promise<void> {
  const waiting = db.outbox.where({ userId }).filter(({ awaits = [] }) => awaits.includes(madeBy));
  for (const seq of await waiting.primaryKeys()) {
    const item = await db.outbox.get(seq);
    if (!item) continue;
    change(item);
    await db.outbox.put(item);
  }
}
