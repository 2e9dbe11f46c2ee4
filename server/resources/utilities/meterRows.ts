import sqlTag, { type Sql as Part } from 'sql-template-tag';
import type { InstalledMeter } from '../../../contract/utilities/installedMeter.ts';
import type { Sql } from '../../database/database.ts';
import { ApiError } from '../../http/apiError.ts';
import type { ListQuery } from '../../http/lists/listQuery.ts';

const shown = (reading: Part) => sqlTag`json_build_object('id', ${reading}.id, 'value', ${reading}.value,
  'read_on', ${reading}.read_on, 'estimated', ${reading}.estimated)`;

/** The meters (`meter`) with what is billed of them, in the fields of the answer. */
export const meterList: ListQuery = {
  columns: sqlTag`
    meter.id, meter.unit_id, meter.kind, meter.serial_number, meter.measure, meter.digits, meter.multiplier, meter.place,
    meter.installed_on::text as installed_on, meter.removed_on::text as removed_on, meter.replaces,
    ${shown(sqlTag`last`)} as last,
    coalesce((
      select json_agg(json_build_object('from', ${shown(sqlTag`earlier`)}, 'to', ${shown(sqlTag`later`)}) order by later.id)
      from (
        select coalesce(lag(to_id) over (order by from_id), first.id) as from_id, from_id as to_id
        from billed_usages where meter_id = meter.id and not reversed
        union all
        select last.id, id from meter_readings where meter_id = meter.id and kind = 'removed'
      ) as gap
      join meter_readings as earlier on earlier.id = gap.from_id join meter_readings as later on later.id = gap.to_id
      where gap.from_id <> gap.to_id
    ), '[]') as unbilled,
    coalesce((
      select json_agg(usage order by bill_id desc) from (
        select bill_id, sum(usage) as usage from billed_usages
        where meter_id in (meter.id, meter.replaces) and not reversed
        group by bill_id order by bill_id desc limit 6
      ) as bill
    ), '[]') as recent,
    (
      select json_build_object('reason', reason, 'read_on', read_on) from meter_readings
      where meter_id = meter.id and kind = 'skipped' and id > last.id order by read_on desc, id desc limit 1
    ) as skipped`,
  from: sqlTag`meters as meter
    join meter_readings as first on first.meter_id = meter.id and first.kind = 'installed'
    join meter_readings as last on last.id = coalesce(
      (select max(to_id) from billed_usages where meter_id = meter.id and not reversed), first.id)`,
  where: sqlTag`true`,
  order: { keys: [{ sql: sqlTag`meter.id`, type: 'id' }], direction: 'asc' },
};

/** The meters of these homes, locked until the end of the transaction, by id. */
export async function lockMetersOf(sql: Sql, unitIds: readonly number[]): Promise<InstalledMeter[]> {
  // In a statement of its own, so that the next one sees what those did that it waited for.
  await sql`select from meters where unit_id = any(${unitIds}::int[]) order by id for update`;
  return sql<InstalledMeter>`
    select ${meterList.columns} from ${meterList.from}
    where meter.unit_id = any(${unitIds}::int[]) order by meter.id`;
}

/** @throws {ApiError} 404 */
export async function findMeter(sql: Sql, id: number): Promise<InstalledMeter> {
  const [meter] = await sql<InstalledMeter>`
    select ${meterList.columns} from ${meterList.from} where meter.id = ${id}`;
  if (!meter) throw new ApiError(404, 'This meter is not there any more.');
  return meter;
}

/**
 * A meter that is to be changed, locked until the end of the transaction.
 * @throws {ApiError} 404, and 409 `meter_removed` for one that was removed
 */
export async function lockMeter(sql: Sql, id: number): Promise<InstalledMeter> {
  await sql`select from meters where id = ${id} for update`;
  const meter = await findMeter(sql, id);
  if (meter.removed_on) throw removed(meter);
  return meter;
}

export function removed({ serial_number }: InstalledMeter): ApiError {
  return new ApiError(409, `The meter ${serial_number} was removed.`, { code: 'meter_removed' });
}
