import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import type { MaintenanceRequest } from '../../../contract/maintenance/maintenance.ts';
import { card, everythingSent, fakeClock, modalClosed, openApp, view } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { noRequests, onServer, photoFile, reported } from '../../support/server/requests.ts';
import { added, eventsOf } from '../../support/server/resources/requestEvents.ts';
import { manager, resident, server } from '../../support/server/world.ts';

const at = '/admin/maintenance';
beforeEach(() => noRequests(server));

const timeline = async () => within(await screen.findByRole('list', { name: 'Timeline' }));
const kinds = async ({ id }: MaintenanceRequest) => (await eventsOf(manager, id)).map(({ kind }) => kind);

test('a manager’s reply without a connection stands in the timeline at once, and reaches the resident once it is sent', async () => {
  const request = await reported(server, 'resident', 'The sink drips.');
  const app = await openApp(server, { at, as: 'manager' });
  await view(app, 'The sink drips.');
  await (await timeline()).findByText('Reported');
  app.network.offline = true;
  await app.user.type(await screen.findByLabelText('Reply'), 'Is it the hot tap?');
  await app.user.click(screen.getByRole('button', { name: 'Send Reply' }));
  await (await timeline()).findByText('Is it the hot tap?');
  await (await timeline()).findByText('Unsent');
  expect(await screen.findByLabelText('Reply')).toHaveValue('');
  app.network.offline = false;
  await everythingSent();
  expect((await eventsOf(resident, request.id)).map(({ text }) => text)).toContain('Is it the hot tap?');
});

test('a conversation that was never opened on this device opens without a connection', async () => {
  const request = await reported(server, 'resident', 'The sink drips.');
  await added(manager, request.id, { kind: 'reply', text: 'Is it the hot tap?' });
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await card('The sink drips.');
  await waitFor(() => expect(app.network.requests.map(({ path }) => path)).toContain('/maintenance/events'));
  app.network.offline = true;
  await view(app, 'The sink drips.');
  await (await timeline()).findByText('Is it the hot tap?');
  await app.user.type(await screen.findByLabelText('Reply'), 'The cold one');
  await app.user.click(screen.getByRole('button', { name: 'Send Reply' }));
  await (await timeline()).findByText('The cold one');
  app.network.offline = false;
  await everythingSent();
  expect((await eventsOf(manager, request.id)).map(({ text }) => text)).toContain('The cold one');
});

test('a manager notes what the resident never sees', async () => {
  const request = await reported(server, 'resident', 'The sink drips.');
  const app = await openApp(server, { at, as: 'manager' });
  await view(app, 'The sink drips.');
  await app.user.click(await screen.findByLabelText('Only management sees it'));
  await app.user.type(screen.getByLabelText('Note'), 'Bring a ladder');
  await app.user.click(screen.getByRole('button', { name: 'Save Note' }));
  await (await timeline()).findByText('Note for management only');
  await everythingSent();
  expect(JSON.stringify(await eventsOf(resident, request.id))).not.toContain('ladder');
});

test('a reply that is being written is there again when the request is opened again', async () => {
  await reported(server, 'resident', 'The sink drips.');
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await view(app, 'The sink drips.');
  await app.user.type(await screen.findByLabelText('Reply'), 'Thursday is');
  await app.user.keyboard('{Escape}');
  await modalClosed();
  await view(app, 'The sink drips.');
  expect(await screen.findByDisplayValue('Thursday is')).toBeVisible();
});

test('a visit on a day that is past is refused at the field, and one to come is announced on the card', async () => {
  const request = await reported(server, 'resident', 'The sink drips.');
  const app = await openApp(server, { at, as: 'manager' });
  await view(app, 'The sink drips.');
  await app.user.click(screen.getByRole('button', { name: 'Schedule' }));
  const day = await screen.findByLabelText('Day');
  await app.user.type(day, '2020-01-01');
  await app.user.click(screen.getByRole('button', { name: 'Schedule Visit' }));
  await screen.findByText('Please choose a day that is not past.');
  await app.user.clear(day);
  await app.user.type(day, '2099-05-01');
  await app.user.click(screen.getByRole('button', { name: 'Schedule Visit' }));
  await (await timeline()).findByText('Somebody comes on May 1, 2099');
  await everythingSent();
  expect((await onServer(server))[0]?.progress?.visit?.on).toBe('2099-05-01');
  expect(await kinds(request)).toContain('scheduled');
});

