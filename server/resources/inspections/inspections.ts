import type { FastifyInstance } from 'fastify';
import sqlTag from 'sql-template-tag';
import { routes } from '../../../contract/routes.ts';
import type { InspectionTemplate } from '../../../contract/inspections/template.ts';
import { recordChange } from '../../database/auditLog.ts';
import { ApiError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { addRemark } from './addRemark.ts';
import { findInspection, inspectionsWhere, listInspections, readTemplate } from './inspectionQueries.ts';
import { refuseFinalized, saveInspection } from './saveInspection.ts';

const auditTemplate = recordChange<{ id: number; remark_days: number; inspected_rooms: string }>(
  'community',
  ['remark_days', 'inspected_rooms'],
);

/**
 * In bytes: more than the largest inspection that the contract takes, since what was written in a home must never be too long to
 * arrive. Its words are 0.9 MB in a script of three bytes a letter, its signatures 0.3 MB, and photos that many items show 0.6 MB.
 */
const LONGEST_INSPECTION = 4 * 1024 * 1024;

/** The routes by which management inspects homes, and tenants read what was found. */
export function inspections(app: FastifyInstance): void {
  const { zone, photoUrls } = app.context;

  registerRoute(app, routes.listInspections, ({ sql }) => listInspections(sql));

  registerRoute(app, routes.listOwnInspections, ({ sql, user }) =>
    inspectionsWhere(
      sql,
      photoUrls,
      sqlTag`inspection.finalized_at is not null
        and inspection.lease_id in (select lease_id from lease_tenants where user_id = ${user.id})`,
    ),
  );

  registerRoute(app, routes.listHomeInspections, ({ sql, params }) =>
    inspectionsWhere(sql, photoUrls, sqlTag`inspection.unit_id = ${params.id}`),
  );

  registerRoute(app, routes.readInspectionTemplate, ({ sql }) => readTemplate(sql));

  registerRoute(app, routes.setInspectionTemplate, async ({ sql, user, body }) => {
    await sql`lock table inspection_template in share row exclusive mode`;
    const before = await readTemplate(sql);
    await sql`
      insert into inspection_template (remark_days, rooms) values (${body.remark_days}, ${body.rooms}::jsonb)
      on conflict (one_row) do update set remark_days = excluded.remark_days, rooms = excluded.rooms`;
    await auditTemplate(sql, user.id, { before: audited(before), after: audited(body) });
    return body;
  });

  registerRoute(
    app,
    routes.saveInspection,
    async ({ sql, user, params: { id }, body, capturedAt }) => {
      await saveInspection(sql, { id, body, author: user, capturedAt, zone: zone.current() });
      const saved = await findInspection(sql, photoUrls, id);
      if (!saved) throw new Error(`The inspection ${id} was saved and is not there.`);
      return saved;
    },
    { bodyLimit: LONGEST_INSPECTION },
  );

  registerRoute(app, routes.deleteInspection, async ({ sql, params: { id } }) => {
    const [found] = await sql<{ finalized: boolean }>`
      select finalized_at is not null as finalized from inspections where id = ${id}::uuid for update`;
    if (!found) throw new ApiError(404, 'There is no such inspection.');
    if (found.finalized) throw refuseFinalized();
    await sql`delete from inspections where id = ${id}::uuid`;
    return { message: 'The draft was deleted.' };
  });

  registerRoute(app, routes.addInspectionRemark, ({ sql, user, params, body, capturedAt, key }) =>
    addRemark(sql, { id: params.id, author: user, text: body.text, capturedAt, key, zone: zone.current() }),
  );
}

/** What the history of the community says of a template: each room with its items. */
function audited({ remark_days, rooms }: InspectionTemplate) {
  const texts = rooms.map(({ name, items }) => `${name}: ${items.map((item) => item.name).join(', ')}`);
  return { id: 1, remark_days, inspected_rooms: texts.join('; ') };
}
