import sqlTag, { type Sql as Part } from 'sql-template-tag';
import type { Sql } from './database.ts';

/** An answer that is JSON text already: measured, building a long list's JSON in the database is several times cheaper. */
export class ReadyJson {
  constructor(readonly text: string) {}

  get isEmpty(): boolean {
    return this.text === '[]';
  }
}

/** The query of one text: another query's rows as a JSON list, in its order. */
export function asJsonList(query: Part): Part {
  return sqlTag`select coalesce(json_agg(entry), '[]')::text as text from (${query}) as entry`;
}

/** The rows of a query as one JSON list, in the query's order. */
export async function listAsJson(sql: Sql, query: Part): Promise<ReadyJson> {
  const [list] = await sql<{ text: string }>`${asJsonList(query)}`;
  if (!list) throw new Error('An aggregate answers one row, and there is none.');
  return new ReadyJson(list.text);
}
