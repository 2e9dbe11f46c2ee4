import type { FastifyReply, FastifyRequest } from 'fastify';
import sqlTag, { join, raw, type Sql as Part } from 'sql-template-tag';
import {
  APPLIED_HEADER,
  CHANGED_ROWS,
  CHANGED_ROWS_STATUS,
  type ChangedRows,
} from '../../../contract/changes/changedRows.ts';
import {
  linkToNext,
  MAX_PAGE,
  TOTAL_HEADER,
  WRONG_MARKER,
  type PageQuery,
} from '../../../contract/http/paging.ts';
import { isStorable, Timestamp } from '../../../contract/values/text.ts';
import { isoTimestamp } from '../../database/isoTimestamp.ts';
import type { Sql } from '../../database/database.ts';
import { fieldError } from '../apiError.ts';
import {
  areTellable,
  changedSince,
  etagOf,
  findKnownVersion,
  versionColumns,
  type ListVersion,
  type NotedChanges,
  type VersionRow,
} from './listVersion.ts';
import { NOT_MODIFIED, RawJson } from './rawJson.ts';

/** One expression that a list is ordered by; a time has no parts below a millisecond. */
interface SortKey {
  sql: Part;
  type: 'text' | 'time' | 'number' | 'id';
}

/** The last key is unique, so that every row has a place of its own. */
export interface Order {
  keys: readonly SortKey[];
  direction: 'asc' | 'desc';
}

/** A query whose rows are answered as a list, whole or in pages. An index should have the order's keys. */
export interface ListQuery {
  /** Their names are the fields of the answer. */
  columns: Part;
  from: Part;
  where: Part;
  order: Order;
}

interface ListCall {
  sql: Sql;
  query: PageQuery;
  request: FastifyRequest;
  reply: FastifyReply;
}

interface ListOptions<Row, Answered> {
  changes: NotedChanges;
  /** What is answered of a row, if it is not the row itself. */
  toAnswer?: (row: Row) => Answered;
}

/** The statement of the whole list. */
export function wholeList({ columns, from, where, order }: ListQuery): Part {
  return sqlTag`select ${columns} from ${from} where ${where} ${orderBy(order)}`;
}

/**
 * Answers a list: as JSON, whole or the page that the call asks for; its changed rows since the version that the call
 * has; or that nothing changed since.
 * @throws {ApiError} 400 for a marker that this list has not given
 */
export async function answerList<Row extends object, Answered extends object = Row>(
  call: ListCall,
  list: ListQuery,
  { changes, toAnswer }: ListOptions<Row, Answered>,
): Promise<RawJson> {
  const { sql, query, request, reply } = call;
  const whole = wholeList(list);
  const { limit, after } = query;
  const asked = { changes, whole, form: isPaged(query) ? `${limit ?? ''} ${after ?? ''}` : '' };
  const known = await findKnownVersion(sql, asked, request);
  if (known && !known.changed) {
    reply.header('ETag', known.etag);
    return NOT_MODIFIED;
  }
  const found = known && (await readChanged<Row>(sql, list, { changes, since: known.version }));
  if (found) {
    const { rows, left, version } = found;
    const changed = rows.map(({ row, after }) => ({ after, row: toAnswer ? toAnswer(row) : row }));
    const body: ChangedRows<Answered | Row> = { changed, left };
    reply.code(CHANGED_ROWS_STATUS).header(APPLIED_HEADER, CHANGED_ROWS);
    reply.header('ETag', etagOf(version, { ...asked, form: '' }));
    return new RawJson(JSON.stringify(body));
  }
  if (!toAnswer && !isPaged(query)) {
    const { list: text, ...version } = await listWithVersion(sql, whole, changes);
    reply.header('ETag', etagOf(version, asked));
    return new RawJson(text);
  }
  // Read before the rows: what changes in between is told once more.
  const [version] = await sql<VersionRow>`select ${versionColumns(changes)}`;
  if (!version) throw new Error('A version is always answered.');
  reply.header('ETag', etagOf(version, asked));
  const rows = isPaged(query) ? await readPage<Row>(call, list) : await sql<Row>`${whole}`;
  return new RawJson(JSON.stringify(toAnswer ? rows.map(toAnswer) : rows));
}

/** The list as JSON, with its version at that moment. */
async function listWithVersion(
  sql: Sql,
  whole: Part,
  changes: NotedChanges,
): Promise<VersionRow & { list: string }> {
  const [row] = await sql<VersionRow & { list: string }>`
    select (select coalesce(json_agg(entry), '[]')::text from (${whole}) as entry) as list, ${versionColumns(changes)}`;
  if (!row) throw new Error('A version is always answered.');
  return row;
}

function isPaged({ limit, after }: PageQuery): boolean {
  return limit !== undefined || after !== undefined;
}

/** Reads one page, and links to the next one if there are more rows; the first page tells how many there are. */
async function readPage<Row>({ sql, query, reply }: ListCall, list: ListQuery): Promise<Row[]> {
  const { columns, from, where, order } = list;
  const limit = query.limit ?? MAX_PAGE;
  const later = query.after === undefined ? sqlTag`true` : isAfter(order, readMarker(order, query.after));
  // One row more than the page tells whether there is a next page.
  const rows = await sql<Row & { page_marker: string[] }>`
    select ${columns}, json_build_array(${join(order.keys.map(asText))}) as page_marker
    from ${from} where (${where}) and ${later} ${orderBy(order)} limit ${limit + 1}`;
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (last && rows.length > limit) {
    reply.header('Link', linkToNext(query, writeMarker(last.page_marker)));
  }
  if (query.after === undefined) {
    // The only page is not counted again.
    const [all] =
      rows.length > limit
        ? await sql<{ count: number }>`select count(*) as count from ${from} where ${where}`
        : [{ count: rows.length }];
    reply.header(TOTAL_HEADER, String(all?.count));
  }
  return page.map(({ page_marker: _, ...row }) => row as Row);
}

