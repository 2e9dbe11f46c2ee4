import type { Lease, NewLease } from '../../../contract/leases/lease.ts';
import { overlapText } from '../../../contract/leases/overlap.ts';
import { violates, type Sql } from '../../database/database.ts';
import { ApiError, fieldError } from '../../http/apiError.ts';
import { auditNewLeases } from './leaseAudit.ts';
import { findLeases, findOverlap } from './leaseQueries.ts';
import { refusePostedRent } from './postedRent.ts';

/**
 * Inserts leases with their tenants and charges, and records it. Returns them in the given order. What is wrong with one is
 * said at its fields.
 * @throws {ApiError} 400 for an unknown unit or person, or one that is named twice; 409 `lease_overlaps`, also with each
 * other, and `already_posted`
 */
export async function insertLeases(sql: Sql, author: number, given: readonly NewLease[]): Promise<Lease[]> {
  if (given.length === 0) return [];
  const unitIds = new Set(given.map(({ unit_id }) => unit_id));
  // In order, so that two managers who do this at once wait for each other.
  const units = await sql`select id from units where id = any(${[...unitIds]}::int[]) order by id for update`;
  if (units.length < unitIds.size) throw fieldError(400, 'unit_id', 'There is no such unit.');
  await refusePostedRent(
    sql,
    given.flatMap(({ charges, ends = null, ...lease }) =>
      charges.flatMap(({ kind, from_month }, index) =>
        kind === 'rent' ? [{ ...lease, ends, from_month, field: `charges.${index}.from_month` }] : [],
      ),
    ),
  );
  const rows = given.map((lease, position) => ({ ...lease, position, created_by: author }));
  const ids = await sql<{ id: number }>`
    with given as materialized (
      select nextval(pg_get_serial_sequence('leases', 'id'))::int as id, row.*
      from (
        select * from jsonb_to_recordset(${rows}::jsonb) as row(position int, unit_id int, starts date, ends date,
          proration text, payment_policy text, tenant_ids int[], guarantors text[], occupants text[],
          deposit_required numeric, charges jsonb, created_by int)
        order by position
      ) as row
    ), inserted as (
      insert into leases (id, unit_id, starts, ends, proration, payment_policy, guarantors, occupants, deposit_required,
        created_by)
      select id, unit_id, starts, ends, proration, payment_policy, coalesce(guarantors, '{}'), coalesce(occupants, '{}'),
        deposit_required, created_by
      from given
    ), tenants as (
      insert into lease_tenants (lease_id, user_id, position)
      select given.id, tenant.id, tenant.position
      from given cross join lateral unnest(tenant_ids) with ordinality as tenant (id, position)
    ), charges as (
      insert into lease_charges (lease_id, kind, description, amount, due_day, from_month, created_by)
      select given.id, charge.kind, charge.description, charge.amount, charge.due_day, charge.from_month, created_by
      from given cross join lateral jsonb_to_recordset(charges)
        as charge (kind text, description text, amount numeric, due_day int, from_month date)
      order by given.position
    )
    select id from given order by position`.catch(tenantError);
  const leases = await findLeases(
    sql,
    ids.map(({ id }) => id),
  );
  await refuseOverlap(sql, ...leases);
  await auditNewLeases(sql, author, leases);
  return leases;
}

/**
 * Sets who the tenants of a lease are, the first of whom is billed. Who was one stays one since their day; another one of a lease that
 * has started is one since today.
 * @throws {ApiError} 400 for someone who is not there, or is given twice
 */
export async function setTenants(
  sql: Sql,
  { id, today }: { id: number; today: string },
  tenants: readonly number[],
): Promise<void> {
  const before = await sql<{ user_id: number; since: string | null }>`
    delete from lease_tenants where lease_id = ${id} returning user_id, since::text as since`;
  await sql`
    insert into lease_tenants (lease_id, user_id, position, since)
    select leases.id, tenant.user_id, tenant.position,
      case when earlier.user_id is not null then earlier.since when leases.starts < ${today}::date then ${today}::date end
    from unnest(${tenants}::int[]) with ordinality as tenant (user_id, position) join leases on leases.id = ${id}
    left join jsonb_to_recordset(${before}::jsonb) as earlier (user_id int, since date) on earlier.user_id = tenant.user_id`.catch(
    tenantError,
  );
}

function tenantError(error: unknown): never {
  if (violates(error, 'lease_tenants_user_id_fkey')) {
    throw fieldError(400, 'tenant_ids', 'There is no such person.');
  }
  if (violates(error, 'lease_tenants_pkey')) {
    throw fieldError(400, 'tenant_ids', 'Somebody is named twice.');
  }
  throw error;
}

/**
 * The units are locked, so that no other lease of them begins meanwhile.
 * @throws {ApiError} 409 `lease_overlaps` where another lease of its unit has a day of one of these
 */
export async function refuseOverlap(
  sql: Sql,
  ...leases: readonly Pick<Lease, 'id' | 'unit_id' | 'starts' | 'ends'>[]
): Promise<void> {
  const other = await findOverlap(sql, leases);
  if (!other) return;
  const message = overlapText(other);
  throw new ApiError(409, message, { code: 'lease_overlaps', fields: { starts: message } });
}
