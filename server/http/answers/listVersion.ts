import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import sqlTag, { empty, join, raw, type Sql as Part } from 'sql-template-tag';
import * as z from 'zod/mini';
import { ACCEPT_HEADER, CHANGED_ROWS } from '../../../contract/changes/changedRows.ts';
import { CONTRACT_VERSION } from '../../../contract/http/route.ts';
import { Timestamp } from '../../../contract/values/text.ts';
import type { User } from '../../../contract/users/user.ts';
import type { Sql } from '../../database/database.ts';
import { isoTimestamp } from '../../database/isoTimestamp.ts';

/** Where the changes of a list are noted, by the triggers of migrations 0029 to 0031. */
export interface NotedChanges {
  list:
    | 'transactions'
    | 'balances'
    | 'announcements'
    | 'maintenance'
    | 'users'
    | 'units'
    | 'readings'
    | 'properties'
    | 'leases';
  /** Those that its reader sees. */
  scopes: readonly string[];
  /** A query of `row_id` and `at`: the rows that come, go or change by time alone, and when. */
  timed?: Part;
  /** What the rows depend on beside the database, as text. */
  dependsOn?: string;
}

/** The scopes of a list that is shown to management, and in parts to residents. */
export function scopesOf(user: User): string[] {
  if (user.is_manager) return ['management'];
  return ['everyone', `user:${user.id}`, ...(user.unit === null ? [] : [`unit:${user.unit}`])];
}

/** More changed rows than this are read with the whole list. */
const MOST_CHANGED = 500;

/** What a list was at some moment: the transactions that it shows, and the time until which it shows what comes by time. */
export interface ListVersion {
  /** Of whom it was asked, how, and of which database. */
  identity: string;
  /** As PostgreSQL's `pg_snapshot`. */
  snapshot: string;
  time: string | null;
}

/** The last transaction whose changes were deleted; before 3 there is none. */
const DELETED = sqlTag`coalesce((select max(up_to) from list_changes_deleted), '2')`;

/** Columns that tell a list's version as of the statement that selects them. */
export interface VersionRow {
  epoch: string;
  snapshot: string;
  last_change: string;
  time: string | null;
}

export function versionColumns({ list, scopes, timed }: NotedChanges): Part {
  // One look at the index for each scope.
  const last = scopes.map(
    (scope) => sqlTag`(select max(changed_in) from list_changes where list = ${list} and scope = ${scope})`,
  );
  const time = timed
    ? sqlTag`(select ${isoTimestamp(sqlTag`max(at)`)} from (${timed}) as timed where at <= now())`
    : sqlTag`null`;
  return sqlTag`list_epoch() as epoch, pg_current_snapshot()::text as snapshot,
    greatest(${join(last)}, ${DELETED})::text as last_change, ${time} as time`;
}

/** The ids of the rows that changed since a version; null where any row may have. One more than are answered. */
export function changedSince(
  { list, scopes, timed }: NotedChanges,
  { snapshot, time }: Pick<ListVersion, 'snapshot' | 'time'>,
): Part {
  const base = sqlTag`(select ${snapshot}::pg_snapshot)`;
  const byTime = timed
    ? sqlTag`union select row_id from (${timed}) as timed
        where at > coalesce(${time}::timestamptz, '-infinity') and at <= now()`
    : empty;
  return sqlTag`
    select row_id from list_changes where list = ${list} and scope in (${join(scopes)})
      and changed_in >= pg_snapshot_xmin(${base}) and not pg_visible_in_snapshot(changed_in, ${base})
    ${byTime === empty ? sqlTag`group by row_id` : byTime} limit ${raw(`${MOST_CHANGED + 1}`)}`;
}

/** Whether these are ids that `changedSince` answered in full. */
export function areTellable(ids: readonly (number | null)[]): ids is number[] {
  return ids.length <= MOST_CHANGED && !ids.includes(null);
}

/** A version that a client has. */
interface KnownVersion {
  etag: string;
  version: ListVersion;
  /** Whether something changed since, which can be told row by row. */
  changed: boolean;
}

interface ListRequest {
  changes: NotedChanges;
  /** The statement of the whole list: who is asked for by another one has another list. */
  whole: Part;
  /** The part that is asked for: empty for the whole list. */
  form: string;
}

