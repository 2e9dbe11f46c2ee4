import type { FastifyInstance } from 'fastify';
import type { Lease, LeaseCharge, NewLeaseCharge } from '../../../contract/lease.ts';
import { chargeName } from '../../../contract/lease.ts';
import { addMonths, monthName } from '../../../contract/leaseSchedule.ts';
import { routes } from '../../../contract/routes.ts';
import { changesOf, recordAudit } from '../../database/auditLog.ts';
import type { Sql } from '../../database/database.ts';
import { ApiError, fieldError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { findLease, lockLease } from './leaseQueries.ts';

/** How far back a new charge may begin, in months: what fell due since is posted at once. */
const LONGEST_PAST = 12;

/** The routes of a lease's charges. Its row is locked, so that nothing is posted meanwhile. */
export function leaseCharges(app: FastifyInstance): void {
  const zone = app.context.configuration.TIME_ZONE;

  registerRoute(app, routes.addLeaseCharge, async ({ sql, user, params, body }) => {
    await refuseLongPast(sql, zone, [{ from_month: body.from_month, field: 'from_month' }]);
    refuseSecondRent(await lockLease(sql, params.id), body);
    const ids = await insertCharges(sql, user.id, params.id, [body]);
    const after = await findLease(sql, params.id);
    await auditCharge(sql, user.id, { lease: after, action: 'charge added', after: chargeOf(after, ids[0]) });
    return after;
  });

  registerRoute(app, routes.changeLeaseCharge, async ({ sql, user, params, body }) => {
    const { from_month, amount, due_day } = body;
    const lease = await lockLease(sql, params.id);
    const before = chargeOf(lease, params.charge);
    refusePosted(before, from_month);
    refuseOutside(before, from_month);
    if (from_month <= before.from_month) {
      // Nothing was posted by it, so that there is no history to keep.
      await sql`update lease_charges set amount = ${amount}, due_day = ${due_day} where id = ${before.id}`;
    } else {
      await endBefore(sql, before, from_month);
      await sql`
        insert into lease_charges (lease_id, kind, description, amount, due_day, from_month, to_month, created_by)
        values (${lease.id}, ${before.kind}, ${before.description}, ${amount}, ${due_day}, ${from_month},
          ${before.to_month}, ${user.id})`;
    }
    const after = { ...before, amount, due_day, from_month };
    await auditCharge(sql, user.id, { lease, action: 'charge changed', before, after });
    return findLease(sql, lease.id);
  });

  registerRoute(app, routes.endLeaseCharge, async ({ sql, user, params, body }) => {
    const lease = await lockLease(sql, params.id);
    const before = chargeOf(lease, params.charge);
    refusePosted(before, body.from_month);
    refuseOutside(before, body.from_month);
    // A rise that is planned later ends with it.
    await sql`
      delete from lease_charges where lease_id = ${lease.id} and kind = ${before.kind}
        and description is not distinct from ${before.description} and from_month > ${before.from_month}
        and from_month >= ${body.from_month}`;
    if (body.from_month > before.from_month) {
      await endBefore(sql, before, body.from_month);
      const after = { ...before, to_month: addMonths(body.from_month, -1) };
      await auditCharge(sql, user.id, { lease, action: 'charge ended', before, after });
    } else {
      await takeOff(sql, lease, before);
      await auditCharge(sql, user.id, { lease, action: 'charge taken off', before, after: before });
    }
    return findLease(sql, lease.id);
  });
}

/** Inserts charges of a lease, and returns their ids. */
export async function insertCharges(
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
export async function refuseLongPast(
  sql: Sql,
  zone: string,
  months: readonly { from_month: string; field: string }[],
): Promise<void> {
  const [today] = await sql<{ earliest: string }>`
    select (date_trunc('month', now() at time zone ${zone}) - make_interval(months => ${LONGEST_PAST}))::date::text
      as earliest`;
  const wrong = months.find(({ from_month }) => from_month < (today?.earliest ?? ''));
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

/** Deletes a charge that never began. Where it was a rise, what it was before goes on instead. */
async function takeOff(
  sql: Sql,
  { charges }: Lease,
  { id, kind, description, from_month, to_month }: LeaseCharge,
) {
  const before = charges.find(
    (each) =>
      each.kind === kind && each.description === description && each.to_month === addMonths(from_month, -1),
  );
  await sql`delete from lease_charges where id = ${id}`;
  if (before) await sql`update lease_charges set to_month = ${to_month} where id = ${before.id}`;
}

async function endBefore(sql: Sql, { id }: LeaseCharge, month: string): Promise<void> {
  await sql`update lease_charges set to_month = ${addMonths(month, -1)} where id = ${id}`;
}

interface AuditedCharge {
  lease: Lease;
  action: string;
  before?: LeaseCharge;
  after: LeaseCharge;
}

async function auditCharge(
  sql: Sql,
  author: number,
  { lease, action, before, after }: AuditedCharge,
): Promise<void> {
  const changes = {
    // Always, since a lease may have several.
    charge: { before: null, after: chargeName(after) },
    ...changesOf(['amount', 'due_day', 'from_month', 'to_month'], before, after),
  };
  await recordAudit(sql, author, [{ subject: 'lease', subject_id: lease.id, action, changes }]);
}
