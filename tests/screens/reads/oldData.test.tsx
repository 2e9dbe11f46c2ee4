import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { card, openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { noRequests, reported } from '../../support/server/requests.ts';
import { server } from '../../support/server/world.ts';
import { everythingRead } from '../../support/offline/readTables.ts';

const NOOR = 3;

beforeEach(async () => {
  await noRequests(server);
  await server.database.sql`update users set is_current_user = true where id = ${NOOR}`;
});

/** Opens the list of requests, so that this device has cached it, and closes the app. */
async function cacheRequests(as: string): Promise<void> {
  await reported(server, as, 'The sink drips.');
  const app = await openApp(server, { at: '/maintenance', as });
  await card('The sink drips.');
  app.close();
}

async function cachedAnswers() {
  const { withDatabase } = await import('../../../src/offline/engine/database.ts');
  return withDatabase(everythingRead);
}

test('data that the server failed to refresh says how old it is and why, until it is refreshed', async () => {
  await cacheRequests('resident');
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  const failing = { status: 500 };
  app.network.failAll(/^GET \/(maintenance|changes\/rows)/, failing);
  await screen.findByText(/^As of \d{1,2}:\d\d [AP]M: the server had a problem$/);
  await card('The sink drips.');
  app.network.reset();
  // The next visit of the screen.
  await app.user.click(screen.getByRole('link', { name: 'Announcements' }));
  await screen.findByRole('heading', { name: 'Community Board' });
  await app.user.click(screen.getByRole('link', { name: 'Maintenance' }));
  await card('The sink drips.');
  await waitFor(() => expect(screen.queryByText(/^As of/)).toBeNull());
});

test('data that was not fetched today says so with its date', async () => {
  await cacheRequests('resident');
  const { withDatabase } = await import('../../../src/offline/engine/database.ts');
  await withDatabase((db) => db.readParts.toCollection().modify({ asOf: new Date('2026-03-01T10:42') }));
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  app.network.always = { status: 503 };
  await screen.findByText('As of Mar 1, 2026, 10:42 AM: the server had a problem');
});

test('after the session ended, cached data says how old it is and that a sign-in refreshes it', async () => {
  await reported(server, 'resident', 'The sink drips.');
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await card('The sink drips.');
  await server.database.sql`delete from sessions`;
  await app.user.click(screen.getByRole('link', { name: 'Announcements' }));
  await screen.findByText(/^Your session has ended\./);
  await app.user.click(screen.getByRole('link', { name: 'Maintenance' }));
  await screen.findByText(/^As of \d{1,2}:\d\d [AP]M: sign in to refresh$/);
  await card('The sink drips.');
  await app.user.click(screen.getByRole('link', { name: 'Sign in' }));
  await app.user.type(await screen.findByLabelText('Username'), 'resident');
  await app.user.type(screen.getByLabelText('Password'), 'porchlight');
  await app.user.click(screen.getByRole('button', { name: 'Login' }));
  await card('The sink drips.');
  await waitFor(() => expect(screen.queryByText(/^As of/)).toBeNull());
});

test('a deactivated user’s device deletes what it cached and says so, and keeps what is unsent', async () => {
  await cacheRequests('neighbour');
  const app = await openApp(server, { at: '/maintenance', as: 'neighbour' });
  await card('The sink drips.');
  const { queue } = await import('../../../src/offline/engine/outbox/outbox.ts');
  const { itemsOf } = await import('../../../src/offline/engine/outbox/unsentItems.ts');
  const { readDraft } = await import('../../../src/offline/engine/drafts.ts');
  const { saveDraft } = await import('../../../src/offline/engine/draftWrites.ts');
  await queue({ userId: NOOR, route: 'createMaintenance', input: { body: { information: 'One.' } } });
  await saveDraft(NOOR, 'new-request', { information: 'Two' });
  await server.database.sql`update users set is_current_user = false where id = ${NOOR}`;
  // The next word from the server.
  window.dispatchEvent(new Event('online'));
  await screen.findByText(/^This account is not active any more/);
  expect(app.path()).toBe('/');
  expect(screen.queryByText('The sink drips.')).toBeNull();
  expect(await cachedAnswers()).toEqual([]);
  expect(await itemsOf(NOOR)).toMatchObject([{ input: { body: { information: 'One.' } } }]);
  expect(await readDraft(NOOR, 'new-request')).toMatchObject({ value: { information: 'Two' } });
  app.close();
  await openApp(server, { at: '/maintenance' });
  await screen.findByRole('link', { name: 'Register Now' });
});
