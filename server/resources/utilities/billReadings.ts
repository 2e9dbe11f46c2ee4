import type { Sql as Part } from 'sql-template-tag';
import type { InstalledMeter } from '../../../contract/utilities/installedMeter.ts';
import {
  countedFrom,
  homeUsage,
  needsOpening,
  unbilledOf,
  usagesOf,
} from '../../../contract/utilities/homeUsage.ts';
import { METERS } from '../../../contract/utilities/meters.ts';
import { valueAfter } from '../../../contract/utilities/readingRules.ts';
import type { UtilityBillEntry, UtilityBillsCreated } from '../../../contract/utilities/utilityBills.ts';
import { toCents } from '../../../contract/values/money.ts';
import { violates, type Sql } from '../../database/database.ts';
import { ApiError } from '../../http/apiError.ts';
import { auditMeter, exchangeMeter } from './changeMeters.ts';
import { findMeter, lockMetersOf } from './meterRows.ts';
import { insertReading } from './plainReadings.ts';
import { refuseReading, type GivenReading } from './refuseReading.ts';

/** An entry of a home, whose `place` is named where it is refused. */
export interface HomeEntry {
  entry: UtilityBillEntry;
  unit_id: number;
  place: string;
}

/** A usage to be billed; without `to_id` up to the new reading. */
interface BilledSegment {
  meter: InstalledMeter;
  from_id: number;
  to_id?: number;
  reading?: Pick<GivenReading, 'value' | 'estimated' | 'note' | 'following_photos'> & { read_on: string };
  rolled_over: boolean;
  usage: number;
}

/** The meters of homes that are billed, and what is read of them. */
export type MeteredHomes = Map<number, InstalledMeter[]>;

/**
 * Locks the meters of billed homes, and returns them by home.
 * @throws {ApiError} 409 `read_since` for a meter that was billed since, `meter_removed`, and `usage_changed` where a usage
 * is not that of the readings; 400 for a reading that its meter cannot show
 */
export async function lockBilledMeters(
  sql: Sql,
  homes: readonly HomeEntry[],
  today: string,
): Promise<MeteredHomes> {
  const meters = await lockMetersOf(sql, [...new Set(homes.map(({ unit_id }) => unit_id))]);
  const byHome: MeteredHomes = new Map(homes.map(({ unit_id }) => [unit_id, []]));
  for (const meter of meters) byHome.get(meter.unit_id)?.push(meter);
  for (const { entry, unit_id, place } of homes) {
    if (!entry.readings) continue;
    const own = byHome.get(unit_id) ?? [];
    for (const reading of entry.readings) {
      const meter = own.find(({ id }) => id === reading.meter_id);
      if (!meter) throw new ApiError(400, `A reading is of a meter that ${place} does not have.`);
      refuseReading(meter, reading, { place, today });
    }
    const used = homeUsage(own, entry.readings);
    if (METERS.some((kind) => toCents(used[`${kind}_usage`]) !== toCents(entry[`${kind}_usage`]))) {
      throw new ApiError(
        409,
        `The readings of ${place} come to another usage now. Please look at them again.`,
        {
          code: 'usage_changed',
        },
      );
    }
  }
  return byHome;
}

/** When readings were taken, and by whom. */
export interface Taken {
  author: number;
  capturedAt: Part;
  today: string;
}

/**
 * Stores the readings of bills that were made, and which usage each bill has. Returns these readings.
 * @throws {ApiError} 409 `read_since` where a usage is billed already
 */
