import type { FastifyInstance } from 'fastify';
import type { AuditEntry } from '../../../contract/audit/audit.ts';
import { routes } from '../../../contract/routes.ts';
import { registerRoute } from '../../http/registerRoute.ts';

const MAX_ENTRIES = 200;

/** The route of the audit log. */
export function audit(app: FastifyInstance): void {
  registerRoute(
    app,
    routes.listAudit,
    ({ sql, query: { subject, id } }) => sql<AuditEntry>`
      select audit.id, at, subject, subject_id, action, author.id as author_id, author.first_name, author.last_name, changes
      from audit left join users as author on author.id = audit.author
      where subject = ${subject} and (${id ?? null}::int is null or subject_id = ${id ?? null})
      order by audit.id desc limit ${MAX_ENTRIES}`,
  );
}
