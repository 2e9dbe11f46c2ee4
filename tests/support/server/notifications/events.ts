import { server } from '../world.ts';

export const [MANAGER, RESIDENT, NEIGHBOUR, NEWCOMER] = [1, 2, 3, 4];

/** Who was told of what, by event and person. */
export async function told(): Promise<[kind: string, people: number[]][]> {
  const rows = await server.database.sql<{ kind: string; people: number[] }>`
    select kind, coalesce(array_agg(user_id order by user_id) filter (where user_id is not null), '{}') as people
    from notification_events as event left join notifications as told on told.event_id = event.id
    group by event.id order by event.id`;
  return rows.map(({ kind, people }) => [kind, people]);
}

export const latest = async (token: string) =>
  (await server.call('GET', '/notifications', { as: token })).json<Record<string, unknown>[]>()[0];