interface Changed<Row> {
  /** With the id of the row before each; null for the first of the list. */
  rows: { id: number; row: Row; after: number | null }[];
  left: number[];
  version: VersionRow;
}

/**
 * The rows of a list that changed since a version, and the ids of those that left it, with its version now. Undefined where
 * too much changed meanwhile.
 */
async function readChanged<Row>(
  sql: Sql,
  { columns, from, where, order }: ListQuery,
  { changes, since }: { changes: NotedChanges; since: ListVersion },
): Promise<Changed<Row> | undefined> {
  const { keys, direction } = order;
  const named = keys.map((key, index) => ({ ...key, name: raw(`key_${index}`) }));
  const id = named.at(-1);
  if (!id) throw new Error('An order has a key.');
  const here = sqlTag`(${join(keys.map(({ sql: key }) => key))})`;
  const there = sqlTag`(${join(named.map(({ name }) => sqlTag`changed.${name}`))})`;
  const isBefore = direction === 'asc' ? sqlTag`${here} < ${there}` : sqlTag`${here} > ${there}`;
  const backwards = orderBy({ keys, direction: direction === 'asc' ? 'desc' : 'asc' });
  const inOrder = orderBy({
    keys: named.map(({ name, type }) => ({ sql: sqlTag`changed.${name}`, type })),
    direction,
  });
  // One statement, so that the rows, those before them and the version are of one moment.
  const found = await sql<
    VersionRow & { noted: (number | null)[] | null; id: number | null; row: Row; after: number | null }
  >`
    with noted as materialized (${changedSince(changes, since)})
    select version.*, changed.${id.name} as id, changed.answer as "row",
      (select ${id.sql} from ${from} where (${where}) and ${isBefore} ${backwards} limit 1) as after
    from (select ${versionColumns(changes)}, (select array_agg(row_id) from noted) as noted) as version
    left join (
      select row_to_json(answer) as answer, ${join(named.map(({ sql: key, name }) => sqlTag`${key} as ${name}`))}
      from ${from} cross join lateral (select ${columns}) as answer
      where (${where}) and ${id.sql} in (select row_id from noted)
    ) as changed on true ${inOrder}`;
  const [version] = found;
  if (!version) throw new Error('A version is always answered.');
  const noted = version.noted ?? [];
  if (!areTellable(noted)) return undefined;
  const rows = found.flatMap(({ id: rowId, row, after }) =>
    rowId === null ? [] : [{ id: rowId, row, after }],
  );
  const present = new Set(rows.map((row) => row.id));
  return { rows, left: noted.filter((each) => !present.has(each)), version };
}

function orderBy({ keys, direction }: Order): Part {
  const way = direction === 'asc' ? sqlTag`asc` : sqlTag`desc`;
  return sqlTag`order by ${join(keys.map(({ sql }) => sqlTag`${sql} ${way}`))}`;
}

/** Compared as a row, for which one index scan begins at the marker. */
function isAfter({ keys, direction }: Order, marker: readonly string[]): Part {
  const mine = join(keys.map(({ sql }) => sql));
  const theirs = join(keys.map(({ type }, index) => fromText(type, marker[index] ?? '')));
  return direction === 'asc' ? sqlTag`(${mine}) > (${theirs})` : sqlTag`(${mine}) < (${theirs})`;
}

function asText({ sql, type }: SortKey): Part {
  return type === 'time' ? isoTimestamp(sql) : sqlTag`${sql}::text`;
}

function fromText(type: SortKey['type'], text: string): Part {
  if (type === 'time') return sqlTag`${text}::timestamptz`;
  if (type === 'number') return sqlTag`${text}::numeric`;
  return type === 'id' ? sqlTag`${text}::int` : sqlTag`${text}::text`;
}

const LARGEST_ID = 2 ** 31 - 1;

/** Whether PostgreSQL takes a text as a value of the type. */
const isValue: Record<SortKey['type'], (text: string) => boolean> = {
  text: isStorable,
  time: (text) => Timestamp.safeParse(text).success,
  number: (text) => /^(?:\d{1,100}|Infinity)$/.test(text),
  id: (text) => /^\d{1,10}$/.test(text) && Number(text) <= LARGEST_ID,
};

function writeMarker(keys: readonly string[]): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url');
}

/**
 * Reads the place in the order of a marker. A made-up place gives no more to see, since the list's own condition holds too.
 * @throws {ApiError} 400
 */
function readMarker({ keys }: Order, marker: string): string[] {
  const place = parsed(Buffer.from(marker, 'base64url').toString());
  const isPlace =
    Array.isArray(place) &&
    place.length === keys.length &&
    keys.every(({ type }, index) => typeof place[index] === 'string' && isValue[type](place[index]));
  if (!isPlace) throw fieldError(400, 'after', WRONG_MARKER);
  return place as string[];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
