import type { AuditSubject, AuditValue, AuditEntry } from '../../contract/audit/audit.ts';
import type { Sql } from './database.ts';

export interface AuditRecord {
  subject: AuditSubject;
  subject_id: number;
  action: string;
  changes?: AuditEntry['changes'];
}

/**
 * Inserts audit entries in the transaction that makes the changes. A `changed` entry without changed fields is
 * left out.
 */
export async function recordAudit(
  sql: Sql,
  author: number | null,
  records: readonly AuditRecord[],
): Promise<void> {
  const changed = records.filter(
    ({ action, changes = {} }) => action !== 'changed' || Object.keys(changes).length > 0,
  );
  await sql`
    insert into audit (author, subject, subject_id, action, changes)
    select ${author}::int, subject, subject_id, action, coalesce(changes, '{}')
    from jsonb_to_recordset(${changed}::jsonb) as record(subject text, subject_id int, action text, changes jsonb)`;
}

type Fields<Record> = (keyof Record & string)[];

/**
 * The changes of these fields: a created record has no `before`, a deleted one no `after`.
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

function valueOf<Record extends object>(record: Record | undefined, field: keyof Record): AuditValue {
  return (record?.[field] ?? null) as AuditValue;
}

/**
 * Returns the function that audits one record as created (no `before`), deleted (no `after`) or changed in these fields;
 * it inserts nothing where no field differs.
 */
export function recordChange<Record extends { id: number }>(subject: AuditSubject, fields: Fields<Record>) {
  return async (sql: Sql, author: number, { before, after }: { before?: Record; after?: Record }) => {
    const changes = changesOf(fields, before, after);
    const record = before ?? after;
    if (!record || Object.keys(changes).length === 0) return;
    const action = !before ? 'created' : !after ? 'deleted' : 'changed';
    await recordAudit(sql, author, [{ subject, subject_id: record.id, action, changes }]);
  };
}

/** Returns the function that audits records as created, with these fields. */
export function recordCreation<Record extends { id: number }>(subject: AuditSubject, fields: Fields<Record>) {
  return (sql: Sql, author: number, created: readonly Record[]) =>
    recordAudit(
      sql,
      author,
      created.map((record) => ({
        subject,
        subject_id: record.id,
        action: 'created',
        changes: changesOf(fields, undefined, record),
      })),
    );
}
