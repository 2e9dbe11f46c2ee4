import type { Sql } from '../database/database.ts';
import type { Calendar } from './calendar.ts';
import { units, type DemoIds } from './places.ts';
import { residents } from './residents.ts';

/** Begins the leases of everyone who lives in a unit, with a late fee at the first property. They charge from next month on; the months before are in the ledger. */
export async function insertLeases(
  sql: Sql,
  calendar: Calendar,
  { unitIds, userIds, manager }: DemoIds,
): Promise<void> {
  const next = calendar.inMonth(-1, 1, '').trim();
  const rows = residents.flatMap(({ unit, since, former, bills, username }) => {
    if (unit === undefined || since === undefined || former !== undefined || !bills) return [];
    const others = residents.filter((each) => each.unit === unit && !each.bills && each.former === undefined);
    return [
      {
        unit_id: unitIds.get(unit),
        starts: calendar.inMonth(since, 1, '').trim(),
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
      select * from jsonb_to_recordset(${rows}::jsonb) as row(unit_id int, starts date, tenants jsonb, charges jsonb)
    ), begun as (
      insert into leases (unit_id, starts, proration, created_by)
      select unit_id, starts, 'actual_days', ${manager} from row order by unit_id returning id, unit_id
    ), tenants as (
      insert into lease_tenants (lease_id, user_id, position)
      select begun.id, tenant.id::int, tenant.position from begun join row using (unit_id)
        cross join lateral jsonb_array_elements_text(row.tenants) with ordinality as tenant (id, position)
    )
    insert into lease_charges (lease_id, kind, amount, due_day, from_month, created_by)
    select begun.id, charge.kind, charge.amount, 1, ${next}, ${manager} from begun join row using (unit_id)
      cross join lateral jsonb_to_recordset(row.charges) as charge (kind text, amount numeric)
    order by begun.id`;
  await sql`
    insert into late_fee_rules (property_id, from_day, kind, grace_days, amount, created_by)
    select id, ${next}, 'flat', 5, 50, ${manager} from properties order by id limit 1`;
}
