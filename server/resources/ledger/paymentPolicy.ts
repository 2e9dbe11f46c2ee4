import sqlTag from 'sql-template-tag';
import { NOT_ACCEPTED, type PaymentPolicy } from '../../../contract/paymentPolicy.ts';
import type { Sql } from '../../database/database.ts';
import { ApiError } from '../../http/apiError.ts';

/** What somebody may pay: the policy of the latest lease that has begun and that they are billed for. */
export async function readPaymentPolicy(sql: Sql, userId: number): Promise<PaymentPolicy> {
  const [lease] = await sql<{ payment_policy: PaymentPolicy }>`
    select payment_policy from leases
    where id in (select lease_id from lease_tenants where user_id = ${userId} and position = 1)
      and starts <= (now() at time zone 'Etc/GMT-14')::date
    order by starts desc, id desc limit 1`;
  return lease?.payment_policy ?? 'full_balance';
}

/** Whose payments are not accepted, as a query: those of whom `readPaymentPolicy` answers `nothing`. */
export const blockedUsers = sqlTag`
  select tenant.user_id from leases
  join lease_tenants as tenant on tenant.lease_id = leases.id and tenant.position = 1
  where leases.payment_policy = 'nothing' and leases.starts <= (now() at time zone 'Etc/GMT-14')::date
    and not exists (
      select from lease_tenants as other join leases as later on later.id = other.lease_id
      where other.user_id = tenant.user_id and other.position = 1
        and later.starts <= (now() at time zone 'Etc/GMT-14')::date
        and (later.starts, later.id) > (leases.starts, leases.id))`;

/** When a lease begins that may block somebody's payments or accept them again, as `NotedChanges.timed`. */
export const blockChanges = sqlTag`
  select tenant.user_id as row_id, begins.starts::timestamp at time zone 'Etc/GMT-14' as at
  from leases as blocked
  join lease_tenants as of_blocked on of_blocked.lease_id = blocked.id and of_blocked.position = 1
  join lease_tenants as tenant on tenant.user_id = of_blocked.user_id and tenant.position = 1
  join leases as begins on begins.id = tenant.lease_id
  where blocked.payment_policy = 'nothing'`;

/** @throws {ApiError} 409 `payments_not_accepted` */
export function refuseBlocked(policy: PaymentPolicy): void {
  if (policy === 'nothing') throw new ApiError(409, NOT_ACCEPTED, { code: 'payments_not_accepted' });
}
