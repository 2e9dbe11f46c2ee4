import { screen, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { card, openApp } from '../../support/screens/app.tsx';
import { hearOfChanges } from '../../support/screens/shell/look.ts';
import { test } from '../../support/screens/world.ts';
import { noRequests, reported } from '../../support/server/requests.ts';
import { added } from '../../support/server/resources/requestEvents.ts';
import { manager, server } from '../../support/server/world.ts';

beforeEach(() => noRequests(server));

const column = (name: string) => within(screen.getByRole('region', { name }));

test('a card of the board that somebody else moves keeps the focus', async () => {
  const request = await reported(server, 'resident', 'The sink drips.');
  const app = await openApp(server, { at: '/admin/maintenance?view=board', as: 'manager' });
  await hearOfChanges(app);
  const move = { name: 'Move “The sink drips.”' };
  (await screen.findByRole('button', move)).focus();
  await added(manager, request.id, { kind: 'assigned', vendor: 'Ace' });
  await column('Assigned').findByText('The sink drips.');
  expect(column('Assigned').getByRole('button', move)).toHaveFocus();
  // Where its menu was open, the card alone is left to have it.
  await app.user.keyboard('{Enter}');
  screen.getByRole('button', { name: 'Start' }).focus();
  await added(manager, request.id, { kind: 'started' });
  await column('Started').findByText('The sink drips.');
  expect(column('Started').getByRole('button', move)).toHaveFocus();
});

test('the button of a request has the focus also once somebody else completed it', async () => {
  const { id } = await reported(server, 'resident', 'The sink drips.');
  const app = await openApp(server, { at: '/admin/maintenance', as: 'manager' });
  await hearOfChanges(app);
  (await card('The sink drips.')).getByRole('button', { name: 'View / Edit' }).focus();
  await added(manager, id, { kind: 'done' });
  const completed = within(await screen.findByRole('region', { name: 'Completed requests' }));
  expect(completed.getByRole('button', { name: 'View / Edit' })).toHaveFocus();
});
