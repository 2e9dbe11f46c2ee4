import type { FastifyReply } from 'fastify';
import sqlTag, { join, type Sql as Part } from 'sql-template-tag';
import { linkToNext, MAX_PAGE, WRONG_MARKER, type PageQuery } from '../../contract/paging.ts';
import { isStorable, Timestamp } from '../../contract/text.ts';
import { isoTimestamp } from '../database/isoTimestamp.ts';
import type { Sql } from '../database/database.ts';
import { fieldError } from './apiError.ts';
import { listAsJson, type RawJson } from './rawJson.ts';

/** One expression that a list is ordered by; a time has no parts below a millisecond. */
interface SortKey {
  sql: Part;
  type: 'text' | 'time' | 'id';
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
  reply: FastifyReply;
}

/** The statement of the whole list. */
export function wholeList({ columns, from, where, order }: ListQuery): Part {
  return sqlTag`select ${columns} from ${from} where ${where} ${orderBy(order)}`;
}

/**
 * The list as JSON, or the page that the call asks for.
 * @throws {ApiError} 400 for a marker that this list has not given
 */
export async function answerList<Row>(call: ListCall, list: ListQuery): Promise<RawJson | Row[]> {
  return isPaged(call.query) ? readPage<Row>(call, list) : listAsJson(call.sql, wholeList(list));
}

/** Like `answerList`, as rows. */
export async function readList<Row>(call: ListCall, list: ListQuery): Promise<Row[]> {
  return isPaged(call.query) ? readPage<Row>(call, list) : call.sql<Row>`${wholeList(list)}`;
}

function isPaged({ limit, after }: PageQuery): boolean {
  return limit !== undefined || after !== undefined;
}

/** Reads one page, and links to the next one if there are more rows. */
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
  if (last && rows.length > limit) reply.header('Link', linkToNext(query, writeMarker(last.page_marker)));
  return page.map(({ page_marker: _, ...row }) => row as Row);
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
  return type === 'id' ? sqlTag`${text}::int` : sqlTag`${text}::text`;
}

const LARGEST_ID = 2 ** 31 - 1;

/** Whether PostgreSQL takes a text as a value of the type. */
const isValue: Record<SortKey['type'], (text: string) => boolean> = {
  text: isStorable,
  // PostgreSQL knows no year 0.
  time: (text) => Timestamp.safeParse(text).success && !text.startsWith('0000'),
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
