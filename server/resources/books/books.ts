import type { FastifyInstance } from 'fastify';
import type { BalanceOn } from '../../../contract/books/books.ts';
import { routes } from '../../../contract/routes.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { closing } from './closing.ts';
import { journalOf } from './journal.ts';
import { readMonthReport } from './monthReport.ts';
import { dayOf, postingsOf } from './postings.ts';
import { readRentRoll } from './rentRoll.ts';
import { listVacantHomes } from './vacantHomes.ts';

/** The routes by which managers close a month and tell an accountant. */
export function books(app: FastifyInstance): void {
  const { zone } = app.context;
  closing(app);

  registerRoute(app, routes.readMonthReport, ({ sql, params: { month }, query: { property = null } }) =>
    readMonthReport(sql, { month, property, zone: zone.current() }),
  );

  registerRoute(app, routes.listVacantHomes, ({ sql }) => listVacantHomes(sql, zone.current()));

  registerRoute(app, routes.readRentRoll, ({ sql }) => readRentRoll(sql, zone.current()));

  registerRoute(
    app,
    routes.readBalancesOn,
    ({ sql, params }) => sql<BalanceOn>`
      select users.id as user_id, users.first_name, users.last_name, units.unit_number, properties.property_name,
        sums.balance
      from (
        select entry.user_id, sum(entry.amount) as balance from transactions as entry
        where ${dayOf(zone.current())} <= ${params.day}::date group by entry.user_id having sum(entry.amount) <> 0
      ) as sums
      join users on users.id = sums.user_id
      left join units on units.id = users.unit
      left join property_labels as properties on properties.id = units.property_id
      order by lower(users.last_name), lower(users.first_name), users.id`,
  );

  registerRoute(app, routes.readJournal, async ({ sql, query }) => ({
    journal: await journalOf(sql, { property: null, ...query, zone: zone.current() }),
  }));

  registerRoute(app, routes.readPostings, ({ sql, query }) =>
    postingsOf(sql, { property: null, ...query, zone: zone.current() }),
  );
}
