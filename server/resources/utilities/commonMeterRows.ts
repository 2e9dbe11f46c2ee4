import { SHOWN_COMMON_READINGS, type CommonMeter } from '../../../contract/utilities/commonMeters.ts';
import { recordChange } from '../../database/auditLog.ts';
import type { Sql } from '../../database/database.ts';
import { ApiError } from '../../http/apiError.ts';

/** What is recorded of a common meter, with what it showed last. */
const recorded = ({ unit_ids, readings, ...meter }: CommonMeter) => ({
  ...meter,
  unit_ids: unit_ids.join(', '),
  reading: readings[0]?.value ?? null,
});

const record = recordChange<ReturnType<typeof recorded>>('common_meter', [
  ...(['property_id', 'kind', 'serial_number', 'measure', 'digits', 'multiplier', 'place'] as const),
  ...(['shared_by', 'unit_ids', 'reading'] as const),
]);

/** Records that a manager added or changed a common meter. */
export function auditCommonMeter(
  sql: Sql,
  author: number,
  { before, after }: { before?: CommonMeter; after: CommonMeter },
): Promise<void> {
  return record(sql, author, { ...(before ? { before: recorded(before) } : {}), after: recorded(after) });
}

export async function lockCommonMeter(sql: Sql, id: number): Promise<CommonMeter> {
  await sql`select from common_meters where id = ${id} for update`;
  return findCommonMeter(sql, id);
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
      meter.digits, meter.multiplier, meter.place, meter.shared_by,
      array(select unit_id from common_meter_homes where meter_id = meter.id order by unit_id) as unit_ids,
      (
        select coalesce(json_agg(json_build_object('id', id, 'value', value, 'read_on', read_on, 'estimated', estimated,
          'note', note, 'billed', exists (select from common_bills where reading_id = reading.id and not reversed),
          'first', id = (select min(id) from common_readings where meter_id = meter.id)) order by id desc), '[]')
        from (
          select * from common_readings where meter_id = meter.id order by id desc limit ${SHOWN_COMMON_READINGS}
        ) as reading
      ) as readings
    from common_meters as meter join property_labels as properties on properties.id = meter.property_id
    where ${id}::int is null or meter.id = ${id} order by meter.property_id, meter.id`;
}