/**
 * The version that a request names, if it is one of this list and nothing changed since, or all that changed can be told.
 * One look at the noted changes. A client that accepts changed rows has the whole list, whatever part it asks for.
 */
export async function findKnownVersion(
  sql: Sql,
  { changes, whole, form }: ListRequest,
  request: FastifyRequest,
): Promise<KnownVersion | undefined> {
  const acceptsRows = request.headers[ACCEPT_HEADER.toLowerCase()] === CHANGED_ROWS;
  const known = readETags(request).find((each) => acceptsRows || each.form === form);
  if (!known) return undefined;
  const { etag, version } = known;
  const [now] = await sql<{ epoch: string; holds: boolean; changed: number; any_row: boolean }>`
    select list_epoch() as epoch, pg_snapshot_xmin(${version.snapshot}::pg_snapshot) > ${DELETED}
        -- By a clock that was set back, rows can go again that the version has.
        and coalesce(${version.time}::timestamptz <= now(), true) as holds,
      count(*) as changed, coalesce(bool_or(row_id is null), false) as any_row
    from (${changedSince(changes, version)}) as changed`;
  if (!now) throw new Error('An aggregate answers one row.');
  if (version.identity !== identityOf(now.epoch, whole, changes) || !now.holds) return undefined;
  if (now.changed === 0) return { etag, version, changed: false };
  const tellable = acceptsRows && !now.any_row && now.changed <= MOST_CHANGED;
  return tellable ? { etag, version, changed: true } : undefined;
}

/** The ETag of the version that `versionColumns` told. */
export function etagOf(row: VersionRow, { changes, whole, form }: ListRequest): string {
  return writeETag(versionOf(row, identityOf(row.epoch, whole, changes)), form);
}

/**
 * Where all transactions up to the list's last change have ended, the snapshot right after it, which all requests and
 * processes find alike; else the present one, since an earlier transaction may still commit.
 */
function versionOf({ snapshot, last_change, time }: VersionRow, identity: string): ListVersion {
  const last = BigInt(last_change);
  const oldestRunning = BigInt(snapshot.split(':')[0] ?? '0');
  const after = `${last + 1n}`;
  return { identity, snapshot: last < oldestRunning ? `${after}:${after}:` : snapshot, time };
}

function identityOf(epoch: string, { text, values }: Part, { dependsOn }: NotedChanges): string {
  return hash(
    'sha256',
    JSON.stringify([epoch, CONTRACT_VERSION, text, values, dependsOn]),
    'base64url',
  ).slice(0, 22);
}

const Written = z.tuple([
  z.string().check(z.length(22)),
  z.string().check(z.refine(isSnapshot)),
  // PostgreSQL knows no year 0.
  z.nullable(Timestamp.check(z.refine((time) => !time.startsWith('0000')))),
  z.string(),
]);

/** Whether PostgreSQL takes a text as a `pg_snapshot`: the oldest running transaction, the next one, and those between that run. */
function isSnapshot(text: string): boolean {
  if (!/^[1-9]\d{0,17}:[1-9]\d{0,17}:(\d{1,18}(,\d{1,18}){0,999})?$/.test(text)) return false;
  const [oldest = '', next = '', running = ''] = text.split(':');
  const order = [oldest, ...(running ? running.split(',') : []), next].map(BigInt);
  return order.every((id, index) => index === 0 || id >= (order[index - 1] ?? 0n)) && !running.includes(next);
}

function writeETag({ identity, snapshot, time }: ListVersion, form: string): string {
  return `W/"${Buffer.from(JSON.stringify([identity, snapshot, time, form])).toString('base64url')}"`;
}

/** The ETags of a request that name a version of a list. A made-up one hides changes from nobody but its sender. */
function readETags({ headers }: FastifyRequest): { etag: string; version: ListVersion; form: string }[] {
  return (headers['if-none-match'] ?? '').split(',').flatMap((text) => {
    const content = /^(?:W\/)?"([\w-]+)"$/.exec(text.trim())?.[1];
    const written = content && Written.safeParse(parsed(Buffer.from(content, 'base64url').toString()));
    if (!written || !written.success) return [];
    const [identity, snapshot, time, form] = written.data;
    return [{ etag: text.trim(), version: { identity, snapshot, time }, form }];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
