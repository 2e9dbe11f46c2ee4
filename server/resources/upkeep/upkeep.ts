import type { FastifyInstance } from 'fastify';
import sqlTag, { type Sql as Part } from 'sql-template-tag';
import { routes } from '../../../contract/routes.ts';
import {
  MOST_PLANS,
  NEXT_IS_OVER,
  type NewUpkeepPlan,
  type UpkeepPlan,
} from '../../../contract/upkeep/upkeep.ts';
import { dayIn } from '../../../contract/values/timeZone.ts';
import { recordAudit, recordChange } from '../../database/auditLog.ts';
import type { Sql } from '../../database/database.ts';
import { ApiError, fieldError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';

const audit = recordChange<UpkeepPlan>('upkeep', [
  ...(['information', 'category', 'property_name', 'unit_number', 'every_months', 'next_on'] as const),
]);

/** The routes by which managers plan upkeep. */
export function upkeep(app: FastifyInstance): void {
  const { zone } = app.context;

  registerRoute(app, routes.listUpkeep, ({ sql }) => plans(sql, sqlTag`true`));

  registerRoute(app, routes.addUpkeep, async ({ sql, user, body }) => {
    await requirePlace(sql, body);
    requireToCome(body);
    // So that no two are added beyond the bound at one moment.
    await sql`lock table upkeep in share row exclusive mode`;
    const [running] = await sql<{ count: number }>`
      select count(*)::integer as count from upkeep where ended_at is null`;
    if ((running?.count ?? 0) >= MOST_PLANS)
      throw new ApiError(
        409,
        `At most ${MOST_PLANS} plans run at a time. End one that is not needed any more.`,
      );
    const { information, category = null, property_id, unit_id = null, every_months, next_on } = body;
    const [added] = await sql<{ id: number }>`
      insert into upkeep (information, category, property_id, unit_id, every_months, first_on, next_on, created_by)
      values (${information}, ${category}, ${property_id}, ${unit_id}, ${every_months}, ${next_on}, ${next_on}, ${user.id})
      returning id`;
    if (!added) throw new Error('The new plan was not returned.');
    const after = await planOf(sql, added.id);
    await audit(sql, user.id, { after });
    return after;
  });

  registerRoute(app, routes.changeUpkeep, async ({ sql, user, params, body }) => {
    await sql`select from upkeep where id = ${params.id} for update`;
    const before = await planOf(sql, params.id);
    await requirePlace(sql, body);
    if (body.next_on !== before.next_on) requireToCome(body);
    const { information, category = null, property_id, unit_id = null, every_months, next_on } = body;
    await sql`
      update upkeep set information = ${information}, category = ${category}, property_id = ${property_id}, unit_id = ${unit_id},
        every_months = ${every_months}, next_on = ${next_on},
        first_on = case when next_on = ${next_on} then first_on else ${next_on} end
      where id = ${params.id}`;
    const after = await planOf(sql, params.id);
    await audit(sql, user.id, { before, after });
    return after;
  });

  registerRoute(app, routes.endUpkeep, async ({ sql, user, params }) => {
    await planOf(sql, params.id);
    await sql`update upkeep set ended_at = now() where id = ${params.id}`;
    await recordAudit(sql, user.id, [{ subject: 'upkeep', subject_id: params.id, action: 'ended' }]);
    return { message: 'This is not planned any more.' };
  });

  /** @throws {ApiError} 400 at `next_on` */
  function requireToCome({ next_on }: NewUpkeepPlan): void {
    if (next_on < dayIn(zone.current(), new Date())) throw fieldError(400, 'next_on', NEXT_IS_OVER);
  }
}

function plans(sql: Sql, where: Part): Promise<UpkeepPlan[]> {
  return sql<UpkeepPlan>`
    select upkeep.id, upkeep.information, upkeep.category, upkeep.property_id, properties.property_name,
      upkeep.unit_id, units.unit_number, upkeep.every_months, upkeep.next_on, upkeep.last_on,
      (select count(*)::integer from maintenance_requests as request
        where request.upkeep_id = upkeep.id and request.upkeep_on = upkeep.last_on
          and not request.completed and request.cancelled_at is null) as open
    from upkeep join properties on properties.id = upkeep.property_id left join units on units.id = upkeep.unit_id
    where upkeep.ended_at is null and ${where}
    order by upkeep.next_on, upkeep.id`;
}

/** @throws {ApiError} 404 */
async function planOf(sql: Sql, id: number): Promise<UpkeepPlan> {
  const [plan] = await plans(sql, sqlTag`upkeep.id = ${id}`);
  if (!plan) throw new ApiError(404, 'This is not planned any more.');
  return plan;
}

/** @throws {ApiError} 400 at `property_id` or `unit_id` */
async function requirePlace(sql: Sql, { property_id, unit_id }: NewUpkeepPlan): Promise<void> {
  const [property] = await sql`select from properties where id = ${property_id}`;
  if (!property) throw fieldError(400, 'property_id', 'Please select a property.');
  if (unit_id == null) return;
  const [unit] = await sql`select from units where id = ${unit_id} and property_id = ${property_id}`;
  if (!unit) throw fieldError(400, 'unit_id', 'This unit is not in the property.');
}
