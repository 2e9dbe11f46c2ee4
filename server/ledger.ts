import type { FastifyInstance } from 'fastify';
import sqlTag from 'sql-template-tag';
import type { Transaction } from '../contract/ledger.ts';
import type { Receipt } from '../contract/payments.ts';
import { routes } from '../contract/routes.ts';
import type { Sql } from './database.ts';
import type { Cards } from './payments/cards.ts';
import { askAboutOwn } from './payments/reconcile.ts';
import { listAsJson } from './readyJson.ts';
import { Refusal } from './refusal.ts';
import { serve } from './serve.ts';

/** The number of a receipt, from the ledger's own: nothing else counts payments. */
const receiptNumber = sqlTag`'PL-' || lpad(entry.id::text, greatest(6, length(entry.id::text)), '0')`;

/** Serves what people read of their ledger. */
export function ledger(app: FastifyInstance, cards: Cards | undefined): void {
  serve(app, routes.listMyTransactions, async ({ sql, user }) => {
    if (cards) await askAboutOwn(cards, user.id);
    return historyOf(sql, user.id);
  });

  serve(app, routes.listBalances, ({ sql }) =>
    listAsJson(
      sql,
      sqlTag`
        select users.id as user_id, users.unit as unit_id, users.first_name, users.last_name, units.unit_number,
          properties.property_name, coalesce(balances.balance, 0) as balance
        from users
        left join balances on balances.user_id = users.id
        left join units on units.id = users.unit
        left join properties on properties.id = units.property_id
        where balances.balance <> 0
          or (users.unit is not null and users.is_current_user and not users.is_manager)
        order by lower(users.last_name), lower(users.first_name), users.id`,
    ),
  );

  serve(app, routes.readReceipt, async ({ sql, user, params }) => {
    const [receipt] = await sql<Receipt>`
      select ${receiptNumber} as number, coalesce(paid.paid_at, entry.created_at) as date, -entry.amount as amount,
        paid.last4, paid.brand, users.first_name || ' ' || users.last_name as name, units.unit_number,
        properties.property_name, entry.description
      from transactions as entry
      join payment_intents as paid on paid.transaction_id = entry.id
      join users on users.id = entry.user_id
      left join units on units.id = entry.unit_id
      left join properties on properties.id = units.property_id
      where entry.id = ${params.id} and (entry.user_id = ${user.id} or ${user.is_manager}::boolean)`;
    if (!receipt) throw new Refusal(404, 'There is no such receipt.');
    return receipt;
  });
}

/** Someone's entries with what each is made of, newest first. */
function historyOf(sql: Sql, userId: number): Promise<Transaction[]> {
  return sql<Transaction>`
    select entry.id, entry.user_id, entry.unit_id, entry.amount, entry.type, entry.description, entry.created_at,
      entry.reverses, later.id as reversed_by,
      case when bill.id is not null then json_build_object(
        'water_usage', bill.water_usage, 'electric_usage', bill.electric_usage, 'gas_usage', bill.gas_usage,
        'rate_water', bill.rate_water, 'rate_electric', bill.rate_electric, 'rate_gas', bill.rate_gas,
        'water_cost', bill.water_cost, 'electric_cost', bill.electric_cost, 'gas_cost', bill.gas_cost,
        'due_date', bill.due_date, 'month', bill.month) end as utility,
      case when paid.id is not null then json_build_object(
        'last4', paid.last4, 'brand', paid.brand, 'receipt_number', ${receiptNumber}) end as card
    from transactions as entry
    left join transactions as later on later.reverses = entry.id
    left join utility_bills as bill on bill.transaction_id = entry.id
    left join payment_intents as paid on paid.transaction_id = entry.id
    where entry.user_id = ${userId}
    order by entry.created_at desc, entry.id desc`;
}
