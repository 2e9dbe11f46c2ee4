import type { Input } from '../../../../contract/http/route.ts';
import type { Transaction } from '../../../../contract/ledger/ledger.ts';
import { REFUND } from '../../../../contract/ledger/refunds.ts';
import type { Routes } from '../../../../contract/routes.ts';
import { toCents, toDollars, dollarText } from '../../../../contract/values/money.ts';
import type { Sql } from '../../../database/database.ts';
import { fieldError } from '../../../http/apiError.ts';
import { refuseFuture } from '../../../http/input/refuseFuture.ts';
import { postAudited } from '../postAudited.ts';

type Body = Input<Routes['recordRefund']>['body'];
type Refund = Body & Required<Pick<Body, 'type'>>;

/**
 * Posts what management gave back, which uses up what the account is in credit.
 * @throws {ApiError} 400 for a day in the future and for more than the account is in credit, and what `postAudited` throws
 */
export async function giveRefund(
  sql: Sql,
  { author, key }: { author: number; key: string | undefined },
  { userId: user_id, unitId: unit_id = null, amount, type, ...given }: Refund,
): Promise<Transaction> {
  const effective_on = given.refunded_on ?? undefined;
  refuseFuture('refunded_on', effective_on);
  await requireCredit(sql, { user_id, unit_id, amount });
  const refund = {
    ...{ user_id, unit_id, amount, type, effective_on },
    description: given.description ?? REFUND,
    after_closed: given.after_closed ?? false,
    reference: given.reference ?? undefined,
    created_with: key,
    created_by: author,
  };
  return postAudited(sql, refund, { dayField: 'refunded_on' });
}

/** The person's balance is locked, so that nothing else is posted for them before the transaction ends. */
async function requireCredit(
  sql: Sql,
  { user_id, unit_id, amount }: { user_id: number; unit_id: number | null; amount: number },
): Promise<void> {
  const [account] = await sql<{ balance: number }>`
    select balance from balances where user_id = ${user_id} for update`;
  // What others paid into the account of a lease is given back of that lease alone.
  const [open] = await sql<{ credit: number }>`
    select coalesce(sum(open_amounts.open), 0) as credit
    from open_amounts join transactions as entry on entry.id = open_amounts.transaction_id
    where open_amounts.user_id = ${user_id} and open_amounts.amount < 0 and (entry.paid_by is null
      or entry.lease_id = lease_account(${user_id}, ${unit_id}, (now() at time zone 'UTC')::date))`;
  const credit = Math.max(0, Math.min(-toCents(account?.balance ?? 0), toCents(open?.credit ?? 0)));
  if (toCents(amount) <= credit) return;
  const message =
    credit === 0
      ? 'This account is not in credit, so there is nothing to give back.'
      : `This account is ${dollarText(toDollars(credit))} in credit, and no more can be given back.`;
  throw fieldError(400, 'amount', message);
}
