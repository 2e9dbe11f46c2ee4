import type { z } from 'zod/mini';
import type { Lease, LeaseUpdate } from '../../../contract/leases/lease.ts';
import { sharesProblem } from '../../../contract/leases/shares.ts';
import { monthOf } from '../../../contract/values/calendar.ts';
import { toCents } from '../../../contract/values/money.ts';
import { dayIn, FIRST_ZONE } from '../../../contract/values/timeZone.ts';
import type { Sql } from '../../database/database.ts';
import { fieldError } from '../../http/apiError.ts';

/**
 * Sets the shares of a lease’s tenants as they are by now. Where none are given they stay while the same people rent, in whichever
 * order, and are taken away with another one.
 * @throws {ApiError} 400 at `shares`
 */
export async function setShares(
  sql: Sql,
  before: Lease,
  { tenant_ids, shares }: z.infer<typeof LeaseUpdate>,
): Promise<void> {
  const tenants = tenant_ids ?? before.tenants.map(({ id }) => id);
  const stored = new Map(before.tenants.map(({ id, share }) => [id, share ?? null]));
  const same = tenants.length === stored.size && tenants.every((id) => stored.has(id));
  const kept =
    before.shares_in && same ? { in: before.shares_in, of: tenants.map((id) => stored.get(id) ?? 0) } : null;
  const now = shares === undefined ? kept : shares;
  if (shares) {
    const problem = sharesProblem(shares, { tenants: tenants.length, monthly: monthlyCents(before) });
    if (problem !== undefined) throw fieldError(400, 'shares', problem);
  }
  const stay = JSON.stringify(now) === JSON.stringify(kept);
  await sql`
    update leases set shares_in = ${now?.in ?? null},
      shares_set_at = case when ${now === null}::boolean then null when ${stay}::boolean then shares_set_at else now() end
    where id = ${before.id}`;
  await sql`
    update lease_tenants set share = given.share
    from unnest(${tenants}::int[], ${now?.of ?? tenants.map(() => null)}::numeric[]) as given (user_id, share)
    where lease_id = ${before.id} and lease_tenants.user_id = given.user_id`;
}

/** What a lease charges for a whole month of now, in whole cents; 0 where it charges nothing. */
function monthlyCents({ charges }: Lease): number {
  const month = monthOf(dayIn(FIRST_ZONE, new Date()));
  return charges
    .filter(({ from_month, to_month }) => from_month <= month && (to_month === null || to_month >= month))
    .reduce((sum, { amount }) => sum + toCents(amount), 0);
}
