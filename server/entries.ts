import sqlTag, { type Sql as Part } from 'sql-template-tag';

/** The number of a receipt, from the ledger's own: nothing else counts payments. */
export const receiptNumber = sqlTag`'PL-' || lpad(entry.id::text, greatest(6, length(entry.id::text)), '0')`;

/** The query of ledger entries (`entry`) with what each is made of, newest first; JSON is made of it as it is. */
export function entries(where: Part): Part {
  return sqlTag`
    select entry.id, entry.user_id, entry.unit_id, entry.amount, entry.type, entry.description,
      to_char(entry.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
      entry.reverses, later.id as reversed_by,
      case when bill.id is not null then json_build_object(
        'water_usage', bill.water_usage, 'electric_usage', bill.electric_usage, 'gas_usage', bill.gas_usage,
        'rate_water', bill.rate_water, 'rate_electric', bill.rate_electric, 'rate_gas', bill.rate_gas,
        'water_cost', bill.water_cost, 'electric_cost', bill.electric_cost, 'gas_cost', bill.gas_cost,
        'due_date', bill.due_date, 'month', bill.month) end as utility,
      case when paid.id is not null then json_build_object(
        'last4', paid.last4, 'brand', paid.brand, 'receipt_number', ${receiptNumber},
        'payment', paid.stripe_id) end as card
    from transactions as entry
    left join transactions as later on later.reverses = entry.id
    left join utility_bills as bill on bill.transaction_id = entry.id
    left join payment_intents as paid on paid.transaction_id = entry.id
    where ${where}
    order by entry.created_at desc, entry.id desc`;
}
