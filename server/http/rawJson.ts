import sqlTag, { type Sql as Part } from 'sql-template-tag';
import type { Database } from '../database/database.ts';

/**
 * An answer that is JSON already. A long one is best made UTF-8 at once: otherwise its length, its tag and its way out
 * each do it.
 */
export class RawJson {
  constructor(readonly payload: string | Buffer) {}

  /** Whether it is a list of nothing. */
  get isEmpty(): boolean {
    return this.payload.length === '[]'.length;
  }

  /** A list of what is JSON text each. */
  static list(texts: readonly (string | null | undefined)[]): RawJson {
    const pieces = [Buffer.from('[')];
    for (let begun = 0; begun < texts.length; begun += PIECE) {
      const piece = texts.slice(begun, begun + PIECE).join(',');
      pieces.push(Buffer.from(begun === 0 ? piece : `,${piece}`));
    }
    pieces.push(Buffer.from(']'));
    return new RawJson(Buffer.concat(pieces));
  }
}

/** In rows: one text of all of a long list would take twice as long to become bytes. */
const PIECE = 500;

/** The query of each row of another one as JSON text, in its order. */
export function asJson(query: Part): Part {
  return sqlTag`select row_to_json(entry)::text as text from (${query}) as entry`;
}

/**
 * The query of one text: another one's rows as a JSON list, in its order. For a list of at most a few hundred short
 * rows: one text costs this process less than each of them, and waiting for the last is not long.
 */
export function asJsonList(query: Part): Part {
  return sqlTag`select coalesce(json_agg(entry), '[]')::text as text from (${query}) as entry`;
}

/**
 * The rows of a query as one JSON list, in the query's order. The database makes JSON of each row and this process only
 * joins them: measured, parsing rows to write them again costs this one thread several times as much, and a list that
 * the database joins arrives only once its last row is done.
 */
export async function listAsJson({ texts }: Database, query: Part): Promise<RawJson> {
  return RawJson.list((await texts`${asJson(query)}`).map(([text]) => text));
}
