import { beforeEach, expect } from 'vitest';
import type { ListedUser } from '../../../contract/users/user.ts';
import { queue } from '../../../src/offline/engine/outbox/outbox.ts';
import { revise } from '../../../src/offline/engine/outbox/revise.ts';
import { readCached } from '../../../src/offline/engine/reads/cachedReads.ts';
import { fetchAndCache } from '../../../src/offline/engine/reads/refreshCached.ts';
import { moveWithUnsent, unsentSteps } from '../../../src/offline/subjects/leases/moves.ts';
import { MANAGER, NOOR, ROBIN } from '../../support/offline/device.ts';
import { net, phone, test as base } from '../../support/offline/world.ts';
import { leaseOf } from '../../support/server/leases/inspections.ts';
import { manager, server } from '../../support/server/world.ts';

const test = base.extend('person', MANAGER);
const shown = { name: 'Robin Hale', home: 'Unit 101, Maple Court' };
const HOME = 1;

beforeEach(async () => {
  const { sql } = server.database;
  await sql`update leases set starts = '2000-01-01', ends = '2000-01-31'`;
  await sql`update users set unit = ${HOME}, is_current_user = true where id in (${ROBIN}, ${NOOR})`;
});

const onServer = async () =>
  (await server.call('GET', '/users', { as: manager })).json<ListedUser[]>().find(({ id }) => id === ROBIN)!;
const edit = (body: object) => server.call('PUT', `/users/${ROBIN}`, { as: manager, body });
const recordings = async () =>
  (await server.database.sql`select 1 from audit where subject = 'user' and subject_id = ${ROBIN}`).length;

/** A lease of Robin and Noor, with what the phone has read of it. */
async function opened() {
  const params = { id: String(await leaseOf(ROBIN, NOOR)) };
  await fetchAndCache(MANAGER, 'readMove', { params }, (call) => call(manager));
  await fetchAndCache(MANAGER, 'listLeases', {}, (call) => call(manager));
  await fetchAndCache(MANAGER, 'listUsers', {}, (call) => call(manager));
  const kept = async () => (await readCached(MANAGER, 'readMove', { params }))!.answer;
  const leases = (await readCached(MANAGER, 'listLeases', {}))!.answer;
  const { tenants } = leases.find(({ id }) => String(id) === params.id)!;
  const people = async () => (await readCached(MANAGER, 'listUsers', {}))!.answer;
  const { access_since = null } = (await people()).find(({ id }) => id === ROBIN)!;
  return { kept, people, tenants, access_since };
}
const end = (access_since: string | null) =>
  queue({
    ...{ userId: MANAGER, route: 'endAccess', shown, record: `access:${ROBIN}` },
    input: { params: { id: String(ROBIN) }, body: { unit: HOME, access_since, sign_in_ends: true } },
  });

test('an access that is ended without a connection is an unsent step at once, and ends once', async () => {
  const { kept, people, tenants, access_since } = await opened();
  const before = await recordings();
  net.offline = true;
  await end(access_since);
  const waiting = await phone.waiting();
  const move = moveWithUnsent(await kept(), waiting, tenants);
  expect(move.living_there).toBe(1);
  expect([...unsentSteps(waiting, move, ROBIN, tenants)]).toEqual([['access', { needsAttention: false }]]);
  expect([...unsentSteps(waiting, move, NOOR, tenants.slice(1))]).toEqual([]);
  net.offline = false;
  net.fail(/access/, 'answer lost', 'delivered twice');
  for (let attempt = 0; attempt < 4; attempt += 1) await phone.send();
  expect(await phone.waiting()).toEqual([]);
  expect(await onServer()).toMatchObject({ unit: null, is_current_user: false });
  // Of an end of both there are two entries: the home, and the account.
  expect((await recordings()) - before).toBe(2);
  // Known on this device, also where nothing is read again.
  expect((await kept()).living_there).toBe(1);
  expect((await people()).find(({ id }) => id === ROBIN)).toMatchObject({
    ...{ unit: null, property_name: null, is_current_user: false },
    access_since: (await onServer()).access_since,
  });
});

test('an access that somebody else ended and opened again meanwhile stays open until it is decided', async () => {
  const { kept, tenants, access_since } = await opened();
  net.offline = true;
  const { id } = await end(access_since);
  await edit({ unit: null });
  await edit({ unit: HOME });
  net.offline = false;
  await phone.send();
  const [waiting] = await phone.waiting();
  const stands = (await onServer()).access_since ?? null;
  expect(waiting?.refusal?.failure).toMatchObject({
    code: 'access_changed',
    detail: { unit: HOME, access_since: stands },
  });
  const move = moveWithUnsent(await kept(), [waiting!], tenants);
  expect(move.living_there).toBe(2);
  expect([...unsentSteps([waiting!], move, ROBIN, tenants)]).toEqual([['access', { needsAttention: true }]]);
  expect(await onServer()).toMatchObject({ unit: HOME, is_current_user: true });

  const body = { unit: HOME, access_since: stands, sign_in_ends: false };
  await revise(id, { body, photos: [], shown });
  await phone.send();
  expect(await phone.waiting()).toEqual([]);
  expect(await onServer()).toMatchObject({ unit: null, is_current_user: true });
});
