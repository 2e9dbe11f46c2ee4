import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { card, edit, modalClosed, openApp, view, type App } from '../../support/screens/app.tsx';
import { noRequests, onServer, photoFile, reported } from '../../support/server/requests.ts';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

beforeEach(() => noRequests(server));

async function reportOffline(app: App, words: string, ...photos: File[]): Promise<void> {
  app.network.offline = true;
  await app.user.click(await screen.findByRole('button', { name: '+ New Request' }));
  await app.user.type(await screen.findByLabelText('Issue'), words);
  if (photos.length > 0) await app.user.upload(screen.getByLabelText('Choose photos'), photos);
  await app.user.click(await screen.findByRole('button', { name: 'Submit Request' }));
  await screen.findByText('Saved on this device. It will be sent when you are back online.');
}

async function openOutbox(app: App): Promise<void> {
  await app.user.click(screen.getByRole('link', { name: /unsent/ }));
  await screen.findByRole('heading', { name: 'Unsent' });
}

test('an empty outbox says that everything is sent', async () => {
  await openApp(server, { at: '/outbox', as: 'resident' });
  await screen.findByText('Everything is sent.');
  screen.getByText('Nothing on this device is waiting.');
});

test('an unsent request is listed with its text, its photos and the reason why it waits', async () => {
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await reportOffline(
    app,
    'The sink drips.',
    await photoFile('a.jpg', 'red'),
    await photoFile('b.jpg', 'green'),
  );
  await openOutbox(app);
  const item = await card('The sink drips.');
  item.getByRole('heading', { name: 'New maintenance request' });
  item.getByText('Unsent');
  item.getByText(/^Written .*, with 2 photos/);
  // Several occasions to send come together when the connection is back; the server is busy at each of them.
  const busy = { status: 503, message: 'The server is busy.' };
  app.network.fail(/POST \/maintenance/, ...Array.from({ length: 20 }, () => busy));
  app.reconnect();
  await item.findByText('The server is busy.');
  await item.findByText('Unsent');
});

test('each kind of change is listed with its kind and unit', async () => {
  await reported(server, 'resident', 'The sink drips.');
  await reported(server, 'resident', 'The door squeaks.');
  await reported(server, 'resident', 'The lamp is out.');
  const app = await openApp(server, { at: '/admin/maintenance', as: 'manager' });
  await card('The sink drips.');
  app.network.offline = true;
  await edit(app, 'The sink drips.', 'The sink pours.');
  await card('The sink pours.');
  await app.user.click((await view(app, 'The door squeaks.')).getByRole('button', { name: 'Mark Complete' }));
  await modalClosed();
  await app.user.click((await view(app, 'The lamp is out.')).getByRole('button', { name: 'Delete Request' }));
  await app.user.click(screen.getByRole('button', { name: 'Cancel Request' }));
  await screen.findByText('3 unsent');
  await openOutbox(app);
  (await card('The sink pours.')).getByRole('heading', {
    name: 'Change of a maintenance request for Unit 101, Maple Court',
  });
  (await card('The door squeaks.')).getByRole('heading', {
    name: 'Maintenance request marked complete for Unit 101, Maple Court',
  });
  (await card('The lamp is out.')).getByRole('heading', {
    name: 'Cancelling of a maintenance request for Unit 101, Maple Court',
  });
});

test('a change that is being sent says so', async () => {
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await reportOffline(app, 'The sink drips.');
  await openOutbox(app);
  let arrived: (() => void) | undefined;
  app.network.before = ({ method, path }) =>
    method === 'POST' && path === '/maintenance' ? new Promise((resolve) => (arrived = resolve)) : undefined;
  app.reconnect();
  await (await card('The sink drips.')).findByText('Sending');
  await waitFor(() => expect(arrived).toBeDefined());
  arrived?.();
  await screen.findByText('Everything is sent.');
});

test('a change that waits for a sign-in says so', async () => {
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await reportOffline(app, 'The sink drips.');
  await server.database.sql`delete from sessions`;
  await openOutbox(app);
  app.reconnect();
  await (await card('The sink drips.')).findByText('Waiting for you to sign in');
  await screen.findByText(/^Your session has ended\./);
});

