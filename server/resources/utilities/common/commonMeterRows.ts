import { SHOWN_COMMON_READINGS, type CommonMeter } from '../../../../contract/utilities/commonMeters.ts';
import { recordChange } from '../../../database/auditLog.ts';
import type { Sql } from '../../../database/database.ts';
import { ApiError } from '../../../http/apiError.ts';
import { removed } from '../meterRows.ts';

/** What is recorded of a common meter, with what it showed last. */
const recorded = ({ unit_ids, readings, ...meter }: CommonMeter) => ({
  ...meter,
  unit_ids: unit_ids.join(', '),
  reading: readings[0]?.value ?? null,
});

const record = recordChange<ReturnType<typeof recorded>>('common_meter', [
  ...(['property_id', 'kind', 'serial_number', 'measure', 'digits', 'multiplier', 'place'] as const),
  ...(['shared_by', 'unit_ids', 'reading', 'removed_on', 'replaces'] as const),
]);

/** Records that a manager added or changed a common meter. */
export function auditCommonMeter(
  sql: Sql,
  author: number,
  { before, after }: { before?: CommonMeter; after: CommonMeter },
): Promise<void> {
  return record(sql, author, { ...(before ? { before: recorded(before) } : {}), after: recorded(after) });
}

/**
 * Locks a meter, and those in whose place it is, until the end of the transaction: what they counted may be billed together.
 * @throws {ApiError} 404
 */
export async function lockCommonMeter(sql: Sql, id: number): Promise<CommonMeter> {
  await sql`
    select from common_meters where id in (
      with recursive own (id, replaces) as (
        select id, replaces from common_meters where id = ${id}
        union all
        select earlier.id, earlier.replaces from own join common_meters as earlier on earlier.id = own.replaces
      )
      select id from own
    ) order by id for update`;
  return findCommonMeter(sql, id);
}

/**
 * A meter that is to be read or removed, locked as by `lockCommonMeter`.
 * @throws {ApiError} 404, and 409 `meter_removed`
 */
export async function lockPresentMeter(sql: Sql, id: number): Promise<CommonMeter> {
  const meter = await lockCommonMeter(sql, id);
  if (meter.removed_on) throw removed(meter);
  return meter;
}

/** @throws {ApiError} 404 */
export async function findCommonMeter(sql: Sql, id: number): Promise<CommonMeter> {
  const [meter] = await readCommonMeters(sql, id);
  if (!meter) throw new ApiError(404, 'This meter is not there any more.');
  return meter;
}

export function readCommonMeters(sql: Sql, id: number | null = null): Promise<CommonMeter[]> {
  return sql<CommonMeter>`
    select meter.id, meter.property_id, properties.property_name, meter.kind, meter.serial_number, meter.measure,
      meter.digits, meter.multiplier, meter.place, meter.shared_by, meter.removed_on::text as removed_on, meter.replaces,
      array(select unit_id from common_meter_homes where meter_id = meter.id order by unit_id) as unit_ids,
      (
        select coalesce(json_agg(json_build_object('id', id, 'value', value, 'read_on', read_on, 'estimated', estimated,
          'note', note, 'first', id = ends.first, 'with_next', with_next, 'billed', exists (select from common_bills
            where reading_id = case when with_next then common_reading_of_bill(reading.id) else reading.id end and not reversed)
        ) order by id desc), '[]')
        from (
          select *, coalesce(id = ends.last and exists (select from common_meters where replaces = meter.id), false) as with_next
          from common_readings where meter_id = meter.id order by id desc limit ${SHOWN_COMMON_READINGS}
        ) as reading
      ) as readings
    from common_meters as meter join property_labels as properties on properties.id = meter.property_id
    cross join lateral (
      select min(id) as first, max(id) as last from common_readings where meter_id = meter.id
    ) as ends
    where ${id}::int is null or meter.id = ${id} order by meter.property_id, meter.id`;
}
