import type * as z from 'zod/mini';
import { ENDS_BEFORE_START, type Lease, type LeaseUpdate } from '../../../contract/leases/lease.ts';
import type { Sql } from '../../database/database.ts';
import { fieldError } from '../../http/apiError.ts';
import { correctPostings } from './correctPostings.ts';
import { refuseOverlap, setTenants } from './insertLeases.ts';
import { auditLease } from './leaseAudit.ts';
import { findLease } from './leaseQueries.ts';
import { setShares } from './setShares.ts';

interface Changing {
  /** The id of the manager. */
  author: number;
  today: string;
  /** The lease as it is, which is locked. */
  before: Lease;
}

/**
 * Changes what is given of a lease, corrects what was posted for days after it, and audits it.
 * @throws {ApiError} 400 for a last day before the first, 409 where it meets another lease of the unit
 */
export async function changeLease(
  sql: Sql,
  { author, today, before }: Changing,
  given: z.infer<typeof LeaseUpdate>,
): Promise<Lease> {
  const {
    ends,
    proration,
    payment_policy,
    paused,
    guarantors = [],
    occupants = [],
    deposit_required = null,
  } = { ...before, ...given };
  if (ends !== null && ends < before.starts) throw fieldError(400, 'ends', ENDS_BEFORE_START);
  await sql`select from units where id = ${before.unit_id} for update`;
  await refuseOverlap(sql, { ...before, ends });
  await sql`
    update leases set ends = ${ends}, proration = ${proration}, payment_policy = ${payment_policy}, paused = ${paused},
      guarantors = ${guarantors}::text[], occupants = ${occupants}::text[],
      deposit_required = ${deposit_required}
    where id = ${before.id}`;
  if (given.tenant_ids) await setTenants(sql, { id: before.id, today }, given.tenant_ids);
  await setShares(sql, before, given);
  const after = await findLease(sql, before.id);
  if (after.ends !== before.ends) await correctPostings(sql, author, after);
  await auditLease(sql, author, { before, after });
  return after;
}
