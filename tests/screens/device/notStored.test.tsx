import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { card, cards, everythingSent, openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { noRequests, reported } from '../../support/server/requests.ts';
import { server } from '../../support/server/world.ts';
import { everythingRead } from '../../support/offline/readTables.ts';

beforeEach(() => noRequests(server));

/** Someone who did not choose “Keep me signed in”. */
const open = (at: string, as = 'resident') => openApp(server, { at, as, keep: false });

async function storedReads(): Promise<number> {
  const { withDatabase } = await import('../../../src/offline/engine/database.ts');
  return (await withDatabase(everythingRead)).length;
}

test('who does not stay signed in reports a problem and sees it as one card all the time, and nothing is stored to read', async () => {
  await reported(server, 'resident', 'The lamp is out.');
  const app = await open('/maintenance?new=1');
  await card('The lamp is out.');
  await app.user.type(await screen.findByLabelText('Issue'), 'The sink drips.');
  app.network.offline = true;
  await app.user.click(screen.getByRole('button', { name: 'Submit Request' }));
  await card('The sink drips.');
  await screen.findByText('Unsent');
  expect(cards()).toHaveLength(2);

  // The list of the server does not come: the card must not wait for it.
  app.network.failAll(/^GET \/maintenance/, 'hangs before');
  app.reconnect();
  const counts = new Set<number>();
  const watching = setInterval(() => counts.add(cards().length), 1);
  await everythingSent();
  await waitFor(() => expect(screen.queryByText('Unsent')).toBeNull());
  clearInterval(watching);
  expect([...counts]).toEqual([2]);
  await card('The sink drips.');
  expect(await storedReads()).toBe(0);
});

test('without a connection a screen that was open before still shows its list, with the time', async () => {
  await reported(server, 'resident', 'The lamp is out.');
  const app = await open('/maintenance');
  await card('The lamp is out.');
  await app.user.click(screen.getByRole('link', { name: 'Announcements' }));
  await screen.findByRole('heading', { name: 'Community Board' });
  app.network.offline = true;
  await app.user.click(screen.getByRole('link', { name: 'Maintenance' }));
  await card('The lamp is out.');
  await screen.findByText(/^Offline – saved \d{1,2}:\d\d [AP]M$/);
});

test.each([
  ['/device', 'resident'],
  ['/admin/utilities', 'manager'],
])('%s says why nothing is ready for offline, and offers no update', async (at, as) => {
  await open(at, as);
  await screen.findByRole('heading', { name: 'Not ready for offline' });
  await screen.findByText(
    /^You signed in without “Keep me signed in on this device”, so nothing is stored here to read\./,
  );
  expect(screen.queryByRole('button', { name: /^(Update|Get all)/ })).toBeNull();
});

test('a screen that was not open before says without a connection why there is nothing to read', async () => {
  const app = await open('/maintenance');
  await screen.findByText('No maintenance requests yet.');
  app.network.offline = true;
  await app.user.click(screen.getByRole('link', { name: 'Announcements' }));
  const reason = await screen.findByText(/^You signed in without “Keep me signed in on this device”/);
  expect(reason.closest('[role=alert]')).toHaveTextContent('There is no connection to Porchlight.');
});
