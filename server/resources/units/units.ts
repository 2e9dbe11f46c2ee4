import type { FastifyInstance } from 'fastify';
import sqlTag, { empty, type Sql as Part } from 'sql-template-tag';
import { routes } from '../../../contract/routes.ts';
import type { Unit } from '../../../contract/units/unit.ts';
import { recordChange, recordAudit } from '../../database/auditLog.ts';
import { violates, type Sql } from '../../database/database.ts';
import { deleteIfUnreferenced, type Reference } from '../../database/deleteIfUnreferenced.ts';
import { ApiError, fieldError } from '../../http/apiError.ts';
import type { ListQuery } from '../../http/lists/listQuery.ts';
import { registerList } from '../../http/lists/registerList.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { isTenant } from '../ledger/billedTenants.ts';
import { insertUnits, unitColumns, unitFields, unitTables } from './insertUnits.ts';

const auditUnit = recordChange<Unit>('unit', unitFields);

/** The routes of units, with their tenants. */
export function units(app: FastifyInstance): void {
  registerList(app, routes.listUnits, () => ({
    query: list,
    changes: { list: 'units', scopes: ['management'] },
  }));

  registerRoute(app, routes.readUnit, ({ sql, params }) => findUnit(sql, params.id));

  registerRoute(app, routes.createUnit, async ({ sql, user, body }) => {
    const [after] = await insertUnits(sql, user.id, [body]).catch(
      constraintError(body.unitNumber, { property: 'propertyId', number: 'unitNumber' }),
    );
    if (!after) throw new Error('The new unit was not returned.');
    return after;
  });

  registerRoute(app, routes.updateUnit, async ({ sql, user, params, body }) => {
    const before = await findUnit(sql, params.id, sqlTag`for update of units`);
    const { property_id, unit_number, rent_amount, notes, tenants, area = null } = { ...before, ...body };
    await sql`
      update units set property_id = ${property_id}, unit_number = ${unit_number}, rent_amount = ${rent_amount},
        notes = ${notes}, tenants = ${tenants}, area = ${area}
      where id = ${params.id}`.catch(
      constraintError(unit_number, { property: 'property_id', number: 'unit_number' }),
    );
    const after = await findUnit(sql, params.id);
    await auditUnit(sql, user.id, { before, after });
    return after;
  });

  registerRoute(app, routes.deleteUnit, async ({ sql, user, params }) => {
    const before = await findUnit(sql, params.id, sqlTag`for update of units`);
    await deleteIfUnreferenced(`Unit ${before.unit_number}`, await referencesTo(sql, params.id), async () => {
      // Deactivated accounts do not keep a unit from being deleted; they lose their unit instead.
      const formerTenants = await sql<{ id: number }>`
        update users set unit = null where unit = ${params.id} and not is_current_user returning id`;
      const changes = { unit: { before: params.id, after: null } };
      await recordAudit(
        sql,
        user.id,
        formerTenants.map(({ id }) => ({ subject: 'user', subject_id: id, action: 'changed', changes })),
      );
      await sql`delete from units where id = ${params.id}`;
    });
    await auditUnit(sql, user.id, { before });
    return { message: `Unit ${before.unit_number} deleted successfully` };
  });
}

/** All units by property and natural order of the numbers: 2 before 10, and 2 before 2B. */
const list: ListQuery = {
  columns: unitColumns,
  from: unitTables,
  where: sqlTag`true`,
  order: {
    keys: [
      { sql: sqlTag`units.property_id`, type: 'id' },
      { sql: sqlTag`unit_order(units.unit_number)`, type: 'number' },
      { sql: sqlTag`units.unit_number`, type: 'text' },
      { sql: sqlTag`units.id`, type: 'id' },
    ],
    direction: 'asc',
  },
};

/** @throws {ApiError} 404 */
async function findUnit(sql: Sql, id: number, lock: Part = empty): Promise<Unit> {
  const [unit] = await sql<Unit>`select ${unitColumns} from ${unitTables} where units.id = ${id} ${lock}`;
  if (!unit) throw new ApiError(404, 'This unit is not there any more.');
  return unit;
}

/** Returns a handler that throws the ApiError of a violated constraint, with its field; other errors unchanged. */
function constraintError(unitNumber: string, at: { property: string; number: string }) {
  return (error: unknown): never => {
    if (violates(error, 'units_property_id_fkey')) {
      throw fieldError(400, at.property, 'There is no such property.');
    }
    if (violates(error, 'units_number_in_property')) {
      throw fieldError(409, at.number, `This property already has a unit ${unitNumber}.`);
    }
    throw error;
  };
}

/** The records that keep a unit from being deleted. A claim counts only if no other unit has its number. */
async function referencesTo(sql: Sql, id: number): Promise<Reference[]> {
  return sql<Reference>`
    select count(*) as count, 'active tenant' as singular, 'active tenants' as plural
      from users where unit = ${id} and ${isTenant}
    union all select count(*), 'ledger entry', 'ledger entries' from transactions where unit_id = ${id}
    union all select count(*), 'meter', 'meters' from meters where unit_id = ${id}
    union all select count(*), 'share of a common meter that was not billed', 'shares of common meters that were not billed'
      from common_shares where unit_id = ${id} and transaction_id is null
    union all select count(*), 'lease', 'leases' from leases where unit_id = ${id}
    union all select count(*), 'maintenance request', 'maintenance requests'
      from maintenance_requests where unit_id = ${id} and cancelled_at is null
    union all select count(*), 'cancelled maintenance request', 'cancelled maintenance requests'
      from maintenance_requests where unit_id = ${id} and cancelled_at is not null
    union all select count(*), 'resident waiting to be confirmed', 'residents waiting to be confirmed'
      from units join users on door_number(users.unit_claim) = door_number(units.unit_number) and is_current_user
      where units.id = ${id}
        and not exists (
          select from units as other where door_number(other.unit_number) = door_number(units.unit_number) and other.id <> ${id})`;
}
