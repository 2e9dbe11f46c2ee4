import type { FastifyInstance } from 'fastify';
import type { BalanceOn, MonthReport, OpenByAge, RentRollRow } from '../../../contract/books.ts';
import { routes } from '../../../contract/routes.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { COLLECTED } from './accounts.ts';
import { dayOf, journalOf } from './journal.ts';

/** The routes by which managers close a month and tell an accountant. They only read. */
export function books(app: FastifyInstance): void {
  const zone = app.context.configuration.TIME_ZONE;
  const day = dayOf(zone);

  registerRoute(app, routes.readMonthReport, async ({ sql, params: { month } }) => {
    const [sums] = await sql<Omit<MonthReport, 'month' | 'open'>>`
      with dated as (
        select entry.amount, ${day} as day, coalesce(earlier.type, entry.type) = any(${COLLECTED}::text[]) as is_payment,
          earlier.id is not null as is_reversal
        from transactions as entry left join transactions as earlier on earlier.id = entry.reverses
        where ${day} < ${month}::date + interval '1 month'
      )
      select coalesce(sum(amount) filter (where day < ${month}::date), 0) as opening,
        coalesce(sum(amount) filter (where day >= ${month}::date and not is_payment and not is_reversal), 0) as charged,
        coalesce(-sum(amount) filter (where day >= ${month}::date and is_payment), 0) as collected,
        coalesce(-sum(amount) filter (where day >= ${month}::date and not is_payment and is_reversal), 0) as waived,
        coalesce(sum(amount), 0) as closing
      from dated`;
    const [open] = await sql<OpenByAge>`
      with last as (select (${month}::date + interval '1 month')::date - 1 as day),
      charges as (
        select entry.id, entry.amount, ${day} as day from transactions as entry, last
        where entry.amount > 0 and ${day} <= last.day
          and coalesce((select type from transactions where id = entry.reverses), type) <> all(${COLLECTED}::text[])
      ), paid as (
        select charge_id, sum(allocations.amount) as amount
        from allocations join transactions as entry on entry.id = credit_id, last
        where ${day} <= last.day group by charge_id
      ), aged as (
        select last.day - charges.day as age, charges.amount - coalesce(paid.amount, 0) as open
        from charges left join paid on paid.charge_id = charges.id, last
      )
      select coalesce(sum(open) filter (where age <= 30), 0) as days_0_30,
        coalesce(sum(open) filter (where age between 31 and 60), 0) as days_31_60,
        coalesce(sum(open) filter (where age between 61 and 90), 0) as days_61_90,
        coalesce(sum(open) filter (where age > 90), 0) as over_90
      from aged`;
    if (!sums || !open) throw new Error('The sums were not returned.');
    return { month, ...sums, open };
  });

  registerRoute(
    app,
    routes.readRentRoll,
    ({ sql }) => sql<RentRollRow>`
      with today as (select (now() at time zone ${zone})::date as day),
      running as (
        select leases.id, leases.unit_id, tenant.user_id from leases
        join lease_tenants as tenant on tenant.lease_id = leases.id and tenant.position = 1, today
        where leases.starts <= today.day and (leases.ends is null or leases.ends >= today.day)
      ), charged as (
        select entry.user_id, entry.unit_id, sum(entry.amount) as amount, sum(entry.amount - open_amounts.open) as paid
        from transactions as entry join open_amounts on open_amounts.transaction_id = entry.id, today
        where entry.amount > 0 and entry.type <> all(${COLLECTED}::text[]) and entry.reverses is null
          and ${day} >= date_trunc('month', today.day)::date and ${day} <= today.day
          and not exists (select from transactions as later where later.reverses = entry.id)
        group by entry.user_id, entry.unit_id
      ), open as (
        select entry.user_id, sum(open_amounts.open) as amount, min(${day}) as oldest
        from open_amounts join transactions as entry on entry.id = open_amounts.transaction_id
        where open_amounts.open > 0 and open_amounts.amount > 0 group by entry.user_id
      ), rent as (
        select charge.lease_id, sum(charge.amount) as amount from lease_charges as charge, today
        where charge.kind = 'rent' and charge.from_month <= today.day
          and (charge.to_month is null or charge.to_month >= date_trunc('month', today.day)::date)
        group by charge.lease_id
      )
      select running.id as lease_id, properties.property_name, units.unit_number, users.id as user_id, users.first_name,
        users.last_name, coalesce(rent.amount, 0) as rent, coalesce(charged.amount, 0) as charged,
        coalesce(charged.paid, 0) as paid, coalesce(open.amount, 0) as open,
        coalesce(greatest(today.day - open.oldest, 0), 0) as days_late
      from running join units on units.id = running.unit_id
      join property_labels as properties on properties.id = units.property_id
      join users on users.id = running.user_id
      left join rent on rent.lease_id = running.id
      left join charged on charged.user_id = users.id and charged.unit_id = running.unit_id
      left join open on open.user_id = users.id, today
      order by properties.property_name, units.property_id, unit_order(units.unit_number), units.unit_number, running.id`,
  );

  registerRoute(
    app,
    routes.readBalancesOn,
    ({ sql, params }) => sql<BalanceOn>`
      select users.id as user_id, users.first_name, users.last_name, units.unit_number, properties.property_name,
        sums.balance
      from (
        select entry.user_id, sum(entry.amount) as balance from transactions as entry
        where ${day} <= ${params.day}::date group by entry.user_id having sum(entry.amount) <> 0
      ) as sums
      join users on users.id = sums.user_id
      left join units on units.id = users.unit
      left join property_labels as properties on properties.id = units.property_id
      order by lower(users.last_name), lower(users.first_name), users.id`,
  );

  registerRoute(app, routes.readJournal, async ({ sql, query }) => ({
    journal: await journalOf(sql, { ...query, zone }),
  }));
}
