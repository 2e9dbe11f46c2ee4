import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect } from 'vitest';
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
import { everythingRead } from '../../support/offline/readTables.ts';

beforeEach(newNetwork);

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

test('signing out offline ends the session on this device at once, and on the server at the next start', async () => {
  const tab = await openTab();
  await tab.signIn(asResident(true));
  net.offline = true;
  await tab.signOut({ discardUnsent: false });
  await here('out');
  tab.close();
  net.reset();
  expect(await server.database.sql`select 1 from sessions`).toHaveLength(1);
  await openTab();
  await here('out');
  await waitFor(async () => expect(await server.database.sql`select 1 from sessions`).toEqual([]));
});

test('a sign-out without a connection is final, also where a killed browser forgot that the mark was removed', async () => {
  const tab = await openTab();
  await tab.signIn(asResident(true));
  net.offline = true;
  await tab.signOut({ discardUnsent: false });
  tab.close();
  document.cookie = 'porchlight.kept=yes; Path=/';
  localStorage.setItem('porchlight.kept', 'yes');
  net.reset();
  await openTab();
  await here('out');
  await waitFor(async () => expect(await server.database.sql`select 1 from sessions`).toEqual([]));
  expect(net.requests.map(({ path }) => path)).not.toContain('/users/refresh');
  expect(document.cookie).not.toContain('porchlight.kept');
});

test('signing out keeps or discards unsent changes, as the user chose', async () => {
  const tab = await openTab();
  const user = await tab.signIn(asResident(true));
  const { queue } = await import('../../../src/offline/engine/outbox/outbox.ts');
  const { itemsOf } = await import('../../../src/offline/engine/outbox/unsentItems.ts');
  await queue({ userId: user.id, route: 'createMaintenance', input: { body: { information: 'One.' } } });
  await tab.signOut({ discardUnsent: false });
  expect(await itemsOf(user.id)).toHaveLength(1);
  await tab.signIn(asResident(true));
  await tab.signOut({ discardUnsent: true });
  expect(await itemsOf(user.id)).toEqual([]);
});

test('a user who signs in sees no cached data of the previous user, whose unsent changes are kept', async () => {
  const tab = await openTab();
  const { id: robin } = await tab.signIn(asResident(true));
  const { database } = await import('../../../src/offline/engine/database.ts');
  const { saveDraft } = await import('../../../src/offline/engine/draftWrites.ts');
  const { fetchAndCache } = await import('../../../src/offline/engine/reads/refreshCached.ts');
  const { queue } = await import('../../../src/offline/engine/outbox/outbox.ts');
  await fetchAndCache(robin, 'listMaintenance', {}, (send) => tab.withToken(robin, send));
  const answered = { route: 'submitAnnouncement', answer: { message: 'Done.' }, at: new Date() } as const;
  await database.sent.bulkPut([
    { id: 'a', userId: robin, ...answered },
    { id: 'b', userId: NOOR, ...answered },
  ]);
  await queue({ userId: robin, route: 'createMaintenance', input: { body: { information: 'One.' } } });
  await saveDraft(robin, 'new-request', { information: 'Two' });
  // Without a sign-out: the server ended it.
  await server.database.sql`delete from sessions`;

  const { id: noor } = await tab.signIn({ ...asResident(true), username: 'neighbour' });
  expect(await everythingRead(database)).toEqual([]);
  expect(await database.sent.toArray()).toMatchObject([{ id: 'b', userId: NOOR }]);
  expect(await database.outbox.toArray()).toMatchObject([{ userId: robin }]);
  expect(await database.drafts.toArray()).toMatchObject([{ userId: robin }]);
  await fetchAndCache(noor, 'listMaintenance', {}, (send) => tab.withToken(noor, send));
  await tab.signIn({ ...asResident(true), username: 'neighbour' });
  expect(await everythingRead(database)).toMatchObject([{ userId: noor }, { userId: noor }]);
  await tab.signIn({ ...asResident(false), username: 'neighbour' });
  expect(await everythingRead(database)).toEqual([]);
  expect(await database.sent.toArray()).toEqual([]);
});

test('signing out in one tab signs out the other', async () => {
  const other = await openTab();
  await other.signIn(asResident(true));
  const channel = new BroadcastChannel('porchlight-session');
  closing.push(() => channel.close());
  const next = { status: 'out' };
  channel.postMessage({ signedOut: NOOR, next });
  channel.postMessage({ signedOut: ROBIN, next });
  await here('out');
  expect(sessionStorage).toHaveLength(0);
});

test('a failed sign-in changes no stored data', async () => {
  const tab = await openTab();
  await tab.signIn(asResident(true));
  await expect(tab.signIn({ username: 'neighbour', password: 'wrong' })).rejects.toThrow(
    'Invalid username or password.',
  );
  await here('in, resident, with a token');
});
