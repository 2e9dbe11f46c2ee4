import sqlTag, { empty, join, raw, type Sql as Part } from 'sql-template-tag';
import type { ChangedRows } from '../../../contract/changes/changedRows.ts';
import type { Sql } from '../../database/database.ts';
import type { Cursor } from './cursor.ts';
import { orderBy } from './listQuery.ts';
import type { NotedChanges, NotedList } from './notedList.ts';

/** More changed rows than this are read with the whole list. */
const MOST_CHANGED = 500;

type Since = Pick<Cursor, 'snapshot' | 'time'>;

/** The ids of the rows that changed since a cursor; null where any row may have. One more than are answered. */
function changedSince({ list, scopes, timed }: NotedChanges, { snapshot, time }: Since): Part {
  const base = sqlTag`(select ${snapshot}::pg_snapshot)`;
  const byTime = timed
    ? sqlTag`union select row_id from (${timed}) as timed where at > ${time}::timestamptz and at <= now()`
    : empty;
  return sqlTag`
    select row_id from list_changes where list = ${list} and scope in (${join(scopes)})
      and changed_in >= pg_snapshot_xmin(${base}) and not pg_visible_in_snapshot(changed_in, ${base})
    ${byTime === empty ? sqlTag`group by row_id` : byTime} limit ${raw(`${MOST_CHANGED + 1}`)}`;
}

/** An expression: how many rows changed since a cursor, by one look at what was noted; null where too many did to tell. */
export function countChanged(changes: NotedChanges, since: Since): Part {
  return sqlTag`(
    select case when count(*) <= ${raw(`${MOST_CHANGED}`)} and count(row_id) = count(*) then count(*) end
    from (${changedSince(changes, since)}) as changed)`;
}

/**
 * The rows of a list that changed since a cursor, and the ids of those that left it, as of one moment. Undefined where too much
 * changed meanwhile.
 */
export async function readChanged<Row>(
  sql: Sql,
  { query: { columns, from, where, order }, changes }: NotedList,
  since: Since,
): Promise<ChangedRows<Row> | undefined> {
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
  // One statement, so that the rows and those before them are of one moment.
  const found = await sql<{
    noted: (number | null)[] | null;
    id: number | null;
    row: Row;
    after: number | null;
  }>`
    with noted as materialized (${changedSince(changes, since)})
    select everything.noted, changed.${id.name} as id, changed.answer as "row",
      (select ${id.sql} from ${from} where (${where}) and ${isBefore} ${backwards} limit 1) as after
    from (select array_agg(row_id) as noted from noted) as everything
    left join (
      select row_to_json(answer) as answer, ${join(named.map(({ sql: key, name }) => sqlTag`${key} as ${name}`))}
      from ${from} cross join lateral (select ${columns}) as answer
      where (${where}) and ${id.sql} in (select row_id from noted)
    ) as changed on true ${inOrder}`;
  const noted = found[0]?.noted ?? [];
  if (noted.length > MOST_CHANGED || noted.includes(null)) return undefined;
  const changed = found.filter((row) => row.id !== null);
  const present = new Set(changed.map((row) => row.id));
  return {
    changed: changed.map(({ after, row }) => ({ after, row })),
    left: (noted as number[]).filter((each) => !present.has(each)),
  };
}