export async function insertBilledUsages(
  sql: Sql,
  homes: readonly (HomeEntry & { bill_id: number })[],
  { meters, taken }: { meters: MeteredHomes; taken: Taken },
): Promise<NonNullable<UtilityBillsCreated['readings']>> {
  const rows = [];
  for (const { entry, unit_id, bill_id } of homes) {
    const own = meters.get(unit_id) ?? [];
    const segments = entry.readings
      ? [...own.flatMap(unbilledSegments), ...(await readSegments(sql, own, entry.readings, taken))]
      : await typedSegments(sql, own, entry, taken);
    for (const { meter, ...segment } of segments) {
      const { id: meter_id, serial_number, measure, multiplier } = meter;
      rows.push({ bill_id, meter_id, serial_number, measure, multiplier, ...segment, ...segment.reading });
    }
  }
  if (rows.length === 0) return [];
  return sql<NonNullable<UtilityBillsCreated['readings']>[number]>`
    with given as materialized (
      select coalesce(row.to_id, nextval(pg_get_serial_sequence('meter_readings', 'id'))::int) as reading_id, row.*
      from jsonb_to_recordset(${rows}::jsonb) as row(bill_id int, meter_id int, serial_number text, measure text,
        multiplier numeric, from_id int, to_id int, rolled_over boolean, usage numeric, value numeric, read_on date,
        estimated boolean, note text, following_photos jsonb)
    ), reading as (
      insert into meter_readings (id, meter_id, kind, value, read_on, estimated, note, taken_at, created_by)
      select reading_id, meter_id, 'read', value, read_on, coalesce(estimated, false), note, ${taken.capturedAt}, ${taken.author}
      from given where to_id is null
    ), used as (
      insert into billed_usages (bill_id, meter_id, from_id, to_id, rolled_over, serial_number, measure, multiplier, usage)
    select bill_id, meter_id, from_id, reading_id, rolled_over, serial_number, measure, multiplier, usage from given
    )
    select reading_id as id, meter_id, value, read_on::text as read_on, coalesce(estimated, false) as estimated,
      coalesce(following_photos, '[]') as following_photos
    from given where to_id is null order by reading_id`.catch((error: unknown) => {
    const isTwice = ['billed_usages_from_once', 'billed_usages_to_once', 'billed_usages_pkey'].some((name) =>
      violates(error, name),
    );
    if (!isTwice) throw error;
    throw new ApiError(409, 'A meter is read twice in these bills.', { code: 'read_since' });
  });
}

function unbilledSegments(meter: InstalledMeter): BilledSegment[] {
  return unbilledOf(meter).map(({ from, to, usage }) => ({
    ...{ meter, from_id: from.id, to_id: to.id, rolled_over: to.value < from.value, usage },
  }));
}

/** Where a reading is counted from: the last one, or that at moving in, which is stored. */
async function fromReading(
  sql: Sql,
  meter: InstalledMeter,
  opening: GivenReading['opening'],
  { author, capturedAt }: Taken,
): Promise<number> {
  return opening ? insertReading(sql, meter.id, { ...opening, author, capturedAt }) : meter.last.id;
}

async function readSegments(
  sql: Sql,
  own: readonly InstalledMeter[],
  readings: readonly GivenReading[],
  taken: Taken,
): Promise<BilledSegment[]> {
  const { author, today } = taken;
  const segments: BilledSegment[] = [];
  for (const given of readings) {
    const meter = own.find(({ id }) => id === given.meter_id);
    if (!meter) throw new Error(`Meter ${given.meter_id} is missing among those that were locked.`);
    const {
      value,
      estimated,
      note,
      following_photos,
      read_on = today,
      rolled_over = false,
      exchange,
    } = given;
    const usage = usagesOf(meter, given);
    const reading = { value, estimated, note, following_photos, read_on };
    const from_id = await fromReading(sql, meter, given.opening, taken);
    if (!exchange) {
      segments.push({ meter, from_id, reading, rolled_over, usage: usage.now });
      continue;
    }
    const place = { ...exchange, exchanged_on: exchange.exchanged_on ?? read_on };
    const { removedReading, id, first } = await exchangeMeter(
      sql,
      { author, today },
      countedFrom(meter, given.opening),
      place,
    );
    await auditMeter(sql, author, { before: meter, after: await findMeter(sql, meter.id) });
    const added = await findMeter(sql, id);
    await auditMeter(sql, author, { after: added });
    segments.push(
      {
        ...{ meter, from_id, to_id: removedReading, usage: usage.before },
        rolled_over: exchange.last_rolled_over ?? false,
      },
      { meter: added, from_id: first, reading, rolled_over: false, usage: usage.now },
    );
  }
  return segments;
}

/**
 * A usage that is typed although the home has a meter for it counts as an estimate of what that meter shows. It is of
 * those who live there, who begin where it was read last.
 */
async function typedSegments(
  sql: Sql,
  own: readonly InstalledMeter[],
  entry: UtilityBillEntry,
  taken: Taken,
): Promise<BilledSegment[]> {
  const segments: BilledSegment[] = [];
  for (const kind of METERS) {
    const usage = entry[`${kind}_usage`];
    const meter = own.find((each) => each.kind === kind && !each.removed_on);
    if (usage === 0 || !meter) continue;
    const { last, lived_in_since } = meter;
    const opening =
      needsOpening(meter) && lived_in_since
        ? { value: last.value, read_on: lived_in_since, estimated: true }
        : undefined;
    const from_id = await fromReading(sql, meter, opening, taken);
    const earliest = opening?.read_on ?? last.read_on;
    const value = valueAfter(last.value, usage, meter);
    segments.push({
      ...{ meter, from_id, usage, rolled_over: value < last.value },
      reading: { value, estimated: true, read_on: taken.today < earliest ? earliest : taken.today },
    });
  }
  return segments;
}
