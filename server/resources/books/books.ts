import type { FastifyInstance } from 'fastify';
import type { BalanceOn, RentRollRow } from '../../../contract/books.ts';
import { routes } from '../../../contract/routes.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { COLLECTED } from './accounts.ts';
import { dayOf, journalOf } from './journal.ts';
import { readMonthReport } from './monthReport.ts';

/** The routes by which managers close a month and tell an accountant. They only read. */
export function books(app: FastifyInstance): void {
  const zone = app.context.configuration.TIME_ZONE;
  const day = dayOf(zone);

  registerRoute(app, routes.readMonthReport, ({ sql, params: { month } }) =>
    readMonthReport(sql, { month, zone }),
  );

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
        -- What is of no unit of a running lease stands with the person's first one.
        select coalesce(own.id, first.id) as lease_id, sum(open_amounts.open) as amount, min(${day}) as oldest
        from open_amounts join transactions as entry on entry.id = open_amounts.transaction_id
        join (select user_id, min(id) as id from running group by user_id) as first on first.user_id = entry.user_id
        left join running as own on own.user_id = entry.user_id and own.unit_id = entry.unit_id
        where open_amounts.open > 0 and open_amounts.amount > 0 group by 1
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
      left join open on open.lease_id = running.id, today
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
