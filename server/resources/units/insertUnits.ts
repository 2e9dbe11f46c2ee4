import sqlTag from 'sql-template-tag';
import type * as z from 'zod/mini';
import type { NewUnit, Unit } from '../../../contract/units/unit.ts';
import { recordCreation } from '../../database/auditLog.ts';
import type { Sql } from '../../database/database.ts';
import { billedFirst, isTenant } from '../ledger/billedTenants.ts';

/** The fields of a unit that are audited. */
export const unitFields: (keyof Unit)[] = [
  'property_id',
  'unit_number',
  'rent_amount',
  'notes',
  'tenants',
  'area',
];

/** The columns of the answer, of `unitTables`. */
export const unitColumns = sqlTag`
  units.id, units.property_id, properties.property_name, units.unit_number, units.rent_amount, units.notes, units.tenants, units.area,
  coalesce((
    select json_agg(json_build_object('id', id, 'first_name', first_name, 'last_name', last_name) order by ${billedFirst})
    from users where unit = units.id and ${isTenant}
  ), '[]') as tenant_info`;
export const unitTables = sqlTag`units join property_labels as properties on properties.id = units.property_id`;

const auditCreated = recordCreation<Unit>('unit', unitFields);

/**
 * Inserts units, and records it. Returns them in the given order.
 * @throws the database's error for an unknown property (`units_property_id_fkey`), and for a number that its property has
 * (`units_number_in_property`)
 */
export async function insertUnits(
  sql: Sql,
  author: number,
  given: readonly z.output<typeof NewUnit>[],
): Promise<Unit[]> {
  const rows = given.map((unit, position) => ({ ...unit, position }));
  const ids = await sql<{ id: number }>`
    with given as materialized (
      select nextval(pg_get_serial_sequence('units', 'id'))::int as id, row.*
      from jsonb_to_recordset(${rows}::jsonb) as row(position int, "propertyId" int, "unitNumber" text, "rentAmount" numeric,
        notes text, tenants text, area numeric)
    ), inserted as (
      insert into units (id, property_id, unit_number, rent_amount, notes, tenants, area)
      select id, "propertyId", "unitNumber", "rentAmount", notes, tenants, area from given
    )
    select id from given order by position`;
  const inserted = await sql<Unit>`
    select ${unitColumns} from ${unitTables}
    join unnest(${ids.map(({ id }) => id)}::int[]) with ordinality as given (id, position) on given.id = units.id
    order by given.position`;
  await auditCreated(sql, author, inserted);
  return inserted;
}
