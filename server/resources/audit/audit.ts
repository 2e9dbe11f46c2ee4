import type { FastifyInstance } from 'fastify';
import type { Audited, AuditedValue, AuditEntry } from '../../../contract/audit.ts';
import { routes } from '../../../contract/routes.ts';
import type { Sql } from '../../database/database.ts';
import { registerRoute } from '../../http/registerRoute.ts';

/** The most that one answer tells. */
const LATEST = 200;

/** Serves the record of what management changed. */
export function audit(app: FastifyInstance): void {
  registerRoute(
    app,
    routes.listAudit,
    ({ sql, query: { subject, id } }) => sql<AuditEntry>`
      select audit.id, at, subject, subject_id, action, author.first_name, author.last_name, changes
      from audit left join users as author on author.id = audit.author
      where subject = ${subject} and (${id ?? null}::int is null or subject_id = ${id ?? null})
      order by audit.id desc limit ${LATEST}`,
  );
}

interface Deed {
  subject: Audited;
  subject_id: number;
  action: string;
  changes?: AuditEntry['changes'];
}

/**
 * Records what was done, in the transaction that does it, however many records it is done to. Saving a record as it
 * was is no change, and leaves none.
 */
export async function recordDeeds(sql: Sql, author: number | null, deeds: readonly Deed[]): Promise<void> {
  const done = deeds.filter(
    ({ action, changes = {} }) => action !== 'changed' || Object.keys(changes).length > 0,
  );
  await sql`
    insert into audit (author, subject, subject_id, action, changes)
    select ${author}::int, subject, subject_id, action, coalesce(changes, '{}')
    from jsonb_to_recordset(${done}::jsonb) as deed(subject text, subject_id int, action text, changes jsonb)`;
}

type Fields<Record> = (keyof Record & string)[];

/**
 * What became different of these fields: a record that was created has no `before`, one that was deleted no `after`.
 */
export function changesOf<Record extends object>(
  fields: Fields<Record>,
  before: Record | undefined,
  after: Record | undefined,
): AuditEntry['changes'] {
  const changes: AuditEntry['changes'] = {};
  for (const field of fields) {
    const change = { before: valueOf(before, field), after: valueOf(after, field) };
    if (change.before !== change.after) changes[field] = change;
  }
  return changes;
}

function valueOf<Record extends object>(record: Record | undefined, field: keyof Record): AuditedValue {
  return (record?.[field] ?? null) as AuditedValue;
}

/**
 * What records that one record was created (it has no `before`), deleted (no `after`) or changed in these fields;
 * nothing where none of them became different.
 */
export function recordChange<Record extends { id: number }>(subject: Audited, fields: Fields<Record>) {
  return async (sql: Sql, author: number, { before, after }: { before?: Record; after?: Record }) => {
    const changes = changesOf(fields, before, after);
    const record = before ?? after;
    if (!record || Object.keys(changes).length === 0) return;
    const action = !before ? 'created' : !after ? 'deleted' : 'changed';
    await recordDeeds(sql, author, [{ subject, subject_id: record.id, action, changes }]);
  };
}
