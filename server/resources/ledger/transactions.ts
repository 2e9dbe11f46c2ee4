import type { FastifyInstance } from 'fastify';
import sqlTag from 'sql-template-tag';
import type { TenantBalance, Transaction } from '../../../contract/ledger.ts';
import type { Receipt } from '../../../contract/payments.ts';
import { routes } from '../../../contract/routes.ts';
import { isTenant } from './billedTenants.ts';
import { entries, PAYMENTS, receiptNumber } from './entries.ts';
import { blockChanges, blockedUsers } from './paymentPolicy.ts';
import { byName } from '../../auth/userColumns.ts';
import type { NotedChanges } from '../../http/listVersion.ts';
import { answerList } from '../../http/pagedList.ts';
import { ApiError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';

const ledgerOf = (userId: number): NotedChanges => ({ list: 'transactions', scopes: [`user:${userId}`] });

/** The routes that read the ledger: histories, balances and receipts. */
export function ledger(app: FastifyInstance): void {
  registerRoute(app, routes.listMyTransactions, (call) =>
    answerList<Transaction>(call, entries(sqlTag`entry.user_id = ${call.user.id}`), {
      changes: ledgerOf(call.user.id),
    }),
  );

  registerRoute(app, routes.listUserTransactions, async (call) => {
    const { sql, params } = call;
    const list = await answerList<Transaction>(call, entries(sqlTag`entry.user_id = ${params.id}`), {
      changes: ledgerOf(params.id),
    });
    const [userExists] = list.isEmptyList ? await sql`select 1 from users where id = ${params.id}` : [true];
    if (!userExists) throw new ApiError(404, 'There is no such user.');
    return list;
  });

  registerRoute(app, routes.listBalances, (call) =>
    answerList<TenantBalance>(
      call,
      {
        columns: sqlTag`
      users.id as user_id, users.unit as unit_id, users.first_name, users.last_name, units.unit_number,
        properties.property_name, coalesce(balances.balance, 0) as balance,
        users.id not in (${blockedUsers}) as accepts_payments`,
        from: sqlTag`users
      left join balances on balances.user_id = users.id
      left join units on units.id = users.unit
      left join property_labels as properties on properties.id = units.property_id`,
        where: sqlTag`(balances.balance <> 0
        or (${isTenant} and not users.is_manager))`,
        order: byName,
      },
      { changes: { list: 'balances', scopes: ['management'], timed: blockChanges } },
    ),
  );

  registerRoute(app, routes.readReceipt, async ({ sql, user, params }) => {
    const [receipt] = await sql<Receipt>`
      select ${receiptNumber} as number, coalesce(paid.paid_at, entry.created_at) as date, -entry.amount as amount,
        entry.effective_on::text as received_on, entry.type,
        exists (select from transactions as later where later.reverses = entry.id) as reversed,
        paid.last4, paid.brand, users.first_name || ' ' || users.last_name as name, units.unit_number,
        properties.property_name, entry.description, entry.reference,
        receiver.first_name || ' ' || receiver.last_name as received_by
      from transactions as entry
      left join payment_intents as paid on paid.transaction_id = entry.id
      join users on users.id = entry.user_id
      left join users as receiver on receiver.id = entry.created_by
      left join units on units.id = entry.unit_id
      left join property_labels as properties on properties.id = units.property_id
      where entry.id = ${params.id} and entry.type = any(${PAYMENTS}::text[]) and entry.reverses is null and (entry.user_id = ${user.id} or ${user.is_manager}::boolean)`;
    if (!receipt) throw new ApiError(404, 'There is no such receipt.');
    return receipt;
  });
}
