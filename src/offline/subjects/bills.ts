import type {
  LastReading,
  Meter,
  Settings,
  UtilityBillEntry,
  UtilityBillsCreated,
} from '../../../contract/utilities.ts';
import { updateCached } from '../engine/cachedReads.ts';
import { withDatabase, type OutboxItem } from '../engine/database.ts';
import { writeDraft } from '../engine/drafts.ts';
import { InDoubt, ItemGone, queue, withItem } from '../engine/outbox.ts';
import type { Policies } from '../engine/policies.ts';
import { writeMakingRoom } from '../engine/storageQuota.ts';

/** The typed readings of one unit. */
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
export interface ShownBills {
  bills: ShownBill[];
  rates: Settings;
}

declare module '../engine/database.ts' {
  interface StoredChanges {
    createUtilityBills: { input: { params?: undefined; body: UtilityBillEntry[] }; shown: ShownBills };
  }
}

const MAY_HAVE_ARRIVED =
  'These bills may have reached Porchlight already. They can be changed once its answer is known.';

const PREFIX = 'reading:';

const draftOf = (unitId: number): string => `${PREFIX}${unitId}`;

/** The readings that are typed and not yet posted, by unit. */
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
 * @throws {OutOfSpace} where the device has no room even without the cached reads
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
 * Takes bills back out of the outbox; their readings are drafts again, where nothing newer was typed.
 * @throws {InDoubt} while the server may have made them
 * @throws {ItemGone} where they are not there any more
 */
export async function withdrawBills(id: string): Promise<ShownBill[]> {
  return withItem(id, async (item, unsent) => {
    if (item?.route !== 'createUtilityBills') throw new ItemGone();
    if (!unsent) throw new InDoubt(MAY_HAVE_ARRIVED);
    const { userId, shown, seq } = item;
    return writeMakingRoom(() =>
      withDatabase((db) =>
        db.transaction('rw', db.outbox, db.drafts, async () => {
          const back: ShownBill[] = [];
          for (const bill of shown.bills) {
            const name = draftOf(bill.unit_id);
            if (await db.drafts.get([userId, name])) continue;
            await db.drafts.put({ userId, name, value: bill.typed, savedAt: new Date() });
            back.push(bill);
          }
          await db.outbox.delete(seq);
          return back;
        }),
      ),
    );
  });
}

/** Makes a new bill each unit's last reading; its usual usage follows with the next refresh. */
function applyReadings(item: OutboxItem<'createUtilityBills'>, { bills }: UtilityBillsCreated) {
  const entries = new Map(item.input.body.map((entry) => [entry.user_id, entry]));
  return (readings: LastReading[]): LastReading[] => {
    const last = new Map(readings.map((reading) => [reading.unit_id, reading]));
    for (const { unit_id, user_id, month } of bills) {
      const entry = entries.get(user_id);
      if (!entry) continue;
      const { water_usage, electric_usage, gas_usage } = entry;
      const { usual_water, usual_electric, usual_gas } = last.get(unit_id) ?? {
        usual_water: water_usage,
        usual_electric: electric_usage,
        usual_gas: gas_usage,
      };
      last.set(unit_id, {
        ...{ unit_id, read_at: item.capturedAt, month },
        ...{ water_usage, electric_usage, gas_usage, usual_water, usual_electric, usual_gas },
      });
    }
    return [...last.values()];
  };
}

export const billPolicies: Pick<Policies, 'createUtilityBills'> = {
  createUtilityBills: {
    applyResponse: (db, item, answer) =>
      updateCached(db, item.userId, 'listLastReadings', applyReadings(item, answer)),
    // Had the server made them after all, it would refuse another wording under their key instead of billing twice.
    irrevocable: MAY_HAVE_ARRIVED,
  },
};
