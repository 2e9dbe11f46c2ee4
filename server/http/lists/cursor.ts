import { hash } from 'node:crypto';
import sqlTag, { type Sql as Part } from 'sql-template-tag';
import * as z from 'zod/mini';
import { CONTRACT_VERSION } from '../../../contract/http/route.ts';
import { Timestamp } from '../../../contract/values/text.ts';
import { isoTimestamp } from '../../database/isoTimestamp.ts';
import type { NotedList } from './notedList.ts';
import { wholeList } from './listQuery.ts';
import { readOpaque, writeOpaque } from './opaqueText.ts';

/** A moment from which changes of lists are told: the transactions that it shows, and the time up to which what comes by time. */
export interface Cursor {
  /** Whose lists they are, and of which database. */
  identity: string;
  /** As PostgreSQL's `pg_snapshot`. */
  snapshot: string;
  time: string;
  /** What rows depend on beside the database. */
  dependsOn: string;
}

/** The columns of the statement that tell a moment. */
export interface MomentRow {
  epoch: string;
  snapshot: string;
  time: string;
}
export const momentColumns: Part = sqlTag`
  list_epoch() as epoch, pg_current_snapshot()::text as snapshot,
    ${isoTimestamp(sqlTag`date_trunc('milliseconds', now())`)} as time`;

/** What somebody reads: digests of the statements of their lists, and of what their rows depend on beside the database. */
export interface ReadLists {
  statements: string;
  dependsOn: string;
}

/** The statements of lists, in short. */
export function digestOfStatements(lists: readonly NotedList[]): string {
  return digest(
    lists.map(({ query, changes }) => {
      const { text, values } = wholeList(query);
      return [text, values, changes.scopes];
    }),
  );
}

export const digestOfDependence = (lists: readonly NotedList[]): string =>
  digest(lists.map(({ changes }) => changes.dependsOn));

/**
 * The cursor of a moment for somebody who reads these lists: another person, role or unit reads other ones, and so may another
 * version of the server.
 */
export function cursorAt({ epoch, snapshot, time }: MomentRow, { statements, dependsOn }: ReadLists): Cursor {
  return { identity: digest([epoch, CONTRACT_VERSION, statements]), snapshot, time, dependsOn };
}

function digest(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'base64url').slice(0, 22);
}

const Written = z.tuple([
  z.string().check(z.length(22)),
  z.string().check(z.refine(isSnapshot)),
  // PostgreSQL knows no year 0.
  Timestamp.check(z.refine((time) => !time.startsWith('0000'))),
  z.string().check(z.length(22)),
]);

export function writeCursor({ identity, snapshot, time, dependsOn }: Cursor): string {
  return writeOpaque([identity, snapshot, time, dependsOn]);
}

/** A cursor as a client sends it. A made-up one hides changes from nobody but its sender. */
export function readCursor(text: string): Cursor | undefined {
  const written = Written.safeParse(readOpaque(text));
  if (!written.success) return undefined;
  const [identity, snapshot, time, dependsOn] = written.data;
  return { identity, snapshot, time, dependsOn };
}

/** The oldest transaction that still ran, so that all before it are shown. */
export function oldestRunning({ snapshot }: Pick<Cursor, 'snapshot'>): bigint {
  return BigInt(snapshot.split(':')[0] ?? '0');
}

/** Whether PostgreSQL takes a text as a `pg_snapshot`: the oldest running transaction, the next one, and those between that run. */
function isSnapshot(text: string): boolean {
  if (!/^[1-9]\d{0,17}:[1-9]\d{0,17}:(\d{1,18}(,\d{1,18}){0,999})?$/.test(text)) return false;
  const [oldest = '', next = '', running = ''] = text.split(':');
  const order = [oldest, ...(running ? running.split(',') : []), next].map(BigInt);
  return order.every((id, index) => index === 0 || id >= (order[index - 1] ?? 0n)) && !running.includes(next);
}
