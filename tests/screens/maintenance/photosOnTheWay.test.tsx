import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { card, openApp, view, type App } from '../../support/screens/app.tsx';
import { noRequests, onServer, photoFile } from '../../support/server/requests.ts';
import { test } from '../../support/screens/world.ts';
import { photo } from '../../support/server/server.ts';
import { sender, sha256 } from '../../support/server/photos/uploads.ts';
import { server } from '../../support/server/world.ts';
import { issue, photosArrived, submit } from '../../support/screens/maintenance/newRequest.ts';

beforeEach(() => noRequests(server));

/** Reports with these photos; from the given one on, the line breaks off. */
async function reportWith(app: App, photos: File[], broken: number): Promise<void> {
  let started = 0;
  app.network.before = ({ method, path }) => {
    if (method === 'PUT' && /\/photos\/\w+$/.test(path)) started += 1;
    if (path.includes('/photos/') && started >= broken) throw new TypeError('fetch failed');
  };
  await app.user.type(await issue(), 'The sink drips.');
  await app.user.upload(screen.getByLabelText('Choose photos'), photos);
  await waitFor(() =>
    expect(screen.getAllByRole('button', { name: /^Remove Photo/ })).toHaveLength(photos.length),
  );
  await submit(app);
}

test('a request counts as submitted from its words on, and card and outbox say how many photos were sent', async () => {
  const app = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  await reportWith(app, [await photoFile('a.jpg', 'red'), await photoFile('b.jpg', 'green')], 2);
  await screen.findByText('Maintenance request submitted successfully.');
  await screen.findByText('1 of 2 photos sent. Unsent');
  const listed = await card('The sink drips.');
  expect(listed.queryByText(/are here so far/)).toBeNull();
  await app.user.click(screen.getByRole('link', { name: /unsent/ }));
  await screen.findByRole('heading', { name: 'Unsent' });
  const item = await card('The sink drips.');
  item.getByRole('heading', { name: 'Photos of a maintenance request' });
  item.getByText(/^Written .*, 1 of 2 photos sent/);

  app.network.before = undefined;
  app.reconnect();
  await photosArrived(2);
  await screen.findByText('Everything is sent.');
});

test('management is told how many photos of a request are here, while others are on their way', async () => {
  const [first, second] = [await photo('red'), await photo('green')];
  const as = await server.token('resident');
  const answer = await server.call('POST', '/maintenance', {
    as,
    body: { information: 'The sink drips.', following_photos: [first, second].map(sha256) },
  });
  await sender(answer.json<{ id: number }>().id, first, as).send();
  await openApp(server, { at: '/admin/maintenance', as: 'manager' });
  await (await card('The sink drips.')).findByText('1 of 2 photos are here so far.');
});

test('a photo that the server refuses says why at its request, which is there without it', async () => {
  const app = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  app.network.fail(/attachment$/, { status: 415, message: '"a.jpg" is not a photo.' });
  await reportWith(app, [await photoFile('a.jpg', 'red'), await photoFile('b.jpg', 'green')], 3);
  await screen.findByText('Maintenance request submitted successfully.');
  await (await card('The sink drips.')).findByText('Needs attention');
  await view(app, 'The sink drips.');
  const shown = within(screen.getByRole('dialog'));
  shown.getByText('"a.jpg" is not a photo.');
  expect(shown.queryByRole('button', { name: 'Try again' })).toBeNull();
  await photosArrived(1);
  await app.user.click(shown.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByText('Needs attention')).toBeNull());
});

test('a photo that is taken off while it is on its way is not sent any more', async () => {
  const app = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  await reportWith(app, [await photoFile('a.jpg', 'red'), await photoFile('b.jpg', 'green')], 2);
  // The card of a request that was sent is another than that of the unsent one.
  await screen.findByText('1 of 2 photos sent. Unsent');
  const dialog = await view(app, 'The sink drips.');
  await app.user.click(dialog.getByRole('button', { name: 'Edit' }));
  const remove = () => within(screen.getByRole('dialog')).queryAllByRole('button', { name: /^Remove Photo/ });
  await waitFor(() => expect(remove()).toHaveLength(2));
  await app.user.click(remove()[1]!);
  app.network.before = undefined;
  await app.user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Maintenance request updated successfully.');
  await waitFor(() => expect(screen.queryByText(/photos? sent/)).toBeNull());
  expect(await onServer(server)).toMatchObject([{ photos: [{}], awaited_photos: 0 }]);
  await photosArrived(1);
});
