import type { Sql as Part } from 'sql-template-tag';
import type { Sql } from '../database/database.ts';

/** An answer that is JSON already. */
export class RawJson {
  constructor(readonly text: string) {}

  get isEmptyList(): boolean {
    return this.text === '[]';
  }
}

/** Answered with 304 and no body. */
export const NOT_MODIFIED = new RawJson('');

/** The rows of a query as one JSON list, in the query's order, built by the database. */
export async function listAsJson(sql: Sql, query: Part): Promise<RawJson> {
  const [row] = await sql<{ list: string }>`
    select coalesce(json_agg(entry), '[]')::text as list from (${query}) as entry`;
  if (!row) throw new Error('An aggregate answers one row.');
  return new RawJson(row.list);
}
