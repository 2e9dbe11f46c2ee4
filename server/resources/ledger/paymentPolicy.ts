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

/** @throws {ApiError} 409 `payments_not_accepted` */
export function refuseBlocked(policy: PaymentPolicy): void {
  if (policy === 'nothing') throw new ApiError(409, NOT_ACCEPTED, { code: 'payments_not_accepted' });
}
