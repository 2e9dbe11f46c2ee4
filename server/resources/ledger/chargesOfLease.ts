import sqlTag, { type Sql as Part } from 'sql-template-tag';

/** The charges of a lease (`leases`) as the contract's schedule takes them, with the last month that was posted of each, as JSON. */
export const chargesOfLease = (order: Part = sqlTag`charge.id`) => sqlTag`
  coalesce((
    select json_agg(json_build_object('id', charge.id, 'kind', charge.kind, 'description', charge.description,
      'amount', charge.amount, 'due_day', charge.due_day, 'from_month', charge.from_month, 'to_month', charge.to_month,
      'posted_through', (select max(month) from lease_postings where lease_charge_id = charge.id)) order by ${order})
    from lease_charges as charge where charge.lease_id = leases.id
  ), '[]')`;
