import type { Receipt } from '../../../contract/payments/payments.ts';
import type { Sql } from '../../database/database.ts';
import { PAYMENTS, receiptNumber } from './entries.ts';

/** The receipt of a payment by the id of its entry, for its tenant or for a manager; undefined where there is none. */
export async function readReceipt(
  sql: Sql,
  entryId: number,
  reader: { id: number; is_manager: boolean },
): Promise<Receipt | undefined> {
  const [receipt] = await sql<Receipt>`
    select ${receiptNumber} as number, coalesce(paid.paid_at, entry.created_at) as date, -entry.amount as amount,
      entry.effective_on::text as received_on, entry.type,
      exists (select from transactions as later where later.reverses = entry.id) as reversed,
      paid.last4, paid.brand, users.first_name || ' ' || users.last_name as name, units.unit_number,
      properties.property_name, entry.description, entry.reference,
      receiver.first_name || ' ' || receiver.last_name as received_by, entry.signature
    from transactions as entry
    left join payment_intents as paid on paid.transaction_id = entry.id
    join users on users.id = entry.user_id
    left join users as receiver on receiver.id = entry.created_by
    left join units on units.id = entry.unit_id
    left join property_labels as properties on properties.id = units.property_id
    where entry.id = ${entryId} and entry.type = any(${PAYMENTS}::text[]) and entry.reverses is null
      and (entry.user_id = ${reader.id} or ${reader.is_manager}::boolean)`;
  return receipt;
}
