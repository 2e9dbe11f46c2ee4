import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';
import {
  net,
  closing,
  openTab,
  here,
  asResident,
  ROBIN,
  NOOR,
  newNetwork,
} from '../../support/screens/shell/session.tsx';
import { everythingRead, storeRead } from '../../support/offline/readTables.ts';

beforeEach(newNetwork);

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

test('on a first visit nobody is signed in', async () => {
  await openTab();
  await here('out');
  expect(net.requests).toEqual([]);
});

test('a page that is loaded again is still signed in, without asking the server', async () => {
  const tab = await openTab();
  await tab.signIn(asResident(false));
  tab.close();
  const asked = net.requests.length;
  await openTab();
  await here('in, resident, with a token');
  expect(net.requests).toHaveLength(asked);
});

test.each(['{not JSON', '{}', 'null', '{"token":"t","user":{"id":2}}'])(
  'a stored session that says %s is nobody’s',
  async (stored) => {
    vi.stubEnv('VITE_CONTRACT_HASH', 'of a later version');
    sessionStorage.setItem('porchlight.session', stored);
    await openTab();
    await here('out');
    expect(sessionStorage).toHaveLength(0);
  },
);

test('a page that is loaded again after an update is still signed in', async () => {
  const tab = await openTab();
  await tab.signIn(asResident(false));
  tab.close();
  vi.stubEnv('VITE_CONTRACT_HASH', 'of a later version');
  await openTab();
  await here('in, resident, with a token');
  expect(JSON.parse(sessionStorage.getItem('porchlight.session') ?? '')).toMatchObject({
    contract: 'of a later version',
  });
});

test('with “Keep me signed in” the app opens offline, and renews the session when there is a connection', async () => {
  const tab = await openTab();
  await tab.signIn(asResident(true));
  tab.close();
  sessionStorage.clear();
  net.offline = true;
  const again = await openTab();
  await here('in, resident');
  await expect(again.tokenFor(ROBIN)).rejects.toThrow('There is no connection to Porchlight.');
  net.reset();
  expect(await again.tokenFor(ROBIN)).toBeTypeOf('string');
  await here('in, resident, with a token');
});

test('without “Keep me signed in” a closed app forgets the user', async () => {
  const tab = await openTab();
  await tab.signIn(asResident(false));
  tab.close();
  sessionStorage.clear();
  await openTab();
  await here('out');
});

test('what an earlier version stored of a session that was not kept cannot be read at the next start, and what is unsent waits', async () => {
  const tab = await openTab();
  const { id: robin } = await tab.signIn(asResident(false));
  const { database } = await import('../../../src/offline/engine/database.ts');
  const { queue } = await import('../../../src/offline/engine/outbox/outbox.ts');
  await storeRead(database, { userId: robin, key: 'listMyTransactions', answer: [] });
  await database.sent.put({
    id: 'a',
    userId: robin,
    route: 'submitAnnouncement',
    answer: { message: 'Done.' },
    at: new Date(),
  } as never);
  await queue({ userId: robin, route: 'createMaintenance', input: { body: { information: 'One.' } } });
  tab.close();
  const deleted = vi.fn(() => Promise.resolve(true));
  vi.stubGlobal('caches', { delete: deleted });

  // The same tab is loaded again.
  (await openTab()).close();
  expect(await everythingRead(database)).toHaveLength(2);

  sessionStorage.clear();
  await openTab();
  await here('out');
  await waitFor(() => expect(deleted).toHaveBeenCalledWith('porchlight-photos'));
  expect(await everythingRead(database)).toEqual([]);
  expect(await database.sent.toArray()).toEqual([]);
  expect(await database.outbox.toArray()).toMatchObject([{ userId: robin }]);
});

test('a token is given only for the user it belongs to', async () => {
  const tab = await openTab();
  await tab.signIn(asResident(true));
  expect(await tab.tokenFor(NOOR)).toBeUndefined();
  expect(await tab.tokenFor(ROBIN)).toBeTypeOf('string');
  await tab.signOut({ discardUnsent: false });
  expect(await tab.tokenFor(ROBIN)).toBeUndefined();
});

