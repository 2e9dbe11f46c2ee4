import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import {
  card,
  cards,
  edit,
  everythingSent,
  modalClosed,
  openApp,
  view,
  type App,
} from '../../support/screens/app.tsx';
import { noRequests, onServer, photoFile, reported } from '../../support/server/requests.ts';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

beforeEach(() => noRequests(server));

const SAVED = 'Saved on this device. It will be sent when you are back online.';

async function report(app: App, words: string, ...photos: File[]): Promise<void> {
  await app.user.click(await screen.findByRole('button', { name: '+ New Request' }));
  await app.user.type(await screen.findByLabelText('Issue'), words);
  if (photos.length > 0) await app.user.upload(screen.getByLabelText('Choose photos'), photos);
  await app.user.click(await screen.findByRole('button', { name: 'Submit Request' }));
  // The words may still be those of the report before, and its form be just closing.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByText(SAVED);
  await card(words);
}

test('a request written offline is kept, shown as waiting, and reaches the server later', async () => {
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await screen.findByText('No maintenance requests yet.');
  app.network.offline = true;
  await report(app, 'The hallway lamp flickers.', await photoFile('lamp.jpg'));
  const waiting = await card('The hallway lamp flickers.');
  await waiting.findByText('Unsent');
  waiting.getByText('Pending');
  await waiting.findByText('On this device');

  app.network.offline = false;
  await app.user.click(screen.getByRole('link', { name: /unsent/ }));
  await app.user.click(await screen.findByRole('button', { name: 'Try now' }));
  await screen.findByText('Everything is sent.');
  const [request] = await onServer(server);
  expect(request).toMatchObject({ information: 'The hallway lamp flickers.', unit_number: '101' });
  expect(request?.photos).toHaveLength(1);
});

test('unsent changes are still there when the app is reopened offline', async () => {
  await reported(server, 'resident', 'The sink drips.');
  const first = await openApp(server, { at: '/maintenance', as: 'resident' });
  await card('The sink drips.');
  first.network.offline = true;
  await report(first, 'The hallway lamp flickers.');
  const kept = sessionStorage.getItem('porchlight.session');
  first.close();

  const app = await openApp(server, { at: '/maintenance' });
  app.network.offline = true;
  expect(sessionStorage.getItem('porchlight.session')).toBe(kept);
  await (await card('The hallway lamp flickers.')).findByText('Unsent');
  await card('The sink drips.');
  await screen.findByText(/^Offline – saved \d{1,2}:\d\d [AP]M$/);
});

test('without a service worker what is unsent is sent from the dashboard, although nothing else was opened', async () => {
  const first = await openApp(server, { at: '/maintenance', as: 'resident' });
  first.network.offline = true;
  await report(first, 'The hallway lamp flickers.');
  first.close();

  const app = await openApp(server, { at: '/dashboard/resident', as: 'resident' });
  await screen.findByText('The hallway lamp flickers.');
  app.reconnect();
  await waitFor(async () =>
    expect(await onServer(server)).toMatchObject([{ information: 'The hallway lamp flickers.' }]),
  );
  await waitFor(() => expect(screen.queryByText('1 new request is unsent')).toBeNull());
  const { database } = await import('../../../src/offline/engine/database.ts');
  expect(await database.outbox.toArray()).toEqual([]);
});

test('an edit made offline is shown in the list until it is sent', async () => {
  await reported(server, 'resident', 'The sink drips.', { photos: ['red', 'green'] });
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  const detail = await view(app, 'The sink drips.');
  app.network.offline = true;
  await app.user.click(detail.getByRole('button', { name: 'Edit' }));
  await app.user.type(await screen.findByLabelText('Issue'), ' More and more.');
  await app.user.click(screen.getByRole('button', { name: 'Remove Photo 2 of 2' }));
  await app.user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(SAVED);
  const waiting = await card('The sink drips. More and more.');
  await waiting.findByText('Unsent');
  expect(waiting.getAllByRole('img')).toHaveLength(1);
  expect((await onServer(server))[0]?.information).toBe('The sink drips.');

  app.reconnect();
  await everythingSent();
  await card('The sink drips. More and more.');
  expect(await onServer(server)).toMatchObject([
    { information: 'The sink drips. More and more.', photos: [{ width: 64 }] },
  ]);
});