test('a change that may have arrived waits with its edit behind it, and is made once', async () => {
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await screen.findByText('No maintenance requests yet.');
  app.network.fail(/POST \/maintenance/, 'line lost');
  await app.user.click(screen.getByRole('button', { name: '+ New Request' }));
  await app.user.type(await screen.findByLabelText('Issue'), 'The sink drips.');
  await app.user.click(screen.getByRole('button', { name: 'Submit Request' }));
  await screen.findByText('Saved on this device. It will be sent when you are back online.');
  await edit(app, 'The sink drips.', 'The sink pours.');
  await card('The sink pours.');
  await openOutbox(app);
  (await card('The sink pours.')).getByText('Waiting for an earlier change');
  (await card('The sink drips.')).getByText(/tried once$/);
  app.reconnect();
  await screen.findByText('Everything is sent.');
  expect(await onServer(server)).toMatchObject([{ information: 'The sink pours.' }]);
});

test('a change that the server refused shows the reason, and can be tried again', async () => {
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await reportOffline(app, 'The sink drips.');
  await openOutbox(app);
  app.network.fail(/POST \/maintenance/, { status: 403, message: 'Your account is not active.' });
  app.reconnect();
  const item = await card('The sink drips.');
  await item.findByText('Needs attention');
  item.getByText('Your account is not active.');
  item.getByRole('link', { name: 'Look and decide' });
  await screen.findByText('1 needs attention');
  await app.user.click(item.getByRole('button', { name: 'Try now' }));
  await screen.findByText('Everything is sent.');
  expect(await onServer(server)).toHaveLength(1);
});

test('Edit opens the form of the change', async () => {
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await reportOffline(app, 'The sink drips.');
  await openOutbox(app);
  await app.user.click((await card('The sink drips.')).getByRole('link', { name: 'Edit' }));
  expect(await screen.findByLabelText('Issue')).toHaveValue('The sink drips.');
  screen.getByRole('dialog', { name: 'Edit Request' });
});

test('discarding a change asks for confirmation first', async () => {
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await reportOffline(app, 'The sink drips.');
  await openOutbox(app);
  const item = await card('The sink drips.');
  await app.user.click(item.getByRole('button', { name: 'Discard' }));
  const question = within(screen.getByRole('alertdialog'));
  question.getByText('Discard this? What you wrote is then gone from this device.');
  await app.user.click(question.getByRole('button', { name: 'Keep' }));
  await app.user.click(screen.getByRole('link', { name: 'Maintenance' }));
  (await card('The sink drips.')).getByText('Unsent');
  await openOutbox(app);
  await app.user.click((await card('The sink drips.')).getByRole('button', { name: 'Discard' }));
  await app.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Discard' }));
  await screen.findByText('Everything is sent.');
  app.reconnect();
  await waitFor(() => expect(screen.queryByText(/^Offline/)).toBeNull());
  expect(await onServer(server)).toEqual([]);
});

test('a photo that a proxy refuses says so with what can be done, and the app stays online', async () => {
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  app.network.failAll(/\/parts/, { page: 413 });
  await app.user.click(await screen.findByRole('button', { name: '+ New Request' }));
  await app.user.type(await screen.findByLabelText('Issue'), 'The sink drips.');
  await app.user.upload(screen.getByLabelText('Choose photos'), [await photoFile('a.jpg', 'red')]);
  await app.user.click(await screen.findByRole('button', { name: 'Submit Request' }));
  const reason =
    'Something between this device and Porchlight refuses this photo. It may go through on another network, or without the photo.';
  await screen.findByText('Maintenance request submitted successfully.');
  await (await view(app, 'The sink drips.')).findByText(reason);
  expect(screen.queryByText(/offline/i)).toBeNull();
  await app.user.keyboard('{Escape}');
  await modalClosed();
  await openOutbox(app);
  const item = await card('The sink drips.');
  item.getByText(reason);
  item.getByText('Unsent');
  item.getByRole('button', { name: 'Try now' });
  item.getByRole('link', { name: 'Edit' });
});
