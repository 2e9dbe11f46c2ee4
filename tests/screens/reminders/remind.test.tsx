import { act, screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { addDays } from '../../../contract/values/calendar.ts';
import { dayIn } from '../../../contract/values/timeZone.ts';
import { residentWith } from '../../support/server/accounts.ts';
import { openApp, until, type App } from '../../support/screens/app.tsx';
import { section } from '../../support/screens/sections.ts';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

/** The community's day, which ends later than this machine's. */
const communityDay = () => dayIn('America/New_York', new Date());

/** A tenant who owes rent for some days; answers their id. */
async function late(days: number): Promise<number> {
  const username = await residentWith(server, [
    { amount: 100, type: 'Rent', at: `${addDays(communityDay(), -days)}T12:00:00Z` },
  ]);
  const [user] = await server.database.sql<{ id: number }>`select id from users where username = ${username}`;
  return user!.id;
}
const notesOf = (id: number) =>
  server.database.sql<{ text: string }>`select text from notes where user_id = ${id} order by id`;
/** Once the words are there. */
async function send(app: App): Promise<void> {
  await screen.findByText(/^Dear Robin Hale,/);
  await press(app, 'Send Reminder');
}
const press = async ({ user }: App, name: string) => user.click(await screen.findByRole('button', { name }));

test('a tenant who is late is reminded from their page in words for this time, and no message reaching them, by letter', async () => {
  const id = await late(6);
  const app = await openApp(server, { at: `/admin/person/${id}`, as: 'manager' });
  const balance = await section('Balance');
  await app.user.click(await balance.findByRole('button', { name: 'Remind' }));
  const words = await screen.findByLabelText('Words');
  expect(screen.getByText(/^Dear Robin Hale,/)).toHaveTextContent('$100.00 has been past due since');
  await app.user.type(words, ' See you.');
  await send(app);
  const outcome = within(await screen.findByRole('dialog', { name: 'Reminders' }));
  expect(await outcome.findByText('1 person was reminded.')).toBeVisible();
  expect((await notesOf(id))[0]!.text).toMatch(/\(6 days\).* See you\.$/s);
  await app.user.click(outcome.getByRole('link', { name: 'Print a letter' }));
  await until(() => app.path() === `/admin/letters?people=${id}`);
  expect(await screen.findByRole('article', { name: 'Letter to Robin Hale' })).toHaveTextContent('See you.');
});

test('who was reminded a moment ago is reminded again only where that is asked', async () => {
  const id = await late(6);
  const app = await openApp(server, { at: `/admin/person/${id}?remind=1`, as: 'manager' });
  await send(app);
  await press(app, 'Done');
  const notes = await section('Notes');
  expect(await notes.findByText('Reminded')).toBeVisible();
  const balance = await section('Balance');
  await app.user.click(await balance.findByRole('button', { name: 'Remind' }));
  expect(await screen.findByText('Reminded today. Remind again?')).toBeVisible();
  await press(app, 'Remind Again');
  await screen.findByRole('dialog', { name: 'Reminders' });
  expect(await notesOf(id)).toHaveLength(2);
});

test('Today’s row of a late tenant reminds them without leaving the screen', async () => {
  const id = await late(400);
  const app = await openApp(server, { at: '/admin/dashboard', as: 'manager' });
  await app.user.click(await screen.findByRole('button', { name: /^Show \d+: Late$/ }));
  await app.user.click(
    (await screen.findAllByRole('button', { name: 'Remind: Robin Hale owes $100.00' }))[0]!,
  );
  await send(app);
  await screen.findByRole('dialog', { name: 'Reminders' });
  expect(await notesOf(id)).toHaveLength(1);
  expect(app.path()).toBe('/admin/dashboard');
});

test('Today reminds with two presses all who are more than five days late, and nobody who is less', async () => {
  const some = await late(5);
  const many = [await late(6), await late(8)];
  const app = await openApp(server, { at: '/admin/dashboard', as: 'manager' });
  await press(app, 'Remind all over 5 days late');
  await send(app);
  const outcome = within(await screen.findByRole('dialog', { name: 'Reminders' }));
  expect(await outcome.findByText(/people were reminded\.$/)).toBeVisible();
  for (const id of many) expect(await notesOf(id)).toHaveLength(1);
  expect(await notesOf(some)).toEqual([]);
  expect(app.path()).toBe('/admin/dashboard');
});

test('of several who are late one is left out, and what was written for them is not offered for another', async () => {
  const [one, other] = [await late(6), await late(9)];
  await server.database.sql`update users set last_name = 'Okafor' where id = ${other}`;
  const app = await openApp(server, { at: '/admin/dashboard', as: 'manager' });
  await press(app, 'Remind all over 5 days late');
  await app.user.type(await screen.findByLabelText('Words'), ' All of you.');
  await app.user.click(await screen.findByRole('checkbox', { name: 'Remind Robin Okafor' }));
  await app.user.click(await screen.findByRole('button', { name: 'Send Reminder' }));
  const outcome = within(await screen.findByRole('dialog', { name: 'Reminders' }));
  await outcome.findByText(/reminded\.$/);
  expect(await notesOf(other)).toEqual([]);
  expect((await notesOf(one))[0]!.text).toContain('All of you.');
  app.go(`/admin/person/${other}?remind=1`);
  expect(await screen.findByLabelText('Words')).not.toHaveDisplayValue(/All of you/);
});

test('without a connection it says why nobody can be reminded', async () => {
  const id = await late(6);
  const app = await openApp(server, { at: `/admin/person/${id}?remind=1`, as: 'manager' });
  await screen.findByText(/^Dear Robin Hale,/);
  app.network.offline = true;
  await send(app);
  expect(await screen.findByText(/^The reminder could not be sent\. There is no connection/)).toBeVisible();
  app.close();
  const later = await openApp(server, { at: `/admin/person/${id}?remind=1`, as: 'manager' });
  later.network.offline = true;
  const { markOffline } = await import('../../../src/api/connection.ts');
  act(markOffline);
  expect(await screen.findByText(/^You need a connection to remind people/)).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Send Reminder' })).toBeDisabled();
  expect(await notesOf(id)).toEqual([]);
});

test('tenants that are selected in the balances are reminded at once, and who is not late is left out', async () => {
  const first = await late(6);
  const second = await late(9);
  const username = await residentWith(server, [
    { amount: 70, type: 'Parking', at: `${communityDay()}T12:00:00Z` },
  ]);
  const app = await openApp(server, { at: '/admin/payments?search=robin', as: 'manager' });
  await screen.findAllByRole('checkbox', { name: 'Select Robin Hale' });
  await app.user.click(screen.getByRole('checkbox', { name: /^Select all/ }));
  await press(app, 'Remind');
  await send(app);
  const outcome = within(await screen.findByRole('dialog', { name: 'Reminders' }));
  expect(await outcome.findByText(/people were reminded\.$/)).toBeVisible();
  expect(await notesOf(first)).toHaveLength(1);
  expect(await notesOf(second)).toHaveLength(1);
  const [other] = await server.database.sql<{
    id: number;
  }>`select id from users where username = ${username}`;
  expect(await notesOf(other!.id)).toEqual([]);
});
