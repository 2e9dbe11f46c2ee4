import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { Note } from '../../../contract/notes/note.ts';
import { residentWith } from '../../support/server/accounts.ts';
import { openApp, until, type App } from '../../support/screens/app.tsx';
import { section } from '../../support/screens/sections.ts';
import { test } from '../../support/screens/world.ts';
import { manager, server } from '../../support/server/world.ts';

async function write({ user }: App, text: string): Promise<void> {
  const notes = await section('Notes');
  await user.click(notes.getByRole('button', { name: 'Add Note' }));
  await user.type(await screen.findByLabelText('Note'), text);
  await user.click(screen.getByRole('button', { name: 'Save Note' }));
}
const sent = async (query: string) =>
  (await server.call('GET', `/notes?${query}`, { as: manager })).json<Note[]>();

test('a note on a person is kept without a connection, says that it is not sent yet, and goes out later', async () => {
  const username = await residentWith(server);
  const [user] = await server.database.sql<{ id: number }>`select id from users where username = ${username}`;
  const app = await openApp(server, { at: `/admin/person/${user!.id}`, as: 'manager' });
  const notes = await section('Notes');
  expect(await notes.findByText(/^Nothing is noted yet/)).toBeVisible();
  app.network.offline = true;
  await write(app, 'Has a dog');
  expect(await notes.findByText('Has a dog')).toBeVisible();
  expect(await notes.findByText('Unsent')).toBeVisible();
  app.network.offline = false;
  window.dispatchEvent(new Event('online'));
  await until(async () => (await sent(`user=${user!.id}`)).length === 1);
  expect(await notes.findByText(/^Morgan/)).toBeVisible();
  expect(notes.getAllByText('Has a dog')).toHaveLength(1);
  await until(() => notes.queryByText('Unsent') === null);
});

test('a note on a home is for the home, with its author', async () => {
  const app = await openApp(server, { at: '/admin/home/1', as: 'manager' });
  await write(app, 'The shut-off is behind the dryer');
  await until(async () => (await sent('unit=1')).length === 1);
  const notes = await section('Notes');
  expect(await notes.findByText(/^Morgan/)).toBeVisible();
});
