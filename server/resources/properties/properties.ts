import type { FastifyInstance } from 'fastify';
import sqlTag, { empty, type Sql as Part } from 'sql-template-tag';
import type { Property } from '../../../contract/properties/property.ts';
import { routes } from '../../../contract/routes.ts';
import { recordChange } from '../../database/auditLog.ts';
import type { Sql } from '../../database/database.ts';
import { deleteIfUnreferenced, type Reference } from '../../database/deleteIfUnreferenced.ts';
import { ApiError } from '../../http/apiError.ts';
import type { ListQuery } from '../../http/lists/listQuery.ts';
import { registerList } from '../../http/lists/registerList.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { insertProperties, propertyColumns, propertyFields } from './insertProperties.ts';

const auditProperty = recordChange<Property>('property', propertyFields);

const list: ListQuery = {
  columns: propertyColumns,
  from: sqlTag`properties`,
  where: sqlTag`true`,
  order: { keys: [{ sql: sqlTag`properties.id`, type: 'id' }], direction: 'asc' },
};

/** The routes of properties. Residents read them for the phone numbers. */
export function properties(app: FastifyInstance): void {
  registerList(app, routes.listProperties, () => ({
    query: list,
    changes: { list: 'properties', scopes: ['everyone'] },
  }));

  registerRoute(app, routes.readProperty, ({ sql, params }) => findProperty(sql, params.id));

  registerRoute(app, routes.createProperty, async ({ sql, user, body }) => {
    const [after] = await insertProperties(sql, user.id, [body]);
    if (!after) throw new Error('The new property was not returned.');
    return after;
  });

  registerRoute(app, routes.updateProperty, async ({ sql, user, params, body }) => {
    const before = await findProperty(sql, params.id, sqlTag`for update`);
    const after = { ...before, ...body };
    await sql`
      update properties set property_name = ${after.property_name}, address = ${after.address},
        phone_number = ${after.phone_number}, total_units = ${after.total_units}, time_zone = ${after.time_zone}
      where id = ${params.id}`;
    await auditProperty(sql, user.id, { before, after });
    return after;
  });

  registerRoute(app, routes.deleteProperty, async ({ sql, user, params }) => {
    const before = await findProperty(sql, params.id, sqlTag`for update`);
    const references = await sql<Reference>`
      select count(*) as count, 'unit' as singular, 'units' as plural from units where property_id = ${params.id}
      union all select count(*), 'common meter', 'common meters' from common_meters where property_id = ${params.id}`;
    await deleteIfUnreferenced(
      before.property_name,
      references,
      () => sql`delete from properties where id = ${params.id}`,
    );
    await auditProperty(sql, user.id, { before });
    return { message: `Property "${before.property_name}" deleted successfully` };
  });
}

/** @throws {ApiError} 404 */
async function findProperty(sql: Sql, id: number, lock: Part = empty): Promise<Property> {
  const [property] = await sql<Property>`select ${propertyColumns} from properties where id = ${id} ${lock}`;
  if (!property) throw new ApiError(404, 'This property is not there any more.');
  return property;
}
