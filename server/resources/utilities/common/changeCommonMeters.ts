import type { Sql as Part } from 'sql-template-tag';
import type * as z from 'zod/mini';
import type { CommonMeter, NewCommonMeter } from '../../../../contract/utilities/commonMeters.ts';
import type { MeterRemoval } from '../../../../contract/utilities/installedMeter.ts';
import { violates, type Sql } from '../../../database/database.ts';
import { fieldError } from '../../../http/apiError.ts';
import { refuseBelow, refuseEarlier, refuseValue } from '../changeMeters.ts';

/** Who changes meters, and when it was entered. */
interface By {
  author: number;
  capturedAt: Part;
}

type Given = Omit<z.output<typeof NewCommonMeter>, 'place' | 'installed_on'> & {
  property_id: number;
  place: string | null;
  installed_on: string;
  replaces: number | null;
};

/**
 * Adds a common meter with its homes and its first value, and returns its id.
 * @throws {ApiError} 409 for a number that a common meter of the kind has, 400 for a value that it cannot show and for a home
 *   that is not of the property
 */
export async function insertCommonMeter(sql: Sql, { author, capturedAt }: By, meter: Given): Promise<number> {
  const { kind, serial_number, measure, digits, multiplier, place, property_id, shared_by, replaces } = meter;
  refuseValue('first_value', meter.first_value, { digits });
  const [added] = await sql<{ id: number }>`
    insert into common_meters (property_id, kind, serial_number, measure, digits, multiplier, place, shared_by, replaces, created_by)
    values (${property_id}, ${kind}, ${serial_number}, ${measure}, ${digits}, ${multiplier}, ${place}, ${shared_by}, ${replaces},
      ${author})
    returning id`.catch((error: unknown) => {
    if (!violates(error, 'common_meters_serial_number_once')) throw error;
    throw fieldError(
      409,
      'serial_number',
      `There is already a common meter with the number ${serial_number}.`,
    );
  });
  if (!added) throw new Error('The new meter was not returned.');
  await setHomes(sql, added.id, property_id, meter.unit_ids);
  await sql`
    insert into common_readings (meter_id, value, read_on, taken_at, created_by)
    values (${added.id}, ${meter.first_value}, ${meter.installed_on}, ${capturedAt}, ${author})`;
  return added.id;
}

type Removal = Omit<z.output<typeof MeterRemoval>, 'removed_on'> & { removed_on: string };

/**
 * Removes a common meter with its last value.
 * @throws {ApiError} 400 for a last value below the last reading that did not roll over, and for a day before it
 */
export async function removeCommonMeter(
  sql: Sql,
  { author, capturedAt }: By,
  meter: CommonMeter,
  { last_value, last_estimated = false, last_rolled_over = false, removed_on }: Removal,
): Promise<void> {
  const read = withLast(meter);
  refuseValue('last_value', last_value, meter);
  refuseBelow('last_value', last_value, { meter: read, rolledOver: last_rolled_over });
  refuseEarlier('removed_on', removed_on, read);
  await sql`update common_meters set removed_on = ${removed_on} where id = ${meter.id}`;
  await sql`
    insert into common_readings (meter_id, value, read_on, estimated, taken_at, created_by)
    values (${meter.id}, ${last_value}, ${removed_on}, ${last_estimated}, ${capturedAt}, ${author})`;
}

/** A common meter with what it showed last. */
export function withLast(meter: CommonMeter): CommonMeter & { last: CommonMeter['readings'][number] } {
  const [last] = meter.readings;
  if (!last) throw new Error(`The common meter ${meter.id} has no reading.`);
  return { ...meter, last };
}

/**
 * Sets the homes that share a meter.
 * @throws {ApiError} 400 for a home that is not of the property
 */
export async function setHomes(
  sql: Sql,
  meter: number,
  property: number,
  unitIds: readonly number[],
): Promise<void> {
  await sql`delete from common_meter_homes where meter_id = ${meter} and unit_id <> all(${unitIds}::int[])`;
  const homes = await sql`
    insert into common_meter_homes (meter_id, unit_id)
    select ${meter}, id from units where id = any(${unitIds}::int[]) and property_id = ${property}
    on conflict (meter_id, unit_id) do update set unit_id = excluded.unit_id returning unit_id`;
  if (homes.length < unitIds.length) throw fieldError(400, 'unit_ids', 'A home is not of this property.');
}