test('a deletion made offline is shown until it is sent, and can be withdrawn', async () => {
  await reported(server, 'resident', 'The sink drips.');
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  const detail = await view(app, 'The sink drips.');
  app.network.offline = true;
  await app.user.click(detail.getByRole('button', { name: 'Delete Request' }));
  await app.user.click(screen.getByRole('button', { name: 'Cancel Request' }));
  await screen.findByText(SAVED);
  await (await card('The sink drips.')).findByText('Cancelling. Unsent');
  const again = await view(app, 'The sink drips.');
  expect(again.getByRole('button', { name: 'Edit' })).toBeDisabled();
  expect(again.getByRole('button', { name: 'Delete Request' })).toBeDisabled();
  await app.user.keyboard('{Escape}');
  await modalClosed();

  await app.user.click(screen.getByRole('link', { name: /unsent/ }));
  await app.user.click(await screen.findByRole('button', { name: 'Discard' }));
  await app.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Discard' }));
  await screen.findByText('Everything is sent.');
  app.reconnect();
  expect(await onServer(server)).toHaveLength(1);
});

test('a completion made offline is shown at once and sent later', async () => {
  await reported(server, 'resident', 'The sink drips.');
  const app = await openApp(server, { at: '/admin/maintenance', as: 'manager' });
  const detail = await view(app, 'The sink drips.');
  app.network.offline = true;
  await app.user.click(detail.getByRole('button', { name: 'Mark Complete' }));
  await screen.findByText(SAVED);
  const waiting = await card('The sink drips.');
  await waiting.findByText('Unsent');
  waiting.getByText('Completed', { selector: 'span' });
  app.reconnect();
  await everythingSent();
  expect(await onServer(server)).toMatchObject([{ completed: true }]);
});

test('an unsent request can be edited, and arrives once, as it was last written', async () => {
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await screen.findByText('No maintenance requests yet.');
  app.network.offline = true;
  await report(app, 'The lamp flickers.', await photoFile('lamp.jpg'));
  await edit(app, 'The lamp flickers.', 'The hallway lamp is out.');
  await screen.findByText(SAVED);
  expect(cards()).toEqual(['The hallway lamp is out.']);
  await screen.findByText(/unsent$/);

  app.reconnect();
  await everythingSent();
  expect(await onServer(server)).toMatchObject([
    { information: 'The hallway lamp is out.', photos: [{ width: 64 }] },
  ]);
});

test('an unsent request that is deleted is never sent', async () => {
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await screen.findByText('No maintenance requests yet.');
  app.network.offline = true;
  await report(app, 'The door squeaks.');
  // By now it is known that there is no connection, so this one is not even tried.
  await report(app, 'The lamp flickers.');
  const detail = await view(app, 'The lamp flickers.');
  expect(detail.queryByRole('button', { name: 'Mark Complete' })).toBeNull();
  await app.user.click(detail.getByRole('button', { name: 'Delete Request' }));
  await app.user.click(screen.getByRole('button', { name: 'Cancel Request' }));
  await screen.findByText('Maintenance request cancelled successfully.');
  await waitFor(() => expect(cards()).toEqual(['The door squeaks.']));
  app.reconnect();
  await everythingSent();
  expect(await onServer(server)).toMatchObject([{ information: 'The door squeaks.' }]);
  expect(app.network.sent().filter(({ body }) => body.includes('The lamp flickers.'))).toEqual([]);
});

test('the deletion of a request that may have arrived is sent after it', async () => {
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await screen.findByText('No maintenance requests yet.');
  app.network.fail(/POST \/maintenance/, 'line lost');
  await report(app, 'The lamp flickers.');
  expect(await onServer(server)).toHaveLength(1);
  const detail = await view(app, 'The lamp flickers.');
  await app.user.click(detail.getByRole('button', { name: 'Delete Request' }));
  await app.user.click(screen.getByRole('button', { name: 'Cancel Request' }));
  await screen.findByText(SAVED);
  await screen.findByText('Cancelling. Unsent');
  expect(screen.queryByText('Maintenance request cancelled successfully.')).toBeNull();
  app.reconnect();
  await everythingSent();
  await screen.findByText('No maintenance requests yet.');
  expect(await onServer(server)).toEqual([]);
});

test('offline without cached data the list says so', async () => {
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  app.network.offline = true;
  await screen.findByText('Failed to fetch requests: There is no connection to Porchlight.');
  app.reconnect();
  await screen.findByText('No maintenance requests yet.');
});
