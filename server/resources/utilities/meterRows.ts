import sqlTag, { type Sql as Part } from 'sql-template-tag';
import type { InstalledMeter } from '../../../contract/utilities/installedMeter.ts';
import type { Sql } from '../../database/database.ts';
import { billedFirst, isTenant } from '../ledger/billedTenants.ts';
import { ApiError } from '../../http/apiError.ts';
import type { ListQuery } from '../../http/lists/listQuery.ts';

const shown = (reading: Part) => sqlTag`json_build_object('id', ${reading}.id, 'value', ${reading}.value,
  'read_on', ${reading}.read_on, 'estimated', ${reading}.estimated)`;

/** Whether a usage (`used`) is billed, or given up: neither is billed again. */
export const settled = sqlTag`(not used.reversed or used.given_up)`;

/** Whether the usage of a meter is counted from a reading that is in no bill. */
const isFixed = sqlTag`(kind = 'installed' or without_bill)`;

/** The readings of a meter (`meter`) between which its usage is counted. What was billed wrongly and taken back is none. */
const counted = sqlTag`
  select id from meter_readings where meter_id = meter.id and ${isFixed}
  union select unnest(array[from_id, to_id]) from billed_usages as used where meter_id = meter.id and ${settled}`;

/** The last of them, which the next bill counts from. */
export const lastCounted = sqlTag`greatest(
  (select max(id) from meter_readings where meter_id = meter.id and ${isFixed}),
  (select max(to_id) from billed_usages as used where meter_id = meter.id and ${settled}))`;

/** Whether a bill (`bill`) is of somebody who lives in the home of a meter now. */
const billedToTenant = sqlTag`exists (
  select from users where users.id = bill.user_id and users.unit = meter.unit_id and ${isTenant})`;

/** The first day of the lease of whoever is billed (`party`) for the home of a meter, or of those that follow each other. */
export const firstDayOf = sqlTag`(
      select max(own.starts) from leases as own join lease_tenants as tenant on tenant.lease_id = own.id
      where own.unit_id = meter.unit_id and tenant.user_id = party.id and not exists (
        select from leases as earlier join lease_tenants as same on same.lease_id = earlier.id and same.user_id = party.id
        where earlier.unit_id = own.unit_id and earlier.starts < own.starts
          and coalesce(earlier.ends, 'infinity') >= least(own.starts - 1, party.since)))`;

/**
 * The first day of whoever is billed (`party`) for the home of a meter: their lease's, or the first one of those that
 * follow each other while they live there. Without a lease it is known where someone else was billed before. Where they
 * were billed for usage of before that day, it was theirs.
 */
const livedInSince = sqlTag`(
    select case when base.since <= meter.installed_on then base.since when base.since is not null then least(base.since, (
      select min(earlier.read_on + 1) from billed_usages as used join utility_bills as bill on bill.id = used.bill_id
      join meter_readings as earlier on earlier.id = used.from_id
      where used.meter_id = meter.id and not used.reversed and bill.created_at::date >= party.since and ${billedToTenant})) end
    from (select coalesce(${firstDayOf}, (
      select party.since where exists (select from billed_usages as used join utility_bills as bill on bill.id = used.bill_id
        where used.meter_id = meter.id and not ${billedToTenant})
    -- Worked out once, not at each place that names it.
    )) as since offset 0) as base
  )::text`;

/**
 * Whether each usage (`billed`) begins where the one before it ends, from the only reading (`fixed`) that is in no bill, so that
 * nothing is unbilled. So it is with most meters, and much faster to see than what is left between their readings.
 */
const wholly = sqlTag`(meter.removed_on is null and cardinality(fixed.ids) = 1
      and billed.from_ids = (fixed.ids || billed.to_ids)[1:cardinality(billed.to_ids)])`;

/** The most bills whose usage is told of a meter. */
const RECENT = 6;

/** What the last bills have of a meter. */
const lastUsages = (meter: Part) => sqlTag`
  select bill_id, sum(usage) as usage from billed_usages where meter_id = ${meter} and not reversed
  group by bill_id order by bill_id desc limit ${RECENT}`;

/** The meters (`meter`) with what is billed of them, in the fields of the answer. */
export const meterList: ListQuery = {
  columns: sqlTag`
    meter.id, meter.unit_id, meter.kind, meter.serial_number, meter.measure, meter.digits, meter.multiplier, meter.place,
    meter.installed_on::text as installed_on, meter.removed_on::text as removed_on, meter.replaces,
    ${shown(sqlTag`last`)} as last, ${livedInSince} as lived_in_since,
    case when ${wholly} then '[]' else coalesce((
      select json_agg(json_build_object('from', ${shown(sqlTag`earlier`)}, 'to', ${shown(sqlTag`later`)}) order by later.id)
      from (
        select * from (
          select lag(id) over (order by id) as from_id, id as to_id from (
            ${counted} union select id from meter_readings where meter_id = meter.id and kind = 'removed'
          ) as counted
        ) as pair
        where not exists (select from billed_usages as used
          where used.meter_id = meter.id and used.from_id = pair.from_id and used.to_id = pair.to_id and ${settled})
        -- Most meters have none: only what is left is looked up.
        offset 0
      ) as gap
      join meter_readings as earlier on earlier.id = gap.from_id join meter_readings as later on later.id = gap.to_id
    ), '[]') end as unbilled,
    coalesce((
      select json_agg(usage order by bill_id desc) from (
        select bill_id, sum(usage) as usage from (
          (${lastUsages(sqlTag`meter.id`)}) union all (${lastUsages(sqlTag`meter.replaces`)})
        ) as own
        group by bill_id order by bill_id desc limit ${RECENT}
      ) as bill
    ), '[]') as recent,
    (
      select json_build_object('reason', reason, 'read_on', read_on) from meter_readings
      where meter_id = meter.id and kind = 'skipped' and id > last.id order by read_on desc, id desc limit 1
    ) as skipped`,
  from: sqlTag`meters as meter
    cross join lateral (
      select coalesce(array_agg(from_id), '{}') as from_ids, coalesce(array_agg(to_id), '{}') as to_ids from (
        select from_id, to_id from billed_usages as used where meter_id = meter.id and ${settled} order by to_id offset 0
      ) as used
    ) as billed
    cross join lateral (
      select array(select id from meter_readings where meter_id = meter.id and ${isFixed} order by id) as ids
    ) as fixed
    join lateral (
      select * from meter_readings
      where id = greatest(fixed.ids[cardinality(fixed.ids)], billed.to_ids[cardinality(billed.to_ids)]) offset 0
    ) as last on true
    left join lateral (
      select users.id, users.unit_since::date as since from users
      where users.unit = meter.unit_id and ${isTenant} order by ${billedFirst} limit 1
    ) as party on true`,
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

export function removed({ serial_number }: Pick<InstalledMeter, 'serial_number'>): ApiError {
  return new ApiError(409, `The meter ${serial_number} was removed.`, { code: 'meter_removed' });
}
