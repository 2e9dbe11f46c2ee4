import type { Sql as Part } from 'sql-template-tag';
import { PAYMENT_TYPES } from '../../../contract/ledger/entryKinds.ts';
import type { PaymentRepeated } from '../../../contract/ledger/receiptBooks.ts';
import { dayIn } from '../../../contract/values/timeZone.ts';
import type { Sql } from '../../database/database.ts';
import { isoTimestamp } from '../../database/isoTimestamp.ts';
import sqlTag from 'sql-template-tag';
import { ApiError } from '../../http/apiError.ts';
import { receiptNumber } from './entries.ts';

interface NewPayment {
  user_id: number;
  /** Who paid it. */
  payer: number;
  /** Dollars, positive. */
  amount: number;
  /** The day it was received. */
  day: string;
  /** When the manager recorded it, as SQL. */
  capturedAt: Part;
}

/**
 * Refuses a payment of an amount that management took from the same person already: recorded or received within a day.
 * The person's row is locked, so that of two at once one sees the other.
 * @param zone the community's time zone
 * @throws {ApiError} 409 `payment_repeated` with who recorded the earlier one, and when
 */
export async function refuseRepeated(
  sql: Sql,
  { user_id, payer, amount, day, capturedAt }: NewPayment,
  zone: string,
): Promise<void> {
  await sql`select 1 from users where id = ${user_id} for no key update`;
  const [earlier] = await sql<PaymentRepeated>`
    select author.first_name || ' ' || author.last_name as recorded_by, entry.type,
      ${isoTimestamp(sqlTag`entry.created_at`)} as recorded_at, ${receiptNumber} as receipt_number
    from transactions as entry join users as author on author.id = entry.created_by
    where entry.user_id = ${user_id} and coalesce(entry.paid_by, entry.user_id) = ${payer} and entry.amount = ${-amount} and entry.type = any(${PAYMENT_TYPES}::text[])
      and entry.reverses is null and not exists (select from transactions as later where later.reverses = entry.id)
      and (entry.created_at between ${capturedAt} - interval '1 day' and ${capturedAt} + interval '1 day'
        or abs(coalesce(entry.effective_on, (entry.created_at at time zone ${zone})::date) - ${day}::date) <= 1)
    order by entry.id desc limit 1`;
  if (!earlier) return;
  const { recorded_by, recorded_at } = earlier;
  throw new ApiError(
    409,
    `${recorded_by} recorded a payment of the same amount for this account on ${dayIn(zone, new Date(recorded_at))}.`,
    { code: 'payment_repeated', detail: earlier },
  );
}