test('a request is assigned to a manager or a vendor', async () => {
  await reported(server, 'resident', 'The sink drips.');
  const app = await openApp(server, { at, as: 'manager' });
  await view(app, 'The sink drips.');
  await app.user.click(screen.getByRole('button', { name: 'Assign' }));
  await screen.findByRole('option', { name: 'Morgan Reyes' });
  await app.user.selectOptions(screen.getByLabelText('Who does it'), 'A vendor');
  await app.user.type(screen.getByLabelText('Vendor'), 'Ace Plumbing');
  await app.user.click(screen.getByRole('button', { name: 'Assign' }));
  await (await timeline()).findByText('Assigned to Ace Plumbing');
});

test('Mark Complete can be undone for 10 seconds, before it is sent and after', async () => {
  const request = await reported(server, 'resident', 'The sink drips.');
  const app = await openApp(server, { at, as: 'manager' });
  await app.user.click((await view(app, 'The sink drips.')).getByRole('button', { name: 'Mark Complete' }));
  await modalClosed();
  await everythingSent();
  await app.user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('The request is open again.');
  expect((await onServer(server))[0]?.completed).toBe(false);
  expect((await kinds(request)).filter((kind) => kind !== 'seen')).toEqual(['reported', 'done', 'reopened']);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();

  app.network.offline = true;
  const detail = await view(app, 'The sink drips.');
  await app.user.click(detail.getByRole('button', { name: 'Mark Complete' }));
  await app.user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(async () => (await card('The sink drips.')).getByText('Pending', { selector: 'span' }));
  app.network.offline = false;
  await everythingSent();
  await waitFor(async () => expect((await onServer(server))[0]?.completed).toBe(false));
});

test('the offer to undo goes after 10 seconds', async () => {
  await reported(server, 'resident', 'The sink drips.');
  const app = await openApp(server, { at, as: 'manager' });
  const detail = await view(app, 'The sink drips.');
  const clock = fakeClock();
  await app.user.click(detail.getByRole('button', { name: 'Mark Complete' }));
  await clock.lasts('Marked by mistake?', 10_000);
});

test('a resident says that it is fixed, or still not fixed with words, within 14 days', async () => {
  const request = await reported(server, 'resident', 'The sink drips.');
  await added(manager, request.id, { kind: 'done', text: 'New washer.' });
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await view(app, 'The sink drips.');
  await (await timeline()).findByText('New washer.');
  await app.user.click(screen.getByRole('button', { name: 'It Is Fixed' }));
  await (await timeline()).findByText('Confirmed as fixed');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'It Is Fixed' })).toBeNull());
  await app.user.click(screen.getByRole('button', { name: 'Still Not Fixed' }));
  await app.user.type(await screen.findByLabelText('What is still wrong (optional)'), 'It drips again.');
  await app.user.click(screen.getByRole('button', { name: 'Reopen Request' }));
  await (await timeline()).findByText('It drips again.');
  await everythingSent();
  expect((await onServer(server))[0]?.completed).toBe(false);
});

test('after 14 days a resident is not asked any more', async () => {
  const days = new Date(Date.now() - 15 * 24 * 60 * 60_000).toISOString();
  await reported(server, 'resident', 'The sink drips.', { created_at: days, completed_at: days });
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await view(app, 'The sink drips.');
  await (await timeline()).findByText('Marked complete');
  expect(screen.queryByRole('button', { name: /Fixed/ })).toBeNull();
});

test('a manager asks the list for what waits for them, by the address, and takes it back by its chip', async () => {
  const first = await reported(server, 'resident', 'The sink drips.');
  await reported(server, 'neighbour', 'The door sticks.');
  await added(manager, first.id, { kind: 'assigned', vendor: 'Ace Plumbing' });
  const app = await openApp(server, { at: `${at}?waiting=management`, as: 'manager' });
  await screen.findByRole('heading', { name: 'The door sticks.' });
  expect(screen.queryByRole('heading', { name: 'The sink drips.' })).toBeNull();
  await app.user.click(screen.getByRole('button', { name: /Waiting for: Management/ }));
  await screen.findByRole('heading', { name: 'The sink drips.' });
  await app.user.click(screen.getByText('More filters'));
  await app.user.selectOptions(await screen.findByLabelText('Assigned to'), 'Ace Plumbing');
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'The door sticks.' })).toBeNull());
  expect(app.path()).toContain('assignee=Ace');
});

