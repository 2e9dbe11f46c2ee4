import sqlTag, { type Sql as Part } from 'sql-template-tag';
import { NOT_ACCEPTED, type PaymentPolicy } from '../../../contract/leases/paymentPolicy.ts';
import { FIRST_ZONE, LAST_ZONE } from '../../../contract/values/timeZone.ts';
import type { Sql } from '../../database/database.ts';
import { isoTimestamp } from '../../database/isoTimestamp.ts';
import { ApiError } from '../../http/apiError.ts';

const NOW = sqlTag`now()`;

/**
 * The policy of each of the billed tenants (`tenant`) of whom this is true, by the leases that have begun at a moment: `nothing` where
 * one that runs says so, or else that of the latest one. `paymentPolicyOf` in the contract is the same for the phone.
 */
export const policiesWhere = (where: Part, at = NOW) => sqlTag`
  select distinct on (tenant.user_id) tenant.user_id, leases.payment_policy
  from lease_tenants as tenant join leases on leases.id = tenant.lease_id
  where tenant.position = 1 and leases.starts <= (${at} at time zone ${FIRST_ZONE})::date and ${where}
  order by tenant.user_id,
    (leases.payment_policy = 'nothing'
      and (leases.ends is null or leases.ends >= (${at} at time zone ${LAST_ZONE})::date)) desc,
    leases.starts desc, leases.id desc`;

/** What somebody may pay, by the leases that they are billed for. */
export async function readPaymentPolicy(sql: Sql, userId: number): Promise<PaymentPolicy> {
  const [lease] = await sql<{ payment_policy: PaymentPolicy }>`
    ${policiesWhere(sqlTag`tenant.user_id = ${userId}`)}`;
  return lease?.payment_policy ?? 'full_balance';
}

/** Who is billed for a lease under which nothing is accepted, by the index of those leases. */
const blockedTenants = sqlTag`
  select of_blocked.user_id from leases as blocked
  join lease_tenants as of_blocked on of_blocked.lease_id = blocked.id and of_blocked.position = 1
  where blocked.payment_policy = 'nothing'`;

/** Whose payments are not accepted, as a query: those of whom `readPaymentPolicy` answers `nothing`. */
export const blockedUsers = sqlTag`
  select user_id from (${policiesWhere(sqlTag`tenant.user_id in (${blockedTenants})`)}) as policies
  where payment_policy = 'nothing'`;

/** When a lease begins or ends that may block somebody's payments or accept them again, as `NotedChanges.timed`. */
export const blockChanges = sqlTag`
  select tenant.user_id as row_id, bounds.at
  from lease_tenants as tenant join leases on leases.id = tenant.lease_id
  cross join lateral (values
    (leases.starts::timestamp at time zone ${FIRST_ZONE}),
    ((leases.ends + 1)::timestamp at time zone ${LAST_ZONE})) as bounds (at)
  where tenant.position = 1 and tenant.user_id in (${blockedTenants}) and bounds.at is not null`;

/**
 * From when on the payments of a blocked user (`users`) are accepted again, as their leases stand; null where no end is known. So a
 * phone without a connection knows that a block has ended.
 */
const acceptedFrom = sqlTag`(
  select ${isoTimestamp(sqlTag`min(change.at)`)} from (${blockChanges}) as change
  where change.row_id = users.id and change.at > now() and not exists (
    select from (${policiesWhere(sqlTag`tenant.user_id = users.id`, sqlTag`change.at`)}) as policies
    where payment_policy = 'nothing'))`;

/** Whether a user's payments are accepted, and from when on where they are not: columns, and what is joined to `users` for them. */
export const acceptance = {
  columns: sqlTag`
    blocked.user_id is null as accepts_payments,
        case when blocked.user_id is not null then ${acceptedFrom} end as accepts_payments_from`,
  join: sqlTag`left join (${blockedUsers}) as blocked on blocked.user_id = users.id`,
};

/** @throws {ApiError} 409 `payments_not_accepted` */
export function refuseBlocked(policy: PaymentPolicy): void {
  if (policy === 'nothing') throw new ApiError(409, NOT_ACCEPTED, { code: 'payments_not_accepted' });
}
