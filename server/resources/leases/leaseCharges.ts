import type { FastifyInstance } from 'fastify';
import {
  CHARGED_ALREADY,
  type Lease,
  type LeaseCharge,
  type NewLeaseCharge,
} from '../../../contract/leases/lease.ts';
import { addMonths, monthName, monthOf } from '../../../contract/values/calendar.ts';
import { dayIn } from '../../../contract/values/timeZone.ts';
import { routes } from '../../../contract/routes.ts';
import type { Sql } from '../../database/database.ts';
import { ApiError, fieldError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { auditCharges } from './leaseAudit.ts';
import { findLease, lockLease } from './leaseQueries.ts';
import { deleteCharges, insertRise, readHistory, setLastMonth } from './plannedRises.ts';
import { refusePostedRent } from './postedRent.ts';

/** How far back a new charge may begin, in months: what fell due since is posted at once. */
const LONGEST_PAST = 12;

/** The routes of a lease's charges. Its row is locked, so that nothing is posted meanwhile. */
export function leaseCharges(app: FastifyInstance): void {
  const { zone } = app.context;

  registerRoute(app, routes.addLeaseCharge, async ({ sql, user, params, body }) => {
    refuseLongPast(zone.current(), [{ from_month: body.from_month, field: 'from_month' }]);
    const lease = await lockLease(sql, params.id);
    refuseSecondRent(lease, body);
    if (body.kind === 'rent') {
      const tenant_ids = lease.tenants.map(({ id }) => id);
      const { unit_id, starts, ends } = lease;
      const { from_month } = body;
      await refusePostedRent(sql, [{ unit_id, starts, ends, tenant_ids, from_month, field: 'from_month' }]);
    }
    const [id] = await insertCharges(sql, user.id, params.id, [body]);
    const after = await findLease(sql, params.id);
    const changes = [{ action: 'charge added', after: chargeOf(after, id) } as const];
    await auditCharges(sql, user.id, { lease, changes });
    return after;
  });

  registerRoute(app, routes.changeLeaseCharge, async ({ sql, user, params, body }) => {
    const { from_month, amount, due_day } = body;
    const lease = await lockLease(sql, params.id);
    const before = chargeOf(lease, params.charge);
    refusePosted(before, from_month);
    refuseOutside(before, from_month);
    if (amount === before.amount && due_day === before.due_day)
      throw fieldError(400, 'amount', CHARGED_ALREADY);
    const after = { ...before, amount, due_day, from_month };
    if (from_month <= before.from_month) {
      // Nothing was posted by it, so that there is no history to keep.
      await sql`update lease_charges set amount = ${amount}, due_day = ${due_day} where id = ${before.id}`;
    } else {
      await insertRise(sql, user.id, lease, { before, after });
    }
    await auditCharges(sql, user.id, { lease, changes: [{ action: 'charge changed', before, after }] });
    return findLease(sql, lease.id);
  });

  registerRoute(app, routes.endLeaseCharge, async ({ sql, user, params, body }) => {
    const lease = await lockLease(sql, params.id);
    const before = chargeOf(lease, params.charge);
    refusePosted(before, body.from_month);
    refuseOutside(before, body.from_month);
    if (body.from_month > before.from_month) {
      await endCharge(sql, user.id, { lease, before, to_month: addMonths(body.from_month, -1) });
    } else {
      await takeOff(sql, user.id, { lease, before });
    }
    return findLease(sql, lease.id);
  });
}

/** Inserts charges of a lease, and returns their ids. */
async function insertCharges(
  sql: Sql,
  author: number,
  leaseId: number,
  charges: readonly NewLeaseCharge[],
): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    insert into lease_charges (lease_id, kind, description, amount, due_day, from_month, created_by)
    select ${leaseId}, kind, description, amount, due_day, from_month, ${author}
    from jsonb_to_recordset(${charges}::jsonb)
      as charge (kind text, description text, amount numeric, due_day int, from_month date)
    returning id`;
  return rows.map(({ id }) => id);
}

/** @throws {ApiError} 400 for a first month of longer ago than a year */
export function refuseLongPast(zone: string, months: readonly { from_month: string; field: string }[]): void {
  const earliest = addMonths(monthOf(dayIn(zone, new Date())), -LONGEST_PAST);
  const wrong = months.find(({ from_month }) => from_month < earliest);
  if (wrong) throw fieldError(400, wrong.field, `Charges can begin at most ${LONGEST_PAST} months ago.`);
}

/** @throws {ApiError} 409 where the lease has rent in one of the months already */
function refuseSecondRent({ charges }: Lease, { kind, from_month }: NewLeaseCharge): void {
  const rent = charges.find((each) => each.kind === 'rent' && (each.to_month ?? from_month) >= from_month);
  if (kind !== 'rent' || !rent) return;
  throw fieldError(
    409,
    'kind',
    'This lease charges rent in these months already. Change that charge instead.',
  );
}

/** @throws {ApiError} 404 */
function chargeOf(lease: Lease, id: number | undefined): LeaseCharge {
  const charge = lease.charges.find((each) => each.id === id);
  if (!charge) throw new ApiError(404, 'This charge is not there any more.');
  return charge;
}

/** @throws {ApiError} 409 `already_posted` */
function refusePosted({ posted_through }: LeaseCharge, from_month: string): void {
  if (posted_through === null || from_month > posted_through) return;
  const next = monthName(addMonths(posted_through, 1));
  const message = `${monthName(posted_through)} is posted already. Choose ${next} or a later month.`;
  throw new ApiError(409, message, { code: 'already_posted', fields: { from_month: message } });
}

/** @throws {ApiError} 400 for a month before the charge begins, or after it has ended */
function refuseOutside({ from_month: first, to_month: last }: LeaseCharge, from_month: string): void {
  if (from_month < first) throw fieldError(400, 'from_month', `This charge begins in ${monthName(first)}.`);
  if (last !== null && from_month > last) {
    throw fieldError(400, 'from_month', `This charge ends with ${monthName(last)}.`);
  }
}

interface EndedCharge {
  lease: Lease;
  before: LeaseCharge;
}

/** Ends a charge with a month. The rises that are planned for it end with it. */
async function endCharge(
  sql: Sql,
  author: number,
  { lease, before, to_month }: EndedCharge & { to_month: string },
): Promise<void> {
  const { rises } = await readHistory(sql, lease, before);
  await deleteCharges(sql, rises, { followed: before });
  await setLastMonth(sql, before, to_month);
  await auditCharges(sql, author, {
    lease,
    changes: [
      { action: 'charge ended', before, after: { ...before, to_month } },
      ...rises.map((rise) => ({ action: 'charge taken off', before: rise }) as const),
    ],
  });
}

/**
 * Deletes a charge that never began, and the rises that are planned for it. Where it was a rise, what it was before goes on
 * instead.
 */
async function takeOff(sql: Sql, author: number, { lease, before }: EndedCharge): Promise<void> {
  const { followed, rises } = await readHistory(sql, lease, before);
  const deleted = [before, ...rises];
  const { to_month } = rises.at(-1) ?? before;
  await deleteCharges(sql, deleted, { followed });
  if (followed) await setLastMonth(sql, followed, to_month);
  await auditCharges(sql, author, {
    lease,
    changes: [
      ...(followed
        ? [{ action: 'charge changed', before: followed, after: { ...followed, to_month } } as const]
        : []),
      ...deleted.map((each) => ({ action: 'charge taken off', before: each }) as const),
    ],
  });
}
