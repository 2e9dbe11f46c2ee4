import type { FastifyReply } from 'fastify';
import sqlTag from 'sql-template-tag';
import { CURSOR_HEADER } from '../../../contract/changes/changedRows.ts';
import { linkToNext, MAX_PAGE, TOTAL_HEADER, type PageQuery } from '../../../contract/http/paging.ts';
import type { Sql } from '../../database/database.ts';
import { RawJson } from '../answers/rawJson.ts';
import { cursorAt, momentColumns, writeCursor, type MomentRow, type ReadLists } from './cursor.ts';
import type { NotedList } from './notedList.ts';
import { orderBy, wholeList, type ListQuery } from './listQuery.ts';
import { writeOpaque } from './opaqueText.ts';
import { isAfter, placeOf } from './pageMarker.ts';

interface ListCall {
  sql: Sql;
  query: PageQuery;
  reply: FastifyReply;
}

/** A list as it is answered to somebody. */
export interface AnsweredList extends NotedList {
  /** What is decided or added outside the database, of rows that are given and answered as JSON: a list that it does not concern is not parsed. */
  decide?: ((json: string) => string) | undefined;
}

/**
 * Answers a list as JSON, whole or the page that the call asks for, with the cursor from which its changes are told.
 * `all` tells of the lists that the caller reads.
 * @throws {ApiError} 400 for a marker that this list has not given
 */
export async function answerList(
  call: ListCall,
  { query: list, decide = (json) => json }: AnsweredList,
  all: () => ReadLists,
): Promise<RawJson> {
  const { sql, query, reply } = call;
  const isPaged = query.limit !== undefined || query.after !== undefined;
  const sendCursor = (moment: MomentRow | undefined) => {
    if (!moment) throw new Error('A moment is always answered.');
    reply.header(CURSOR_HEADER, writeCursor(cursorAt(moment, all())));
  };
  if (!isPaged) {
    const [found] = await sql<MomentRow & { list: string }>`
      select (select coalesce(json_agg(entry), '[]')::text from (${wholeList(list)}) as entry) as list, ${momentColumns}`;
    sendCursor(found);
    return new RawJson(decide(found?.list ?? '[]'));
  }
  if (query.after === undefined) {
    // Read before the rows: what changes in between is told once more.
    const [moment] = await sql<MomentRow>`select ${momentColumns}`;
    sendCursor(moment);
  }
  return new RawJson(decide(JSON.stringify(await readPage(call, list))));
}

/** Reads one page, and links to the next one if there are more rows; the first page tells how many there are. */
async function readPage({ sql, query, reply }: ListCall, list: ListQuery): Promise<object[]> {
  const { columns, from, where, order } = list;
  const limit = query.limit ?? MAX_PAGE;
  const later = query.after === undefined ? sqlTag`true` : isAfter(order, query.after);
  // One row more than the page tells whether there is a next page.
  const rows = await sql<{ page_marker: string[] }>`
    select ${columns}, ${placeOf(order)} as page_marker
    from ${from} where (${where}) and ${later} ${orderBy(order)} limit ${limit + 1}`;
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (last && rows.length > limit) {
    reply.header('Link', linkToNext(query, writeOpaque(last.page_marker)));
  }
  if (query.after === undefined) {
    // The only page is not counted again.
    const [all] =
      rows.length > limit
        ? await sql<{ count: number }>`select count(*) as count from ${from} where ${where}`
        : [{ count: rows.length }];
    reply.header(TOTAL_HEADER, String(all?.count));
  }
  return page.map(({ page_marker: _, ...row }) => row);
}
