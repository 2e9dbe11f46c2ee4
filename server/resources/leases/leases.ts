import type { FastifyInstance } from 'fastify';
import sqlTag from 'sql-template-tag';
import { ENDS_BEFORE_START, type Lease, type NewLease, type OwnLease } from '../../../contract/lease.ts';
import { ALL_LEASES } from '../../../contract/audit.ts';
import { routes } from '../../../contract/routes.ts';
import { recordAudit } from '../../database/auditLog.ts';
import { violates, type Sql } from '../../database/database.ts';
import { ApiError, fieldError } from '../../http/apiError.ts';
import { answerList } from '../../http/pagedList.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { auditLease, auditNewLeases } from './leaseAudit.ts';
import { insertCharges, refuseLongPast } from './leaseCharges.ts';
import {
  findLease,
  findOverlap,
  isPostingPaused,
  leaseColumns,
  leaseTables,
  lockLease,
  propertyLateFees,
} from './leaseQueries.ts';
import { createLeasesFromUnits } from './leasesFromUnits.ts';
import { refusePostedRent } from './postedRent.ts';

/** How many of their leases somebody is told. */
const MOST_OWN = 20;

/** The routes of leases, without their charges. */
export function leases(app: FastifyInstance): void {
  const { zone } = app.context;

  registerRoute(app, routes.listLeases, (call) =>
    answerList<Lease>(
      call,
      {
        columns: leaseColumns,
        from: leaseTables,
        where: sqlTag`true`,
        order: {
          keys: [
            { sql: sqlTag`units.property_id`, type: 'id' },
            { sql: sqlTag`unit_order(units.unit_number)`, type: 'number' },
            { sql: sqlTag`units.unit_number`, type: 'text' },
            { sql: sqlTag`leases.unit_id`, type: 'id' },
            { sql: sqlTag`leases.id`, type: 'id' },
          ],
          direction: 'asc',
        },
      },
      { changes: { list: 'leases', scopes: ['management'] } },
    ),
  );

  registerRoute(app, routes.listMyLeases, async ({ sql, user }) => {
    const leases = await sql<Lease & Pick<OwnLease, 'property_late_fees'>>`
      select ${leaseColumns}, ${propertyLateFees} as property_late_fees from ${leaseTables}
      where leases.id in (select lease_id from lease_tenants where user_id = ${user.id})
      order by leases.starts desc, leases.id desc limit ${MOST_OWN}`;
    return leases.map(({ tenants, ...lease }) => ({ ...lease, billed: tenants[0]?.id === user.id }));
  });

  registerRoute(app, routes.createLease, async ({ sql, user, body }) => {
    await refuseLongPast(
      sql,
      zone.current(),
      body.charges.map(({ from_month }, index) => ({ from_month, field: `charges.${index}.from_month` })),
    );
    const id = await insertLease(sql, user.id, body);
    await insertCharges(sql, user.id, id, body.charges);
    const after = await findLease(sql, id);
    await auditNewLeases(sql, user.id, [after]);
    return after;
  });

  registerRoute(app, routes.createLeasesFromUnits, ({ sql, user, body }) =>
    createLeasesFromUnits(sql, { author: user.id, zone: zone.current() }, body),
  );

  registerRoute(app, routes.updateLease, async ({ sql, user, params, body }) => {
    const before = await lockLease(sql, params.id);
    const { ends, proration, payment_policy, paused } = { ...before, ...body };
    if (ends !== null && ends < before.starts) throw fieldError(400, 'ends', ENDS_BEFORE_START);
    await sql`select from units where id = ${before.unit_id} for update`;
    await refuseOverlap(sql, { ...before, ends, except: before.id });
    await sql`
      update leases set ends = ${ends}, proration = ${proration}, payment_policy = ${payment_policy}, paused = ${paused}
      where id = ${before.id}`;
    if (body.tenant_ids) {
      await sql`delete from lease_tenants where lease_id = ${before.id}`;
      await insertTenants(sql, before.id, body.tenant_ids);
    }
    const after = await findLease(sql, before.id);
    await auditLease(sql, user.id, { before, after });
    return after;
  });

  registerRoute(app, routes.readLeasePosting, async ({ sql }) => ({ paused: await isPostingPaused(sql) }));

  registerRoute(app, routes.setLeasePosting, async ({ sql, user, body }) => {
    const before = await isPostingPaused(sql);
    await sql`
      insert into lease_posting (paused) values (${body.paused})
      on conflict (one_row) do update set paused = excluded.paused`;
    const action = body.paused ? 'paused posting for' : 'resumed posting for';
    await recordAudit(
      sql,
      user.id,
      before === body.paused ? [] : [{ subject: 'lease', subject_id: ALL_LEASES, action }],
    );
    return body;
  });
}

/** Inserts a lease with its tenants, and returns its id. */
async function insertLease(sql: Sql, author: number, lease: NewLease): Promise<number> {
  const { unit_id, starts, ends = null, proration, payment_policy, tenant_ids, charges } = lease;
  const [unit] = await sql`select 1 from units where id = ${unit_id} for update`;
  if (!unit) throw fieldError(400, 'unit_id', 'There is no such unit.');
  await refuseOverlap(sql, { unit_id, starts, ends });
  for (const [index, { kind, from_month }] of charges.entries()) {
    if (kind !== 'rent') continue;
    await refusePostedRent(
      sql,
      { unit_id, starts, ends, tenant_ids, from_month },
      `charges.${index}.from_month`,
    );
  }
  const [inserted] = await sql<{ id: number }>`
    insert into leases (unit_id, starts, ends, proration, payment_policy, created_by)
    values (${unit_id}, ${starts}, ${ends}, ${proration}, ${payment_policy}, ${author}) returning id`;
  if (!inserted) throw new Error('The new lease was not returned.');
  await insertTenants(sql, inserted.id, tenant_ids);
  return inserted.id;
}

/** The first one is billed. @throws {ApiError} 400 for someone who is not there, or is given twice */
async function insertTenants(sql: Sql, id: number, tenants: readonly number[]): Promise<void> {
  await sql`
    insert into lease_tenants (lease_id, user_id, position)
    select ${id}, user_id, position from unnest(${tenants}::int[]) with ordinality as tenant (user_id, position)`.catch(
    (error: unknown) => {
      if (violates(error, 'lease_tenants_user_id_fkey')) {
        throw fieldError(400, 'tenant_ids', 'There is no such person.');
      }
      if (violates(error, 'lease_tenants_pkey')) {
        throw fieldError(400, 'tenant_ids', 'Somebody is named twice.');
      }
      throw error;
    },
  );
}

const LONG_DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** Such as "December 1, 2025". */
function dayText(day: string): string {
  return LONG_DAY.format(new Date(day));
}

/** The unit is locked, so that no other lease of it begins meanwhile. @throws {ApiError} 409 `lease_overlaps` */
async function refuseOverlap(
  sql: Sql,
  lease: { unit_id: number; starts: string; ends: string | null; except?: number },
): Promise<void> {
  const other = await findOverlap(sql, lease);
  if (!other) return;
  const starts = dayText(other.starts);
  const days = other.ends === null ? `since ${starts}` : `from ${starts} to ${dayText(other.ends)}`;
  const message = `This unit has another lease ${days}. Only one can run at a time.`;
  throw new ApiError(409, message, { code: 'lease_overlaps', fields: { starts: message } });
}
