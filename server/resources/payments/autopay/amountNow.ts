import { autopayAmount } from '../../../../contract/payments/owed.ts';
import { toCents } from '../../../../contract/values/money.ts';
import type { Sql } from '../../../database/database.ts';
import { readOwed, readOwedOfHome } from '../owed.ts';

interface Asked {
  user_id: number;
  /** The first day of the month. */
  period: string;
  /** Whether it charges what the home asks for alone. */
  of_home: boolean;
  /** Dollars a month. */
  max_amount: number;
}

/** What autopay charges somebody now, or why it charges nothing, with the account that it pays; their balances are locked. */
export async function amountNow(sql: Sql, { user_id, period, of_home, max_amount }: Asked) {
  const read = async () =>
    (of_home ? await readOwedOfHome(sql, user_id) : undefined) ?? (await readOwed(sql, user_id));
  // Whatever is posted locks the balance first.
  const whose = [user_id, (await read()).account.user_id];
  await sql`select from balances where user_id = any(${whose}::int[]) order by user_id for update`;
  const { account, ...owed } = await read();
  // What the month was charged already counts towards the limit.
  const [before] = await sql<{ charged: number }>`
    select coalesce(sum(amount), 0) as charged from autopay_runs
    where user_id = ${user_id} and period = ${period}::date and outcome in ('succeeded', 'processing')`;
  const charged = toCents(before?.charged ?? 0);
  const limit = toCents(max_amount);
  return { account, limit, charged, ...autopayAmount(owed, Math.max(limit - charged, 0)) };
}
