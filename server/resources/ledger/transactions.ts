import type { FastifyInstance } from 'fastify';
import sqlTag from 'sql-template-tag';
import { routes } from '../../../contract/routes.ts';
import { isTenant } from './billedTenants.ts';
import { owedSince } from './owedSince.ts';
import { entries } from './entries.ts';
import { acceptanceColumns, blockChanges, decideAcceptance } from './paymentPolicy.ts';
import { readReceipt } from './receipts.ts';
import { byName } from '../../auth/userColumns.ts';
import type { NotedList } from '../../http/lists/notedList.ts';
import { registerList } from '../../http/lists/registerList.ts';
import { ApiError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';

const ledgerOf = (userId: number): NotedList => ({
  query: entries(sqlTag`entry.user_id = ${userId}`),
  changes: { list: 'transactions', scopes: [`user:${userId}`] },
});

/** The routes that read the ledger: histories, balances and receipts. */
export function ledger(app: FastifyInstance): void {
  registerList(app, routes.listMyTransactions, ({ user }) => ledgerOf(user.id));

  registerList(app, routes.listUserTransactions, ({ params }) => ledgerOf(params.id), {
    async ifEmpty({ sql, params }) {
      const [user] = await sql`select 1 from users where id = ${params.id}`;
      if (!user) throw new ApiError(404, 'There is no such user.');
    },
  });

  registerList(app, routes.listBalances, () => ({
    query: {
      columns: sqlTag`
      users.id as user_id, users.unit as unit_id, users.first_name, users.last_name, units.unit_number,
        properties.property_name, coalesce(balances.balance, 0) as balance,
        ${acceptanceColumns(sqlTag`users.id`)}, ${owedSince(app.context.zone.current())} as owed_since,
        not ${isTenant} as former`,
      from: sqlTag`users
      left join balances on balances.user_id = users.id
      left join units on units.id = users.unit
      left join property_labels as properties on properties.id = units.property_id`,
      where: sqlTag`(balances.balance <> 0
        or (${isTenant} and not users.is_manager))`,
      order: byName,
    },
    changes: { list: 'balances', scopes: ['management'], timed: blockChanges },
    decide: decideAcceptance,
  }));

  registerRoute(app, routes.readReceipt, async ({ sql, user, params }) => {
    const receipt = await readReceipt(sql, params.id, user);
    if (!receipt) throw new ApiError(404, 'There is no such receipt.');
    return receipt;
  });
}
