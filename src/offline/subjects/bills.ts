import type { Meter, Settings, UtilityBillEntry } from '../../../contract/utilities.ts';
import { withDatabase, type OutboxItem } from '../engine/database.ts';
import { writeDraft } from '../engine/drafts.ts';
import { itemLock, ItemGone, queue } from '../engine/outbox.ts';
import { writeMakingRoom } from '../engine/storageQuota.ts';

/** What is typed for the meters of one unit. */
export type Typed = Record<Meter, string>;

/** What the outbox keeps beside an entry so that it can be looked at, and taken back. */
export interface ShownBill {
  user_id: number;
  unit_id: number;
  unit: string;
  person: string;
  typed: Typed;
}

/** What the outbox keeps beside the bills of one posting. */
export interface ShownBills extends Record<string, unknown> {
  bills: ShownBill[];
  rates: Settings;
}

/** The server may have made these bills already: until its answer is known, another wording could bill twice. */
export class StillUnknown extends Error {
  constructor() {
    super('These bills may have reached Porchlight already. They can be changed once its answer is known.');
    this.name = 'StillUnknown';
  }
}

const PREFIX = 'reading:';

const draftOf = (unitId: number): string => `${PREFIX}${unitId}`;

/** What was typed and not yet posted, by unit. */
export async function readReadings(userId: number): Promise<Map<number, Typed>> {
  const drafts = await withDatabase((db) =>
    db.drafts
      .where('[userId+name]')
      .between([userId, PREFIX], [userId, `${PREFIX}\uffff`])
      .toArray(),
  );
  return new Map(drafts.map(({ name, value }) => [Number(name.slice(PREFIX.length)), value as Typed]));
}

/**
 * Keeps what is typed for one unit in a row of its own, so that a keystroke writes little. It is asked for at the
 * moment of the write: a second try does not bring back an older text.
 */
export async function saveReading(userId: number, unitId: number, typedNow: () => Typed): Promise<void> {
  const name = draftOf(unitId);
  await writeDraft((drafts) => {
    const typed = typedNow();
    return Object.values(typed).every((text) => text === '')
      ? drafts.delete([userId, name])
      : drafts.put({ userId, name, value: typed, savedAt: new Date() });
  });
}

/**
 * Puts bills into the outbox; their drafts leave in the same transaction, so that a kill leaves one or the other.
 * @throws {OutOfSpace} where the device has no room even without what is kept for reading
 */
export async function queueBills(
  userId: number,
  entries: UtilityBillEntry[],
  shown: ShownBills,
): Promise<OutboxItem> {
  const replaces = shown.bills.map(({ unit_id }) => draftOf(unit_id));
  return queue({ userId, route: 'createUtilityBills', input: { body: entries }, shown, replaces });
}

/**
 * Changes bills that the server refused or that were not sent. They keep their key: had the server made them
 * after all, it would refuse the other wording instead of billing twice.
 * @throws {StillUnknown} while the server may have made them
 */
export async function reviseBills(id: string, entries: UtilityBillEntry[], shown: ShownBills): Promise<void> {
  await whenKnown(id, async ({ refusal: _, reason: __, ...rest }) => {
    const next: OutboxItem = { ...rest, input: { body: entries }, shown, notBefore: 0 };
    await writeMakingRoom(() => withDatabase((db) => db.outbox.put(next)));
  });
}

/**
 * Takes bills back out of the outbox; their readings are drafts again, where nothing newer was typed.
 * @throws {StillUnknown} while the server may have made them
 * @throws {ItemGone} where they are not there any more
 */
export async function withdrawBills(id: string): Promise<ShownBill[]> {
  return whenKnown(id, async (item) => {
    const { bills } = item.shown as ShownBills;
    return writeMakingRoom(() =>
      withDatabase((db) =>
        db.transaction('rw', db.outbox, db.drafts, async () => {
          const back: ShownBill[] = [];
          for (const bill of bills) {
            const name = draftOf(bill.unit_id);
            if (await db.drafts.get([item.userId, name])) continue;
            await db.drafts.put({ userId: item.userId, name, value: bill.typed, savedAt: new Date() });
            back.push(bill);
          }
          await db.outbox.delete(item.seq);
          return back;
        }),
      ),
    );
  });
}

/** Works on an item that nobody is sending, with its lock held, if it is certain that the server does not have it. */
async function whenKnown<T>(id: string, work: (item: OutboxItem) => Promise<T>): Promise<T> {
  return navigator.locks.request(itemLock(id), { ifAvailable: true }, async (lock) => {
    const item = await withDatabase((db) => db.outbox.where({ id }).first());
    if (!item) throw new ItemGone();
    if (!lock || item.mayHaveArrived) throw new StillUnknown();
    return work(item);
  });
}
