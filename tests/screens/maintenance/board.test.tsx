import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { everythingSent, modalClosed, openApp } from '../../support/screens/app.tsx';
import { hearOfChanges } from '../../support/screens/shell/look.ts';
import { test } from '../../support/screens/world.ts';
import { noRequests, reported } from '../../support/server/requests.ts';
import { added, eventsOf } from '../../support/server/resources/requestEvents.ts';
import { manager, server } from '../../support/server/world.ts';

const at = '/admin/maintenance?view=board';
beforeEach(() => noRequests(server));

const column = (name: string) => within(screen.getByRole('region', { name }));

test('the board has each request in the column of how far it has come, by the filters of the list', async () => {
  const sink = await reported(server, 'resident', 'The sink drips.');
  await reported(server, 'neighbour', 'The gate sticks.');
  await added(manager, sink.id, { kind: 'assigned', vendor: 'Ace' });
  await added(manager, sink.id, { kind: 'scheduled', visit_on: '2099-05-01' });
  const app = await openApp(server, { at, as: 'manager' });
  await screen.findByRole('region', { name: 'Scheduled' });
  expect(column('Scheduled').getByText('The sink drips.')).toBeVisible();
  expect(column('Reported').getByText('The gate sticks.')).toBeVisible();
  app.go(`${at}&stage=Scheduled`);
  await waitFor(() => expect(screen.queryByText('The gate sticks.')).toBeNull());
  expect(column('Scheduled').getByText('The sink drips.')).toBeVisible();
});

test('a card is moved by its menu with the keyboard and without a connection, and keeps the focus', async () => {
  const request = await reported(server, 'resident', 'The sink drips.');
  const app = await openApp(server, { at, as: 'manager' });
  const move = await screen.findByRole('button', { name: 'Move “The sink drips.”' });
  app.network.offline = true;
  move.focus();
  await app.user.keyboard('{Enter}');
  screen.getByRole('button', { name: 'Start' }).focus();
  await app.user.keyboard('{Enter}');
  await column('Started').findByText('The sink drips.');
  expect(column('Started').getByRole('button', { name: 'Move “The sink drips.”' })).toHaveFocus();
  await app.user.keyboard('{Enter}');
  await app.user.click(screen.getByRole('button', { name: 'Mark Complete' }));
  await column('Done').findByText('The sink drips.');
  app.network.offline = false;
  await everythingSent();
  const kinds = (await eventsOf(manager, request.id)).map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['started', 'done']));
});

test('a move that needs more leads to its form, and back to the board', async () => {
  await reported(server, 'resident', 'The sink drips.');
  const app = await openApp(server, { at, as: 'manager' });
  await app.user.click(await screen.findByRole('button', { name: 'Move “The sink drips.”' }));
  await app.user.click(screen.getByRole('button', { name: 'Schedule' }));
  await app.user.type(await screen.findByLabelText('Day'), '2099-05-01');
  await app.user.click(screen.getByRole('button', { name: 'Schedule Visit' }));
  await column('Scheduled').findByText('The sink drips.');
});

test('a request that is seen for the first time has the focus in its new column once its dialog is closed', async () => {
  await reported(server, 'resident', 'The sink drips.');
  const app = await openApp(server, { at, as: 'manager' });
  await hearOfChanges(app);
  const view = { name: 'View “The sink drips.”' };
  (await screen.findByRole('button', view)).focus();
  await app.user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: 'Maintenance Request' });
  await column('Seen').findByText('The sink drips.');
  await app.user.keyboard('{Escape}');
  await modalClosed();
  await waitFor(() => expect(column('Seen').getByRole('button', view)).toHaveFocus());
  // Once it is read again, another screen or field keeps what it has.
  screen.getByLabelText('Search requests').focus();
  await app.user.keyboard('gate');
  await waitFor(() => expect(screen.queryByText('The sink drips.')).toBeNull());
  await app.user.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}');
  await column('Seen').findByText('The sink drips.');
  expect(screen.getByLabelText('Search requests')).toHaveFocus();
});

test('a form that a card’s menu opened gives the focus back to the menu', async () => {
  await reported(server, 'resident', 'The sink drips.');
  const app = await openApp(server, { at, as: 'manager' });
  await app.user.click(await screen.findByRole('button', { name: 'Move “The sink drips.”' }));
  await app.user.click(screen.getByRole('button', { name: 'Assign' }));
  await screen.findByRole('dialog');
  await app.user.keyboard('{Escape}');
  await modalClosed();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Move “The sink drips.”' })).toHaveFocus());
});
