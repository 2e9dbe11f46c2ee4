import sqlTag, { type Sql as Part } from 'sql-template-tag';
import { ENTRY_KINDS } from '../../../contract/ledger/entryKinds.ts';
import { isoTimestamp } from '../../database/isoTimestamp.ts';
import type { ListQuery } from '../../http/lists/listQuery.ts';

/** The types of entries of which the tenant has a receipt. */
export const PAYMENTS = Object.values(ENTRY_KINDS)
  .filter(({ receipt }) => receipt)
  .map(({ type }) => type);

/** The types of entries that give back what somebody paid, and charge nothing. */
export const GIVEN_BACK = Object.values(ENTRY_KINDS)
  .filter(
    (kind) =>
      kind.sign === 'charge' &&
      (kind.postedBy === 'card provider' || ('form' in kind && kind.form === 'refund')),
  )
  .map(({ type }) => type);

/** The number of the receipt of a payment (`entry`): of a receipt book, or made from the id of its entry. */
export const receiptNumber = sqlTag`
  coalesce(entry.receipt_number, 'PL-' || lpad(entry.id::text, greatest(6, length(entry.id::text)), '0'))`;

/** The same for any entry: null for one that has no receipt. */
export const receiptNumberIfAny = sqlTag`
  case when entry.type = any(${PAYMENTS}::text[]) and entry.reverses is null then ${receiptNumber} end`;

/** What a ledger entry (`entry`) pays, if it is a credit. */
export const paidCharges = sqlTag`
  case when entry.amount < 0 then coalesce((
    select json_agg(json_build_object('id', charge_id, 'amount', amount) order by charge_id)
    from (
      select charge_id, sum(amount) as amount from allocations where credit_id = entry.id
      group by charge_id having sum(amount) > 0
    ) as net
  ), '[]') end`;

/** Who paid an entry (`entry`), where that is not whose it is. */
export const payerOf = sqlTag`
  case when entry.paid_by is not null then (
    select json_build_object('id', users.id, 'name', users.first_name || ' ' || users.last_name)
    from users where users.id = entry.paid_by) end`;

/** The readings that a bill (`bill`) was counted from; null where its home had no meters. */
const billedReadings = sqlTag`(
  select json_agg(json_build_object('kind', meters.kind, 'serial_number', used.serial_number,
    'from_value', earlier.value, 'from_on', earlier.read_on, 'to_value', later.value, 'to_on', later.read_on,
    'measure', used.measure, 'multiplier', used.multiplier, 'usage', used.usage,
    'estimated', earlier.estimated or later.estimated, 'rolled_over', used.rolled_over, 'photos', (
      select count(*) from named_photos where (record_kind = 'reading' and record_id = later.id::text)
        or (record_kind = 'sent_reading' and record_id = (select id::text from sent_readings where reading_id = later.id))))
    order by array_position(array['water', 'electric', 'gas'], meters.kind), used.from_id)
  from billed_usages as used join meters on meters.id = used.meter_id
  join meter_readings as earlier on earlier.id = used.from_id join meter_readings as later on later.id = used.to_id
  where used.bill_id = bill.id)`;

/**
 * The query of ledger entries (`entry`) with their bill, card, lease and late fee, newest first; its columns are the fields
 * of the answer.
 */
export function entries(where: Part): ListQuery {
  const columns = sqlTag`
    entry.id, entry.user_id, entry.unit_id, entry.amount, entry.type, entry.description,
      ${isoTimestamp(sqlTag`entry.created_at`)} as created_at,
      entry.effective_on::text as effective_on, entry.reverses, later.id as reversed_by,
      case when bill.id is not null then json_build_object(
        'water_usage', bill.water_usage, 'electric_usage', bill.electric_usage, 'gas_usage', bill.gas_usage,
        'rate_water', bill.rate_water, 'rate_electric', bill.rate_electric, 'rate_gas', bill.rate_gas,
        'water_cost', bill.water_cost, 'electric_cost', bill.electric_cost, 'gas_cost', bill.gas_cost,
        'due_date', bill.due_date, 'month', bill.month, 'readings', ${billedReadings},
        'working', bill.working) end as utility,
      case when paid.id is not null then json_build_object(
        'last4', paid.last4, 'brand', paid.brand, 'receipt_number', ${receiptNumber},
        'payment', paid.stripe_id) end as card,
      case when posting.month is not null then json_build_object(
        'month', posting.month, 'full_amount', charge.amount, 'days', posting.days, 'proration', posting.proration)
        end as lease,
      ${paidCharges} as pays,
      case when fee.day is not null then json_build_object(
        'rent', late.transaction_id, 'unpaid', fee.unpaid, 'late_on', fee.late_on) end as late_fee,
      entry.reference, ${receiptNumberIfAny} as receipt_number,
      ${payerOf} as payer,
      entry.created_with`;
  const from = sqlTag`
    transactions as entry
    -- Also joined by user, so that one index scan finds the rows of a whole history instead of one scan per entry.
    left join transactions as later
      on later.reverses = entry.id and later.reverses is not null and later.user_id = entry.user_id
    left join utility_bills as bill on bill.transaction_id = entry.id and bill.user_id = entry.user_id
    left join payment_intents as paid
      on paid.transaction_id = entry.id and paid.transaction_id is not null and paid.user_id = entry.user_id
    left join lease_postings as posting on posting.transaction_id = entry.id
    left join lease_charges as charge on charge.id = posting.lease_charge_id
    left join late_fees as fee on fee.transaction_id = entry.id
    left join lease_postings as late on late.lease_charge_id = fee.lease_charge_id and late.month = fee.month`;
  return {
    columns,
    from,
    where,
    order: {
      keys: [
        { sql: sqlTag`entry.created_at`, type: 'time' },
        { sql: sqlTag`entry.id`, type: 'id' },
      ],
      direction: 'desc',
    },
  };
}