test('a reply with photos without a connection shows them at once, and the other side sees them once they are sent', async () => {
  const request = await reported(server, 'resident', 'The sink drips.');
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await view(app, 'The sink drips.');
  await (await timeline()).findByText('Reported');
  await screen.findByLabelText('Reply');
  app.network.offline = true;
  await app.user.type(screen.getByLabelText('Reply'), 'It drips here');
  await app.user.upload(screen.getByLabelText('Choose photos'), await photoFile('a.jpg', 'red'));
  await screen.findByRole('button', { name: /^Remove Photo/ });
  await app.user.click(screen.getByRole('button', { name: 'Send Reply' }));
  await (await timeline()).findByText('It drips here');
  await (await timeline()).findByRole('button', { name: 'View Photo 1 of 1' });
  await (await timeline()).findByText('On this device');
  expect(screen.queryByRole('button', { name: /^Remove Photo/ })).toBeNull();
  app.network.offline = false;
  await everythingSent();
  expect((await eventsOf(manager, request.id)).at(-1)).toMatchObject({
    text: 'It drips here',
    photos: [{ height: 48 }],
  });
  await waitFor(async () => expect((await timeline()).queryByText('On this device')).toBeNull());
  await (await timeline()).findByRole('button', { name: 'View Photo 1 of 1' });
});

test('photos of a reply that is being written are there again when the request is opened again', async () => {
  await reported(server, 'resident', 'The sink drips.');
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await view(app, 'The sink drips.');
  await app.user.upload(await screen.findByLabelText('Choose photos'), await photoFile('a.jpg', 'red'));
  await screen.findByRole('button', { name: /^Remove Photo/ });
  await app.user.click(screen.getByLabelText('Reply'));
  await app.user.keyboard('{Escape}');
  await modalClosed();
  await view(app, 'The sink drips.');
  await screen.findByRole('button', { name: /^Remove Photo/ });
});

test('who completes a request adds photos of what was done, and the resident sees them', async () => {
  const request = await reported(server, 'resident', 'The sink drips.');
  const app = await openApp(server, { at, as: 'manager' });
  await view(app, 'The sink drips.');
  await app.user.click(screen.getByRole('button', { name: 'Complete with a Note' }));
  await app.user.type(await screen.findByLabelText('What was done (optional)'), 'New washer');
  await app.user.upload(screen.getByLabelText('Choose photos'), await photoFile('a.jpg', 'green'));
  await screen.findByRole('button', { name: /^Remove Photo/ });
  await app.user.click(screen.getByRole('button', { name: 'Complete Request' }));
  await screen.findByText('Maintenance request completed.');
  await everythingSent();
  expect((await eventsOf(resident, request.id)).at(-1)).toMatchObject({
    ...{ kind: 'done', text: 'New washer' },
    photos: [{ height: 48 }],
  });
});

test('a photo of a reply that the server refuses says why, and the reply stands without it', async () => {
  const request = await reported(server, 'resident', 'The sink drips.');
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  app.network.fail(/attachment$/, { status: 415, message: '"a.jpg" is not a photo.' });
  await view(app, 'The sink drips.');
  await app.user.type(await screen.findByLabelText('Reply'), 'It drips here');
  await app.user.upload(screen.getByLabelText('Choose photos'), await photoFile('a.jpg', 'red'));
  await screen.findByRole('button', { name: /^Remove Photo/ });
  await app.user.click(screen.getByRole('button', { name: 'Send Reply' }));
  await screen.findByText('"a.jpg" is not a photo.');
  expect((await eventsOf(manager, request.id)).at(-1)).toMatchObject({ text: 'It drips here', photos: [] });
  await app.user.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByText('"a.jpg" is not a photo.')).toBeNull());
});
