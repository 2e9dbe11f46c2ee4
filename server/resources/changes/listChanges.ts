import type { FastifyInstance } from 'fastify';
import sqlTag, { join } from 'sql-template-tag';
import type { ListChanges } from '../../../contract/changes/changedRows.ts';
import { PageQuery } from '../../../contract/http/paging.ts';
import type { SignedInUser } from '../../auth/signedInUser.ts';
import { routes } from '../../../contract/routes.ts';
import type { Sql } from '../../database/database.ts';
import { notPrepared } from '../../database/statement.ts';
import type { AnsweredList } from '../../http/lists/answerList.ts';
import {
  cursorAt,
  momentColumns,
  oldestRunning,
  readCursor,
  writeCursor,
  type Cursor,
  type MomentRow,
} from '../../http/lists/cursor.ts';
import { countChanged, readChanged } from '../../http/lists/changedRows.ts';
import { listsReadBy } from '../../http/lists/listsReadBy.ts';
import { mayRead } from '../../http/lists/staleReads.ts';
import { registerRoute } from '../../http/registerRoute.ts';

/** A list that a client has, as of a cursor. */
interface KnownList {
  key: string;
  list: AnsweredList;
  since: Cursor;
}

/** The route that tells what changed in the lists that an app has. */
export function listChanges(app: FastifyInstance): void {
  registerRoute(app, routes.listChanges, async ({ sql, user, query }) => {
    const lists: ListChanges['lists'] = {};
    const known: KnownList[] = [];
    const seen = new Set<string>();
    for (const [text, keys] of Object.entries(query.since)) {
      const since = readCursor(text);
      for (const key of keys) {
        if (seen.has(key)) continue;
        seen.add(key);
        const list = since && findList(app, user, key);
        if (list) known.push({ key, list, since });
        else lists[key] = 'whole';
      }
    }
    const moment = await lookAt(sql, known);
    const now = cursorAt(moment, listsReadBy(app, user));
    for (const [index, { key, list, since }] of known.entries()) {
      const changed = isTold(since, now, moment, list) ? moment[`changed_${index}`] : null;
      if (changed === 0) continue;
      lists[key] = (changed !== null && (await readChanges(sql, list, since))) || 'whole';
    }
    return { cursor: writeCursor(now), lists };
  });
}

type LookRow = MomentRow & { deleted: string } & Record<`changed_${number}`, number | null>;

/** One look at what changed in each of the lists, and the moment of it. */
async function lookAt(sql: Sql, known: readonly KnownList[]): Promise<LookRow> {
  const columns = known.map(
    ({ list, since }, index) =>
      sqlTag`, ${countChanged(list.changes, since)} as ${sqlTag([`changed_${index}`])}`,
  );
  const [moment] = await sql<LookRow>`
    select ${momentColumns}, coalesce((select max(up_to) from list_changes_deleted), '2')::text as deleted
    ${notPrepared(columns.length > 0 ? join(columns, '') : sqlTag``)}`;
  if (!moment) throw new Error('A moment is always answered.');
  return moment;
}

/** Whether all that changed since is known. */
function isTold(since: Cursor, now: Cursor, { deleted }: LookRow, { changes }: AnsweredList): boolean {
  return (
    since.identity === now.identity &&
    oldestRunning(since) > BigInt(deleted) &&
    // By a clock that was set back, rows can go again that the client has.
    since.time <= now.time &&
    (changes.dependsOn === undefined || since.dependsOn === now.dependsOn)
  );
}

async function readChanges(
  sql: Sql,
  list: AnsweredList,
  since: Cursor,
): Promise<ListChanges['lists'][string] | undefined> {
  const found = await readChanged<Record<string, unknown>>(sql, list, since);
  if (!found) return undefined;
  const { decide } = list;
  return decide ? (JSON.parse(decide(JSON.stringify(found))) as typeof found) : found;
}

/** The list of a call and its input, such as `listMaintenance&completed=false`; undefined where somebody reads no such list. */
function findList(app: FastifyInstance, user: SignedInUser, key: string): AnsweredList | undefined {
  const [name = '', ...parts] = key.split('&');
  const registered = app.lists.get(name);
  if (!registered || !mayRead(user, registered.route)) return undefined;
  const { route, listOf } = registered;
  const input = parts.map((part) => part.split('=', 2).map(String) as [string, string]);
  // A page has no changes of its own.
  if (input.some(([field]) => field in PageQuery.shape)) return undefined;
  const isParam = ([field]: [string, string]) => route.path.includes(`:${field}`);
  const params = route.params?.safeParse(Object.fromEntries(input.filter(isParam)));
  const query = route.query?.safeParse(Object.fromEntries(input.filter((field) => !isParam(field))));
  if (params?.success === false || query?.success === false) return undefined;
  return listOf({ user, params: params?.data, query: query?.data });
}
