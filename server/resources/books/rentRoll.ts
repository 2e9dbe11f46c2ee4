import sqlTag from 'sql-template-tag';
import type { Sql } from '../../database/database.ts';
import { RawJson } from '../../http/answers/rawJson.ts';
import { COLLECTED, OPENING, REFUNDED, WAIVED } from './accounts.ts';
import { dayOf } from './postings.ts';

/**
 * The leases that run today, each with what the account of who is billed was charged this month and what is open, as JSON.
 * What is charged this month is found by the day of the entries, and what is open is summed up by account before it is joined
 * with the leases, so that a community of 10,000 is answered at once (`npx tsx tests/bench/rentRoll.ts`).
 */
export async function readRentRoll(sql: Sql, zone: string): Promise<RawJson> {
  const day = dayOf(zone);
  const today = sqlTag`(now() at time zone ${zone})::date`;
  const month = sqlTag`date_trunc('month', now() at time zone ${zone})::date`;
  const [answer] = await sql<{ list: string }>`
    with running as materialized (
      select leases.id, leases.unit_id, leases.ends, tenant.user_id, min(leases.id) over (partition by tenant.user_id) as first_id
      from leases join lease_tenants as tenant on tenant.lease_id = leases.id and tenant.position = 1
      where leases.starts <= ${today} and (leases.ends is null or leases.ends >= ${today})
    ), charged as (
      select entry.user_id, entry.unit_id, sum(entry.amount) as amount, sum(entry.amount - open_amounts.open) - coalesce(sum(waived.amount), 0) as paid
      from transactions as entry join open_amounts on open_amounts.transaction_id = entry.id
      left join lateral (
        select sum(allocations.amount) as amount from allocations
        join transactions as credit on credit.id = allocations.credit_id and credit.type = any(${WAIVED}::text[])
        where allocations.charge_id = entry.id
      ) as waived on true
      where entry.amount > 0 and entry.type <> all(${[...COLLECTED, ...OPENING, ...REFUNDED]}::text[]) and entry.reverses is null
        -- As the indexes have it: by the day, or by the time where an entry has no day of its own.
        and (entry.effective_on between ${month} and ${today}
          or (entry.effective_on is null and entry.created_at >= ${month}::timestamp at time zone ${zone}))
        and not exists (select from transactions as later where later.reverses = entry.id)
      group by entry.user_id, entry.unit_id
    ), open as (
      select entry.user_id, entry.unit_id, sum(open_amounts.open) as amount, min(${day}) as oldest
      from open_amounts join transactions as entry on entry.id = open_amounts.transaction_id
      where open_amounts.open > 0 and open_amounts.amount > 0 group by entry.user_id, entry.unit_id
    ), owed as (
      -- What is of no unit of a running lease stands with the person's first one.
      select coalesce(own.id, first.id) as lease_id, sum(open.amount) as amount, min(open.oldest) as oldest
      from open join running as first on first.user_id = open.user_id and first.id = first.first_id
      left join running as own on own.user_id = open.user_id and own.unit_id = open.unit_id
      group by 1
    ), rent as (
      select charge.lease_id, sum(charge.amount) as amount from lease_charges as charge
      where charge.kind = 'rent' and charge.from_month <= ${today}
        and (charge.to_month is null or charge.to_month >= ${month})
      group by charge.lease_id
    ), later as (
      -- What begins first of what is still to come, where the lease runs that long.
      select distinct on (charge.lease_id) charge.lease_id, charge.from_month, sum(charge.amount) as amount
      from running join lease_charges as charge on charge.lease_id = running.id
      where charge.kind = 'rent' and charge.from_month > ${today}
        and charge.from_month <= coalesce(running.ends, 'infinity')
      group by charge.lease_id, charge.from_month order by charge.lease_id, charge.from_month
    )
    select coalesce(json_agg(roll), '[]')::text as list from (
      select running.id as lease_id, units.property_id, properties.property_name, units.id as unit_id, units.unit_number, users.id as user_id,
        users.first_name, users.last_name, coalesce(rent.amount, 0) as rent,
        case when rent.lease_id is null and later.lease_id is not null
          then json_build_object('amount', later.amount, 'from_month', later.from_month) end as later_rent,
        coalesce(charged.amount, 0) as charged,
        coalesce(charged.paid, 0) as paid, coalesce(owed.amount, 0) as open,
        coalesce(greatest(${today} - owed.oldest, 0), 0) as days_late
      from running join units on units.id = running.unit_id
      join property_labels as properties on properties.id = units.property_id
      join users on users.id = running.user_id
      left join rent on rent.lease_id = running.id
      left join later on later.lease_id = running.id
      left join charged on charged.user_id = running.user_id and charged.unit_id = running.unit_id
      left join owed on owed.lease_id = running.id
      order by properties.property_name, units.property_id, unit_order(units.unit_number), units.unit_number, running.id
    ) as roll`;
  if (!answer) throw new Error('A list is always answered.');
  return new RawJson(answer.list);
}
