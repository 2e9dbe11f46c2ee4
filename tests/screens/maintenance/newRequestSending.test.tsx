import { setTimeout as pause } from 'node:timers/promises';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { card, cards, modalClosed, openApp, view } from '../../support/screens/app.tsx';
import { noRequests, onServer } from '../../support/server/requests.ts';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';
import { issue, submit } from '../../support/screens/maintenance/newRequest.ts';

beforeEach(() => noRequests(server));

test('a request that the server refuses says so and stays in the list, to be mended', async () => {
  const app = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  app.network.fail(/POST \/maintenance/, { status: 400, message: 'Please describe the issue.' });
  await app.user.type(await issue(), 'Drip.');
  await submit(app);
  await screen.findByText(/^Failed to submit request\. It needs your attention below/);
  (await card('Drip.')).getByText('Needs attention');
  await app.user.click((await card('Drip.')).getByRole('button', { name: 'View / Edit' }));
  const conflict = within(screen.getByRole('dialog'));
  conflict.getByText('Please describe the issue.');
  // One of each: what the refusal offers is not offered again below.
  expect(conflict.getAllByText('Needs attention')).toHaveLength(1);
  expect(conflict.queryByRole('button', { name: 'Delete Request' })).toBeNull();
  await app.user.click(conflict.getByRole('button', { name: 'Edit' }));
  await app.user.type(await issue(), ' The sink drips.');
  await app.user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Maintenance request submitted successfully.');
  await waitFor(async () =>
    expect(await onServer(server)).toMatchObject([{ information: 'Drip. The sink drips.' }]),
  );
  await waitFor(() => expect(screen.queryByText('Needs attention')).toBeNull());
  // A refresh that comes between the server's commit and its answer shows the request beside its item for that moment.
  await waitFor(() => expect(cards()).toEqual(['Drip. The sink drips.']));
});

test('someone who opened another screen while a request was being sent stays there', async () => {
  const app = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  let arrived: () => void = () => undefined;
  app.network.before = ({ method }) =>
    method === 'POST' ? new Promise((resolve) => (arrived = resolve)) : undefined;
  await app.user.type(await issue(), 'The sink drips.');
  await submit(app);
  await waitFor(() => expect(app.network.sent()).toHaveLength(1));
  await app.user.keyboard('{Escape}');
  await app.user.click(await screen.findByRole('link', { name: /unsent/ }));
  await screen.findByRole('heading', { name: 'Unsent' });
  arrived();
  await screen.findByText('Everything is sent.');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(app.path()).toBe('/outbox');
});

test('the notice of a request that waits for a connection follows it until it is sent', async () => {
  const app = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  app.network.offline = true;
  await app.user.type(await issue(), 'The sink drips.');
  await submit(app);
  await screen.findByText('Saved on this device. It will be sent when you are back online.');
  app.reconnect();
  await screen.findByText('Maintenance request submitted successfully.');
  expect(screen.queryByText(/^Saved on this device/)).toBeNull();
});

test('a notice leaves with the request that it is about', async () => {
  const app = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  app.network.offline = true;
  await app.user.type(await issue(), 'The sink drips.');
  await submit(app);
  await screen.findByText(/^Saved on this device/);
  const { withDatabase } = await import('../../../src/offline/engine/database.ts');
  await withDatabase((db) => db.outbox.clear());
  await waitFor(() => expect(screen.queryByText(/^Saved on this device/)).toBeNull());
  expect(screen.queryByText('Maintenance request submitted successfully.')).toBeNull();
});

test('a request of an ended session is said to wait for the sign-in', async () => {
  const app = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  await app.user.type(await issue(), 'The sink drips.');
  await server.database.sql`delete from sessions`;
  await submit(app);
  await screen.findByText('Saved on this device. It will be sent once you have signed in.');
});

test('a change over the quota is said to be sent later, and not of a busy server', async () => {
  const app = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  app.network.fail(/POST \/maintenance/, { status: 429, message: 'Too many changes.', retryAfter: 1800 });
  await app.user.type(await issue(), 'The sink drips.');
  await submit(app);
  await screen.findByText(
    /^Saved on this device\. You have sent many changes, so the server takes this one at .*\d:\d\d [AP]M\.$/,
  );
});

test('a busy server is called busy, and meanwhile the form says that it may be closed', async () => {
  const app = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  app.network.fail(/POST \/maintenance/, { status: 503, message: 'Busy.', retryAfter: 60 });
  await app.user.type(await issue(), 'The sink drips.');
  await submit(app);
  await screen.findByText('Still sending. You can close this: nothing you wrote is lost.');
  await screen.findByText('Saved on this device. The server is busy, so it will be sent in a moment.');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a request whose answer was lost is one card while it waits to be sent again, and deleting it leaves none', async () => {
  const first = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  first.network.fail(/POST \/maintenance/, 'answer lost');
  await first.user.type(await issue(), 'The sink drips.');
  await submit(first);
  await waitFor(async () => expect(await onServer(server)).toHaveLength(1));
  await modalClosed();
  await sendNotBefore(Date.now() + 60_000);
  first.close();

  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await card('The sink drips.');
  await waitFor(async () => expect(await cachedRequests()).toHaveLength(1));
  await pause(300);
  expect(cards()).toHaveLength(1);
  screen.getByText('Unsent');

  await app.user.click((await view(app, 'The sink drips.')).getByRole('button', { name: 'Delete Request' }));
  await app.user.click(screen.getByRole('button', { name: 'Cancel Request' }));
  await sendNotBefore(0);
  app.reconnect();
  await waitFor(async () => expect(await onServer(server)).toEqual([]));
  await waitFor(() => expect(cards()).toEqual([]));
});

async function cachedRequests(): Promise<unknown> {
  const { readCached } = await import('../../../src/offline/engine/reads/cachedReads.ts');
  return (await readCached(2, 'listMaintenance', {}))?.answer;
}

async function sendNotBefore(notBefore: number): Promise<void> {
  const { withDatabase } = await import('../../../src/offline/engine/database.ts');
  await withDatabase((db) => db.outbox.toCollection().modify({ notBefore, patient: true }));
}