test('a session that the server ended is reported, and no calls are made until the user signs in again', async () => {
  const tab = await openTab();
  await tab.signIn(asResident(true));
  const token = await tab.tokenFor(ROBIN);
  await server.database.sql`delete from sessions`;
  expect(await tab.tokenFor(ROBIN, token)).toBeUndefined();
  await here('in, resident, ended');
  const asked = net.requests.length;
  expect(await tab.tokenFor(ROBIN)).toBeUndefined();
  expect(net.requests).toHaveLength(asked);
  await tab.signIn(asResident(true));
  await here('in, resident, with a token');
});

test('an expired token is renewed once for all waiting calls, which are then repeated', async () => {
  const tab = await openTab();
  await tab.signIn(asResident(true));
  const { call } = await import('../../../src/api/call.ts');
  const { routes } = await import('../../../contract/routes.ts');
  net.fail(/^GET \/maintenance/, { status: 401 }, { status: 401 }, { status: 401 });
  const read = () => tab.withToken(ROBIN, (token) => call(routes.listMaintenance, {}, { token }));
  expect(await Promise.all([read(), read(), read()])).toEqual([[], [], []]);
  expect(net.requests.filter(({ path }) => path === '/users/refresh')).toHaveLength(1);
});

const changePassword = (cookie: string, token: string, current_password: string, new_password: string) =>
  server.call('PUT', `/users/${ROBIN}/password`, {
    as: token,
    body: { current_password, new_password },
    headers: { cookie },
  });

describe('a password changed in one tab', () => {
  const original = 'porchlight';
  let stored: string;
  test.beforeAll(async () => {
    const [robin] = await server.database.sql<{ password_hash: string }>`
      select password_hash from users where id = ${ROBIN}`;
    stored = robin!.password_hash;
  });
  afterEach(() => server.database.sql`update users set password_hash = ${stored} where id = ${ROBIN}`);

  test.each([true, false])(
    'keeps the other tab signed in by the new token, kept signed in: %s',
    async (keep) => {
      const other = await openTab();
      await other.signIn(asResident(keep));
      const before = (await other.tokenFor(ROBIN)) ?? '';
      const answer = await changePassword('', before, original, 'a lamp at dusk');
      const { token } = answer.json<{ token: string }>();
      const channel = new BroadcastChannel('porchlight-session');
      closing.push(() => channel.close());
      channel.postMessage({ renewed: NOOR, token: 'not theirs' });
      channel.postMessage({ renewed: ROBIN, token });
      await waitFor(async () => expect(await other.tokenFor(ROBIN)).toBe(token));
      await here('in, resident, with a token');
      expect(await other.withToken(ROBIN, (as) => Promise.resolve(as))).toBe(token);
    },
  );

  test('tells the other tabs its token', async () => {
    const tab = await openTab();
    await tab.signIn(asResident(true));
    const channel = new BroadcastChannel('porchlight-session');
    closing.push(() => channel.close());
    const told = new Promise((resolve) => (channel.onmessage = ({ data }) => resolve(data)));
    tab.adoptToken(NOOR, 'not theirs');
    tab.adoptToken(ROBIN, 'new');
    expect(await told).toEqual({ renewed: ROBIN, token: 'new' });
    expect(await tab.tokenFor(ROBIN)).toBe('new');
  });

  test('renews by its new cookie a tab that was told nothing, such as a suspended one', async () => {
    const tab = await openTab();
    await tab.signIn(asResident(true));
    const before = (await tab.tokenFor(ROBIN)) ?? '';
    const [name, value] = [...net.cookies][0]!;
    const answer = await changePassword(`${name}=${value}`, before, original, 'a lamp at dusk');
    const [cookie] = answer.cookies as { name: string; value: string }[];
    net.cookies.set(cookie!.name, cookie!.value);
    const renewed = await tab.tokenFor(ROBIN, before);
    await here('in, resident, with a token');
    expect((await server.call('GET', '/sessions', { as: renewed ?? '' })).statusCode).toBe(200);
  });

  test('is not undone by a renewal that began before and ends after', async () => {
    const tab = await openTab();
    await tab.signIn(asResident(false));
    const before = (await tab.tokenFor(ROBIN)) ?? '';
    let adopted = false;
    net.after = ({ path }) => {
      if (path !== '/users/refresh' || adopted) return;
      adopted = true;
      tab.adoptToken(ROBIN, 'new');
    };
    expect(await tab.tokenFor(ROBIN, before)).toBe('new');
    expect(await tab.tokenFor(ROBIN)).toBe('new');
  });
});
