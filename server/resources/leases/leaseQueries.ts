import sqlTag, { raw, type Sql as Part } from 'sql-template-tag';
import type { Lease } from '../../../contract/leases/lease.ts';
import type { Sql } from '../../database/database.ts';
import { isoTimestamp } from '../../database/isoTimestamp.ts';
import { ApiError } from '../../http/apiError.ts';
import { chargesOfLease } from '../ledger/chargesOfLease.ts';

const RULE_FIELDS = [
  ...(['id', 'from_day', 'kind', 'grace_days'] as const),
  ...(['amount', 'percent', 'cap', 'daily_amount', 'daily_cap'] as const),
];

/** The columns of a late fee rule (`rule`). */
export const ruleColumns = raw(
  RULE_FIELDS.map((name) => (name === 'from_day' ? 'rule.from_day::text as from_day' : `rule.${name}`)).join(
    ', ',
  ),
);

/** Late fee rules as an array, the latest first. */
const rulesWhere = (where: Part) => sqlTag`
  coalesce((
    select json_agg(json_build_object(${raw(RULE_FIELDS.map((name) => `'${name}', rule.${name}`).join(', '))})
      order by rule.from_day desc, rule.id desc)
    from late_fee_rules as rule where ${where}
  ), '[]')`;

/** What the lease (`leases`) charges for late rent, and what its property (`units.property_id`) does. */
export const ownLateFees = rulesWhere(sqlTag`rule.lease_id = leases.id`);
export const propertyLateFees = rulesWhere(sqlTag`rule.property_id = units.property_id`);

/** By kind, then by month. */
const asShown = sqlTag`array_position(array['rent', 'parking', 'pet', 'storage', 'other'], charge.kind), charge.description,
  charge.from_month, charge.id`;

/** The columns of the answer, of `leaseTables`. */
export const leaseColumns = sqlTag`
  leases.id, leases.unit_id, units.unit_number, units.property_id, properties.property_name, leases.starts::text as starts,
  leases.ends::text as ends, leases.proration, leases.payment_policy, leases.paused,
  leases.shares_in, leases.guarantors, leases.occupants, leases.deposit_required,
  ${isoTimestamp(sqlTag`leases.accepts_since`)} as accepts_since,
  coalesce((
    select json_agg(json_build_object('id', users.id, 'first_name', users.first_name, 'last_name', users.last_name,
      'share', tenant.share, 'lives_there', users.is_current_user and users.unit is not distinct from leases.unit_id) order by tenant.position)
    from lease_tenants as tenant join users on users.id = tenant.user_id where tenant.lease_id = leases.id
  ), '[]') as tenants,
  ${chargesOfLease(asShown)} as charges,
  ${ownLateFees} as late_fees`;

export const leaseTables = sqlTag`
  leases join units on units.id = leases.unit_id join property_labels as properties on properties.id = units.property_id`;

/** Those of the leases that are there, by id. */
export function findLeases(sql: Sql, ids: readonly number[]): Promise<Lease[]> {
  return sql<Lease>`
    select ${leaseColumns} from ${leaseTables} where leases.id = any(${ids}::int[]) order by leases.id`;
}

/** @throws {ApiError} 404 */
export async function findLease(sql: Sql, id: number): Promise<Lease> {
  const [lease] = await findLeases(sql, [id]);
  if (!lease) throw new ApiError(404, 'This lease is not there any more.');
  return lease;
}

/** Locks a lease, so that nothing is posted for it meanwhile, and returns it. @throws {ApiError} 404 */
export async function lockLease(sql: Sql, id: number): Promise<Lease> {
  await sql`select from leases where id = ${id} for update`;
  return findLease(sql, id);
}

/** The latest lease that has a day of one of these and its unit, and is another one. */
export async function findOverlap(
  sql: Sql,
  leases: readonly Pick<Lease, 'id' | 'unit_id' | 'starts' | 'ends'>[],
): Promise<Pick<Lease, 'starts' | 'ends'> | undefined> {
  const rows = leases.map(({ id, unit_id, starts, ends }) => ({ id, unit_id, starts, ends }));
  const [other] = await sql<Pick<Lease, 'starts' | 'ends'>>`
    select other.starts::text as starts, other.ends::text as ends
    from jsonb_to_recordset(${rows}::jsonb) as own(id int, unit_id int, starts date, ends date)
    join leases as other on other.unit_id = own.unit_id and other.id <> own.id
      and daterange(other.starts, other.ends, '[]') && daterange(own.starts, own.ends, '[]')
    order by other.starts desc limit 1`;
  return other;
}

/** Whether posting the charges of all leases is paused. */
export async function isPostingPaused(sql: Sql): Promise<boolean> {
  const rows = await sql`select 1 from lease_posting where paused`;
  return rows.length > 0;
}
