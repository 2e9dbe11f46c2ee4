import type { FastifyInstance } from 'fastify';
import { routes } from '../../../contract/routes.ts';
import { changesOf, recordAudit } from '../../database/auditLog.ts';
import type { Sql } from '../../database/database.ts';
import { ApiError, fieldError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';

/** The routes of the order in which the meters of homes are read. */
export function walkingOrder(app: FastifyInstance): void {
  registerRoute(app, routes.readWalkingOrder, async ({ sql }) => {
    const rows = await sql<{ unit_id: number }>`
      select unit_id from walking_order join units on units.id = unit_id
      order by property_id, walking_order.position, unit_id`;
    return { unit_ids: rows.map(({ unit_id }) => unit_id) };
  });

  registerRoute(app, routes.setWalkingOrder, async ({ sql, user, params, body }) => {
    const [property] = await sql`select from properties where id = ${params.id} for no key update`;
    if (!property) throw new ApiError(404, 'This property is not there any more.');
    const [others] = await sql<{ count: number }>`
      select cardinality(${body.unit_ids}::int[]) - count(*)::int as count from units
      where id = any(${body.unit_ids}::int[]) and property_id = ${params.id}`;
    if (others?.count !== 0) {
      throw fieldError(
        400,
        'unit_ids',
        'A home in this order is not there any more, or is of another property.',
      );
    }
    const before = await orderText(sql, params.id);
    await sql`
      delete from walking_order using units
      where units.id = unit_id and property_id = ${params.id} and unit_id <> all(${body.unit_ids}::int[])`;
    await sql`
      insert into walking_order (unit_id, position)
      select id, position from unnest(${body.unit_ids}::int[]) with ordinality as given (id, position)
      on conflict (unit_id) do update set position = excluded.position`;
    const after = await orderText(sql, params.id);
    const changes = changesOf(['walking_order'], { walking_order: before }, { walking_order: after });
    await recordAudit(sql, user.id, [
      { subject: 'property', subject_id: params.id, action: 'changed', changes },
    ]);
    return body;
  });
}

/** The numbers of a property's homes in their order, such as `101, 102`; null before it is set. */
async function orderText(sql: Sql, property: number): Promise<string | null> {
  const [order] = await sql<{ text: string | null }>`
    select string_agg(unit_number, ', ' order by walking_order.position) as text
    from walking_order join units on units.id = unit_id where property_id = ${property}`;
  return order?.text ?? null;
}
