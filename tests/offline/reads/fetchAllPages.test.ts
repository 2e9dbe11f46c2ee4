import { expect } from 'vitest';
import type { MaintenanceRequest } from '../../../contract/maintenance/maintenance.ts';
import { ApiError, Unreachable } from '../../../src/api/call.ts';
import { readCached } from '../../../src/offline/engine/reads/cachedReads.ts';
import { fetchAndCache } from '../../../src/offline/engine/reads/refreshCached.ts';
import { ROBIN } from '../../support/offline/device.ts';
import { net, phone, test } from '../../support/offline/world.ts';
import { server } from '../../support/server/world.ts';

const refresh = () =>
  fetchAndCache(ROBIN, 'listMaintenance', {}, async (send) =>
    send((await phone.session.token(ROBIN)) ?? 'nobody'),
  );
const kept = async () => (await readCached(ROBIN, 'listMaintenance', {}))?.answer;
const reads = () =>
  net.requests.filter(({ path }) => path.startsWith('/maintenance')).map(({ path }) => path);
const onServer = async () =>
  (await server.call('GET', '/maintenance', { as: await server.token('resident') })).json<
    MaintenanceRequest[]
  >();

const addRequests = (count: number) => server.database.sql`
  insert into maintenance_requests (user_id, unit_id, information, created_at)
  select ${ROBIN}, 1, 'Issue ' || n, now() - make_interval(mins => n / 3) from generate_series(1, ${count}) as n`;
/** The photos' signed addresses differ from read to read. */
const idsOf = (list: readonly { id: number }[] | undefined) => list?.map(({ id }) => id);

test('a short list is read in one request', async () => {
  await addRequests(3);
  await refresh();
  expect(await kept()).toEqual(await onServer());
  expect(reads()).toEqual(['/maintenance']);
});

test('a long list is read in pages and kept whole, as a whole read keeps it', async () => {
  await addRequests(1200);
  const answer = await refresh();
  expect(answer).toEqual(await onServer());
  expect(await kept()).toEqual(answer);
  expect(reads()).toHaveLength(3);
});

test.each([
  ['cut', 'cut' as const, Unreachable],
  ['refused', { status: 503, message: 'The database is busy.' }, ApiError],
])('where a later page is %s, the list read before stays', async (_, fault, error) => {
  await addRequests(600);
  await refresh();
  const before = await kept();
  await addRequests(600);
  net.fail(/after=/, fault);
  await expect(refresh()).rejects.toThrow(error);
  expect(await kept()).toEqual(before);
  await refresh();
  expect(idsOf(await kept())).toEqual(idsOf(await onServer()));
});

test('nothing is kept of a first read that is cut between its pages', async () => {
  await addRequests(600);
  net.fail(/after=/, 'refused');
  await expect(refresh()).rejects.toThrow(Unreachable);
  expect(await kept()).toBeUndefined();
});

test('a server that knows no pages answers whole', async () => {
  await addRequests(600);
  const body = await onServer();
  net.fail(/GET .maintenance/, { status: 200, body });
  expect(await refresh()).toEqual(body);
  expect(reads()).toHaveLength(1);
});

test('a row that comes on two pages is kept once, as it came last', async () => {
  await addRequests(600);
  const first = (await onServer())[0];
  const { sql } = server.database;
  let pages = 0;
  net.before = async ({ path }) => {
    if (path.includes('after=')) {
      pages += 1;
      await sql`
        update maintenance_requests set created_at = created_at - interval '30 days', information = 'Moved'
        where id = ${first?.id ?? 0}`;
    }
  };
  const answer = await refresh();
  expect(pages).toBe(1);
  expect(answer.filter(({ id }) => id === first?.id)).toMatchObject([{ information: 'Moved' }]);
  expect(idsOf(await kept())).toEqual(idsOf(await onServer()));
});

test('a change that is sent between two pages is in the list that is kept', async () => {
  await addRequests(600);
  await phone.report('The tap drips.');
  let sent = false;
  net.after = ({ path }) => {
    if (path === '/maintenance' && !sent) {
      sent = true;
      sending = phone.send();
    }
  };
  let sending: Promise<unknown> | undefined;
  net.before = async ({ path }) => {
    if (path.includes('after=')) await sending;
  };
  await refresh();
  expect((await kept())?.[0]).toMatchObject({ information: 'The tap drips.' });
});
