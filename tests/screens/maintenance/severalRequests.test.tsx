import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { card, everythingSent, openApp } from '../../support/screens/app.tsx';
import { savedFiles } from '../../support/screens/files.ts';
import { noRequests, onServer, reported } from '../../support/server/requests.ts';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

beforeEach(async () => {
  await noRequests(server);
  await reported(server, 'resident', 'The sink drips.');
  await reported(server, 'neighbour', 'The door squeaks.');
  await reported(server, 'manager', 'The gutter is full.', { unit_id: 3 });
});

const at = '/admin/maintenance';
const tick = (words: string) => screen.getByRole('checkbox', { name: `Select “${words}”` });
const selected = () => within(screen.getByRole('region', { name: 'Selected' }));

test('several requests are marked complete at once, without a connection too, and arrive with it', async () => {
  const app = await openApp(server, { at, as: 'manager' });
  await card('The sink drips.');
  await app.user.click(tick('The sink drips.'));
  await app.user.click(tick('The door squeaks.'));
  selected().getByText('2 selected');
  app.network.offline = true;
  await app.user.click(selected().getByRole('button', { name: 'Mark Complete' }));
  const question = await screen.findByRole('alertdialog', { name: 'Mark 2 requests as completed?' });
  await app.user.click(within(question).getByRole('button', { name: 'Mark Complete' }));
  await screen.findByText('Saved on this device. It will be sent when you are back online.');
  expect(screen.queryByRole('region', { name: 'Selected' })).toBeNull();
  app.reconnect();
  await everythingSent();
  const done = (await onServer(server)).filter(({ completed }) => completed);
  expect(done.map(({ information }) => information).sort()).toEqual(['The door squeaks.', 'The sink drips.']);
  await screen.findByText('2 requests completed.');
});

test('where the server refuses one of several, it says how many', async () => {
  const app = await openApp(server, { at, as: 'manager' });
  await card('The sink drips.');
  const [, squeak] = await onServer(server);
  expect(squeak?.information).toBe('The door squeaks.');
  await app.user.click(tick('The door squeaks.'));
  await app.user.click(tick('The sink drips.'));
  // Another manager deletes it meanwhile.
  await server.call('DELETE', `/maintenance/${squeak?.id}`, { as: await server.token('manager') });
  await app.user.click(selected().getByRole('button', { name: 'Mark Complete' }));
  await app.user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Mark Complete' }),
  );
  await screen.findByText(/^1 of 2 requests could not be completed/);
  const [, drip] = await onServer(server);
  expect(drip).toMatchObject({ information: 'The sink drips.', completed: true });
});

test('an announcement goes to the properties of the selected requests, and closing it leads back', async () => {
  const app = await openApp(server, { at, as: 'manager' });
  await card('The gutter is full.');
  await app.user.click(tick('The gutter is full.'));
  await app.user.click(await selected().findByRole('link', { name: 'Announce' }));
  const form = within(await screen.findByRole('dialog', { name: 'Create Announcement' }));
  const [{ property_id } = { property_id: 0 }] = await server.database.sql<{ property_id: number }>`
    select property_id from units where id = 3`;
  await waitFor(() => expect(form.getByLabelText('For')).toHaveValue('properties'));
  await waitFor(() => expect(form.getAllByRole('checkbox', { checked: true })).toHaveLength(1));
  await app.user.type(form.getByLabelText('Message'), 'The gutters are cleaned on Monday.');
  await app.user.click(form.getByRole('button', { name: 'Create Announcement' }));
  await waitFor(() => expect(app.path()).toBe(at));
  const posted = await server.call('GET', '/announcements', { as: await server.token('manager') });
  expect(posted.json()).toMatchObject([
    { announcement: 'The gutters are cleaned on Monday.', property_ids: [property_id] },
  ]);
});

test('the file has the selected requests, or else all that are shown', async () => {
  const files = savedFiles();
  const app = await openApp(server, { at, as: 'manager' });
  await card('The sink drips.');
  await app.user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(files).toHaveLength(1));
  await app.user.click(tick('The sink drips.'));
  await app.user.click(selected().getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(files).toHaveLength(2));
});

test('residents select nothing', async () => {
  await openApp(server, { at: '/maintenance', as: 'resident' });
  await card('The sink drips.');
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull();
});
