import sqlTag from 'sql-template-tag';
import type * as z from 'zod/mini';
import type { NewProperty, Property } from '../../../contract/properties/property.ts';
import { recordCreation } from '../../database/auditLog.ts';
import type { Sql } from '../../database/database.ts';

/** The fields of a property that are audited. */
export const propertyFields: (keyof Property)[] = [
  'property_name',
  'address',
  'phone_number',
  'total_units',
  'time_zone',
];
/** The columns of the answer, of `properties`. */
export const propertyColumns = sqlTag`
  properties.id, properties.property_name, properties.address, properties.phone_number, properties.total_units, properties.time_zone`;

const auditCreated = recordCreation<Property>('property', propertyFields);

/** Inserts properties, and records it. Returns them in the given order. */
export async function insertProperties(
  sql: Sql,
  author: number,
  given: readonly z.output<typeof NewProperty>[],
): Promise<Property[]> {
  const rows = given.map((property, position) => ({ ...property, position }));
  const inserted = await sql<Property>`
    with given as materialized (
      select nextval(pg_get_serial_sequence('properties', 'id'))::int as id, row.*
      from jsonb_to_recordset(${rows}::jsonb) as row(position int, "propertyName" text, address text, "phoneNumber" text,
        "totalUnits" int, "timeZone" text)
    ), properties as (
      insert into properties (id, property_name, address, phone_number, total_units, time_zone)
      select id, "propertyName", address, "phoneNumber", "totalUnits", "timeZone" from given
      returning *
    )
    select ${propertyColumns} from properties join given using (id) order by given.position`;
  await auditCreated(sql, author, inserted);
  return inserted;
}
