import type {
  LastReading,
  UtilityBillEntry,
  UtilityBillsCreated,
} from '../../../contract/utilities/utilityBills.ts';
import type { Tariff } from '../../../contract/utilities/tariffs.ts';
import type { Settings } from '../../../contract/utilities/rates.ts';
import type { Meter } from '../../../contract/utilities/meters.ts';
import { updateCached } from '../engine/reads/cachedReads.ts';
import { withDatabase, withTransaction, type OutboxItem } from '../engine/database.ts';
import { writeDraft } from '../engine/draftWrites.ts';
import { InDoubt, ItemGone, queue, withItem } from '../engine/outbox/outbox.ts';
import type { Policies } from '../engine/policies.ts';
import { writeMakingRoom } from '../engine/storage/storageQuota.ts';
import { applyBilledReadings, rightReadings } from './meters.ts';
import {
  billedReadingPhotos,
  READING_DRAFTS,
  readingDraft,
  readReadingPhotos,
  restoreReadingPhotos,
} from './photos/readingPhotos.ts';
import { now } from '../../browser/clock.ts';

/** What is typed of the meter that was found in another one's place. */
export interface TypedExchange {
  /** What the old one showed last. */
  last_value: string;
  serial_number: string;
  digits: string;
  first_value: string;
}

/** What is typed at one meter, and how a value below its last one came to be. */
export interface TypedReading {
  text: string;
  /** The day on which it was typed, such as `2026-11-28`. */
  on: string;
  below?: 'rolled_over' | 'exchanged';
  estimated?: boolean;
  exchange?: TypedExchange;
  /** What it showed when those who live there moved in, where it was read last before that. */
  opening?: { text: string; estimated?: boolean };
  /** The digests of the photos that were taken at it. */
  photos?: readonly string[] | undefined;
}

/** The typed readings of one unit: the usage where it has no meters, else what each of them shows, by its id. */
export type Typed = Record<Meter, string> & { meters?: Readonly<Record<number, TypedReading>> };

function isEmpty({ meters = {}, ...usage }: Typed): boolean {
  return (
    Object.values(usage).every((text) => text === '') &&
    Object.values(meters).every(
      ({ text, exchange, opening, photos = [] }) =>
        text === '' && !exchange && !opening?.text && photos.length === 0,
    )
  );
}

/** The data stored with each entry, to show it and to restore its reading. */
export interface ShownBill {
  user_id: number;
  unit_id: number;
  /** Missing in what the version before stored. */
  property_id?: number;
  unit: string;
  person: string;
  typed: Typed;
}

/** The data stored with the bills of one posting. */
export interface ShownBills {
  bills: ShownBill[];
  rates: Settings;
  /** The tariffs of the day; missing where they were not known. */
  tariffs?: Tariff[];
}

declare module '../engine/database.ts' {
  interface StoredChanges {
    createUtilityBills: { input: { params?: undefined; body: UtilityBillEntry[] }; shown: ShownBills };
  }
}

const MAY_HAVE_ARRIVED =
  'These bills may have reached Porchlight already. They can be changed once its answer is known.';

/** The drafts of readings, by unit. */
export async function readReadings(userId: number): Promise<Map<number, Typed>> {
  const drafts = await withDatabase((db) =>
    db.drafts
      .where('[userId+name]')
      .between([userId, READING_DRAFTS], [userId, `${READING_DRAFTS}\uffff`])
      .toArray(),
  );
  return new Map(
    drafts.map(({ name, value }) => [Number(name.slice(READING_DRAFTS.length)), value as Typed]),
  );
}

/**
 * Stores the reading of one unit in a row of its own, so that a keystroke writes little. The value is read at the time of
 * the write, so that a retry does not restore an older text.
 */
export async function saveReading(userId: number, unitId: number, typedNow: () => Typed): Promise<void> {
  const name = readingDraft(unitId);
  await writeDraft((drafts) => {
    const typed = typedNow();
    return isEmpty(typed)
      ? drafts.delete([userId, name])
      : drafts.put({ userId, name, value: typed, savedAt: now() });
  });
}

/**
 * Queues bills and deletes their readings in the same transaction.
 * @throws {OutOfSpace} if the device has no space, even without the cached reads
 */
export async function queueBills(
  userId: number,
  entries: UtilityBillEntry[],
  shown: ShownBills,
): Promise<OutboxItem> {
  const replaces = shown.bills.map(({ unit_id }) => readingDraft(unit_id));
  const named = entries.flatMap(({ readings = [] }) =>
    readings.flatMap((each) => each.following_photos ?? []),
  );
  const unitIds = shown.bills.map(({ unit_id }) => unit_id);
  const taken = named.length === 0 ? [] : await readReadingPhotos(userId, unitIds);
  const photos = taken.filter(({ sha256 }) => named.includes(sha256));
  return queue({ userId, route: 'createUtilityBills', input: { body: entries }, shown, replaces, photos });
}

/**
 * Removes bills from the outbox and restores their readings as drafts, unless newer ones were typed.
 * @throws {InDoubt} while the server may have made them
 * @throws {ItemGone} if they are no longer in the outbox
 */
export async function withdrawBills(id: string): Promise<ShownBill[]> {
  return withItem(id, async (item, unsent) => {
    if (item?.route !== 'createUtilityBills') throw new ItemGone();
    if (!unsent) throw new InDoubt(MAY_HAVE_ARRIVED);
    const { userId, shown, seq } = item;
    return writeMakingRoom(() =>
      withTransaction('rw', ['outbox', 'drafts', 'draftPhotos'], async (db) => {
        const back: ShownBill[] = [];
        for (const bill of shown.bills) {
          const name = readingDraft(bill.unit_id);
          if (await db.drafts.get([userId, name])) continue;
          await db.drafts.put({ userId, name, value: bill.typed, savedAt: now() });
          const own = Object.values(bill.typed.meters ?? {}).flatMap((meter) => meter.photos ?? []);
          const photos = item.photos.filter(({ sha256 }) => own.includes(sha256));
          await restoreReadingPhotos(db, userId, bill.unit_id, photos);
          back.push(bill);
        }
        await db.outbox.delete(seq);
        return back;
      }),
    );
  });
}

export interface SentBills {
  id: string;
  at: Date;
  unitIds: number[];
}

/** The bills that this device sent for a user in the last day, the latest first. */
export async function readSentBills(userId: number): Promise<SentBills[]> {
  const sent = await withDatabase((db) => db.sent.where({ userId }).reverse().sortBy('at'));
  return sent.flatMap((item) =>
    item.route === 'createUtilityBills'
      ? [{ id: item.id, at: item.at, unitIds: item.answer.bills.map(({ unit_id }) => unit_id) }]
      : [],
  );
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
    setRight: ({ body, ...input }, { wrong, right }) => ({
      ...input,
      body: body.map(({ readings, ...bill }) => ({
        ...bill,
        ...(bill.due_date === wrong ? { due_date: right } : {}),
        ...(readings ? { readings: rightReadings(readings, { wrong, right }) } : {}),
      })),
    }),
    applyResponse: async (db, item, answer) => {
      await updateCached(db, item.userId, 'listLastReadings', applyReadings(item, answer));
      await updateCached(db, item.userId, 'listMeters', applyBilledReadings(answer));
    },
    // If the server has made the bills, it refuses an edit with their key instead of billing twice.
    irrevocable: MAY_HAVE_ARRIVED,
    photos: billedReadingPhotos,
  },
};
