import type { Transaction } from '../../../contract/ledger/ledger.ts';
import type { NewCredit } from '../../../contract/ledger/newEntry.ts';
import { toCents, toDollars, dollarText } from '../../../contract/values/money.ts';
import type { Sql } from '../../database/database.ts';
import { fieldError } from '../../http/apiError.ts';
import { refuseFuture } from '../../http/input/refuseFuture.ts';
import { postAudited, readPaid } from './postAudited.ts';

/**
 * Posts a concession, a credit or a write-off, which pays one charge or what is open.
 * @throws {ApiError} 400 for a day in the future, for another person's charge and for more than is open of it, and what
 * `postAudited` throws
 */
export async function giveCredit(
  sql: Sql,
  { author, key }: { author: number; key: string | undefined },
  { userId: user_id, unitId: unit_id = null, amount, type, reason, ...given }: NewCredit,
): Promise<Transaction> {
  const { charge = null } = given;
  const effective_on = given.effective_on ?? undefined;
  refuseFuture('effective_on', effective_on);
  if (charge !== null) await requireOpen(sql, { user_id, amount, charge });
  const credit = await postAudited(sql, {
    ...{ user_id, unit_id, amount: -amount, type, description: reason, effective_on },
    after_closed: given.after_closed ?? false,
    created_with: key,
    created_by: author,
  });
  if (charge === null) return credit;
  // It was allocated to what comes first, which is freed again.
  await sql`select allocate_against(${credit.id}, ${charge})`;
  return { ...credit, ...(await readPaid(sql, credit)) };
}

/** The person's balance is locked, so that nothing else is posted for them before the transaction ends. */
async function requireOpen(
  sql: Sql,
  { user_id, amount, charge }: { user_id: number; amount: number; charge: number },
): Promise<void> {
  await sql`select 1 from balances where user_id = ${user_id} for update`;
  const [found] = await sql<{ open: number }>`
    select open from open_amounts where transaction_id = ${charge} and user_id = ${user_id} and amount > 0`;
  if (!found) throw fieldError(400, 'charge', 'There is no such charge.');
  const open = toCents(found.open);
  if (toCents(amount) > open) {
    throw fieldError(400, 'amount', `Only ${dollarText(toDollars(open))} of this charge is unpaid.`);
  }
}
