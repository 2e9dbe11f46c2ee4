import type { MaintenanceRequest } from '../../../contract/maintenance/maintenance.ts';
import { readCached } from '../../../src/offline/engine/reads/cachedReads.ts';
import { fetchAndCache } from '../../../src/offline/engine/reads/refreshCached.ts';
import { server } from '../server/world.ts';
import { ROBIN } from './device.ts';
import { net, phone } from './world.ts';

// A resident's list of requests on a phone.

export const KEY = 'listMaintenance';
export const asRobin = async <T>(send: (token: string) => Promise<T>) =>
  send((await phone.session.token(ROBIN)) ?? 'nobody');
export const refresh = () => fetchAndCache(ROBIN, KEY, {}, asRobin);
export const cached = () => readCached(ROBIN, KEY, {});
export const onServer = async () =>
  (await server.call('GET', '/maintenance', { as: await server.token('resident') })).json<
    MaintenanceRequest[]
  >();
/** How the list was asked for, in order: by what changed in it, or with the status of the answer. */
export const answered = () =>
  net.delivered.flatMap(({ request: { path }, status }): (string | number)[] =>
    path.startsWith('/changes/rows') ? ['changes'] : path.startsWith('/maintenance') ? [status] : [],
  );

export const addRequests = (count: number) => server.database.sql`
  insert into maintenance_requests (user_id, unit_id, information, created_at)
  select ${ROBIN}, 1, 'Issue ' || n, now() - make_interval(mins => n) from generate_series(1, ${count}) as n`;
