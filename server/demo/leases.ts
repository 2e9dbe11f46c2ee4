import type { Sql } from '../database/database.ts';
import type { Calendar } from './calendar.ts';
import { units, type DemoIds } from './places.ts';
import { residents } from './residents.ts';

/** Begins the lease of everyone who is billed for a unit, from the month of moving in on, and the late fees of both properties. */
export async function insertLeases(
  sql: Sql,
  calendar: Calendar,
  { unitIds, userIds, manager }: DemoIds,
): Promise<void> {
  const day = (monthsAgo: number, of: number) => calendar.inMonth(monthsAgo, of, '').trim();
  const rows = residents.flatMap(({ unit, since, former, bills, username }) => {
    if (unit === undefined || since === undefined || !bills) return [];
    const others = residents.filter((each) => each.unit === unit && !each.bills && each.former === undefined);
    return [
      {
        unit_id: unitIds.get(unit),
        starts: day(since, 1),
        // The last day of the month of moving out.
        ends: former === undefined ? null : day(former - 1, 0),
        tenants: [username, ...others.map((each) => each.username)].map((name) => userIds.get(name)),
        charges: [
          { kind: 'rent', amount: units.get(unit)?.rent },
          ...(bills.parking ? [{ kind: 'parking', amount: bills.parking }] : []),
        ],
      },
    ];
  });
  await sql`
    with row as materialized (
      select * from jsonb_to_recordset(${rows}::jsonb)
        as row(unit_id int, starts date, ends date, tenants jsonb, charges jsonb)
    ), inserted as (
      insert into leases (unit_id, starts, ends, proration, created_by)
      select unit_id, starts, ends, 'actual_days', ${manager} from row order by unit_id returning id, unit_id
    ), tenants as (
      insert into lease_tenants (lease_id, user_id, position)
      select inserted.id, tenant.id::int, tenant.position from inserted join row using (unit_id)
        cross join lateral jsonb_array_elements_text(row.tenants) with ordinality as tenant (id, position)
    )
    insert into lease_charges (lease_id, kind, amount, due_day, from_month, created_by)
    select inserted.id, charge.kind, charge.amount, 1, row.starts, ${manager} from inserted join row using (unit_id)
      cross join lateral jsonb_to_recordset(row.charges) as charge (kind text, amount numeric)
    order by inserted.id`;
  await sql`
    insert into late_fee_rules (property_id, from_day, kind, grace_days, amount, created_by)
    select id, ${day(12, 1)}, 'flat', 5, 50, ${manager} from properties order by id`;
}
