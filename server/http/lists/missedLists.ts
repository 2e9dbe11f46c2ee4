import type { Sql } from '../../database/database.ts';
import { NOTED_LISTS } from './staleReads.ts';

/** A change is noted with the time at which its transaction began, which may be so many seconds before others see it. */
const LONGEST_TRANSACTION = 5;

/** The lists in which something changed in these scopes within the last so many seconds, by one look for each. */
export async function missedLists(sql: Sql, scopes: readonly string[], away: number): Promise<string[]> {
  const rows = await sql<{ list: string }>`
    select distinct list
    from unnest(${NOTED_LISTS}::text[]) as lists (list) cross join unnest(${scopes}::text[]) as scopes (scope)
    cross join lateral (
      select changed_at from list_changes
      where list_changes.list = lists.list and list_changes.scope = scopes.scope
      order by changed_in desc limit 1) as latest
    where changed_at > now() - make_interval(secs => ${away + LONGEST_TRANSACTION})`;
  return rows.map(({ list }) => list);
}
