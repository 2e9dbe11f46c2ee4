import type { Owed } from '../../../contract/payments/autopaySchedule.ts';
import { ENTRY_KINDS } from '../../../contract/ledger/entryKinds.ts';
import { toCents } from '../../../contract/values/money.ts';
import type { Sql } from '../../database/database.ts';
import { readPaymentPolicy } from '../ledger/paymentPolicy.ts';

/** What somebody owes, in cents, what of it the bank is processing, and what may be paid of it. */
export async function readOwed(sql: Sql, userId: number): Promise<Owed> {
  const [row] = await sql<{ balance: number; processing: number; rent: number }>`
    select coalesce((select balance from balances where user_id = ${userId}), 0) as balance,
      coalesce((select sum(amount) from payment_intents
        where user_id = ${userId} and processing_since is not null), 0) as processing,
      coalesce((select sum(open) from open_amounts join transactions on transactions.id = transaction_id
        where open_amounts.user_id = ${userId} and open > 0 and type = ${ENTRY_KINDS.rent.type}), 0) as rent`;
  return {
    balance: toCents(row?.balance ?? 0),
    processing: toCents(row?.processing ?? 0),
    openRent: toCents(row?.rent ?? 0),
    policy: await readPaymentPolicy(sql, userId),
  };
}
