import sqlTag from 'sql-template-tag';
import type { Receipt } from '../../../contract/payments/payments.ts';
import type { Sql } from '../../database/database.ts';
import { PAYMENTS, receiptNumber } from './entries.ts';

/** What of which charges a payment (`entry`) pays, the oldest first; not what took it back. */
const paidFor = sqlTag`
  coalesce((
    select json_agg(json_build_object('type', charge.type, 'description', charge.description,
      'month', coalesce(posting.month, bill.month), 'amount', net.amount)
      order by coalesce(charge.effective_on, charge.created_at::date), charge.id)
    from (
      select charge_id, sum(amount) as amount from allocations where credit_id = entry.id
      group by charge_id having sum(amount) > 0
    ) as net
    join transactions as charge on charge.id = net.charge_id and charge.reverses is distinct from entry.id
    left join lease_postings as posting on posting.transaction_id = charge.id
    left join utility_bills as bill on bill.transaction_id = charge.id
  ), '[]')`;

/** The receipt of a payment by the id of its entry, for its tenant, for who paid it, or for a manager; undefined where there is none. */
export async function readReceipt(
  sql: Sql,
  entryId: number,
  reader: { id: number; is_manager: boolean },
): Promise<Receipt | undefined> {
  const mayKnowCard = sqlTag`(${reader.is_manager}::boolean or coalesce(entry.paid_by, entry.user_id) = ${reader.id})`;
  const [receipt] = await sql<Receipt>`
    select ${receiptNumber} as number, coalesce(paid.paid_at, entry.created_at) as date, -entry.amount as amount,
      entry.effective_on::text as received_on, entry.type,
      exists (select from transactions as later where later.reverses = entry.id) as reversed,
      -- Not of another tenant’s card.
      case when ${mayKnowCard} then paid.last4 end as last4, case when ${mayKnowCard} then paid.brand end as brand, users.first_name || ' ' || users.last_name as name, units.unit_number,
      properties.property_name, entry.description, entry.reference,
      receiver.first_name || ' ' || receiver.last_name as received_by, entry.signature, ${paidFor} as pays,
      -- What is left of the home, where another is billed for it.
      (select sum(posted.amount) from transactions as posted
        where posted.user_id = entry.user_id and posted.id <= entry.id
          and (entry.paid_by is null or posted.lease_id = entry.lease_id)) as balance_after
    from transactions as entry
    left join payment_intents as paid on paid.transaction_id = entry.id
    join users on users.id = coalesce(entry.paid_by, entry.user_id)
    left join users as receiver on receiver.id = entry.created_by
    left join units on units.id = entry.unit_id
    left join property_labels as properties on properties.id = units.property_id
    where entry.id = ${entryId} and entry.type = any(${PAYMENTS}::text[]) and entry.reverses is null
      and (${reader.id} in (entry.user_id, entry.paid_by) or ${reader.is_manager}::boolean)`;
  return receipt;
}
