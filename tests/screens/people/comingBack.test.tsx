import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { residentWith } from '../../support/server/accounts.ts';
import { openApp, until, type App } from '../../support/screens/app.tsx';
import { section } from '../../support/screens/sections.ts';
import { test } from '../../support/screens/world.ts';
import { reported } from '../../support/server/requests.ts';
import { server } from '../../support/server/world.ts';

async function tenant(): Promise<number> {
  const username = await residentWith(server, [{ amount: 100, type: 'Rent' }]);
  const [user] = await server.database.sql<{ id: number }>`select id from users where username = ${username}`;
  return user!.id;
}
const follow = async ({ user }: App, name: string) => user.click(await screen.findByRole('link', { name }));
const press = async ({ user }: App, name: string) => user.click(await screen.findByRole('button', { name }));

test('after Edit User and Record Payment, saved or not, one is back on the person’s page', async () => {
  const page = `/admin/person/${await tenant()}`;
  const app = await openApp(server, { at: page, as: 'manager' });
  for (const [link, dialog] of [
    ['Edit User', /^Edit/],
    ['Record Payment', /^Record Payment/],
  ] as const) {
    await follow(app, link);
    await screen.findByRole('dialog', { name: dialog });
    await press(app, 'Cancel');
    await until(() => app.path() === page);
  }
  await follow(app, 'Record Payment');
  const form = within(await screen.findByRole('dialog', { name: /^Record Payment/ }));
  await app.user.type(await form.findByLabelText('Amount'), '40');
  await app.user.click(form.getByRole('button', { name: 'Record Payment' }));
  await until(() => app.path() === page);
  const balance = await section('Balance');
  expect((await balance.findAllByText('$60.00'))[0]).toBeVisible();
});

test('a new request from a home is for that home, and one is back there', async () => {
  const app = await openApp(server, { at: '/admin/home/2', as: 'manager' });
  await follow(app, 'New Request');
  const form = within(await screen.findByRole('dialog', { name: 'New Request' }));
  expect(await form.findByLabelText('Unit')).toHaveDisplayValue('Unit 102, Maple Court');
  await app.user.type(form.getByLabelText('Issue'), 'The tap drips.');
  await press(app, 'Submit Request');
  await until(() => app.path() === '/admin/home/2');
  const requests = await section('Maintenance');
  expect(await requests.findByText('The tap drips.')).toBeVisible();
});

test('a claim leads from the person’s page to where it is confirmed', async () => {
  const app = await openApp(server, { at: '/admin/person/4', as: 'manager' });
  await follow(app, 'Confirm in Manage Users');
  expect(await screen.findByRole('button', { name: /^Confirm the unit/ })).toBeEnabled();
  expect(screen.queryByText('Noor Aziz')).toBeNull();
  await press(app, 'Show everyone');
  expect(await screen.findByText('Noor Aziz')).toBeVisible();
});

test('a person who was never opened is there without a connection once the dashboard was', async () => {
  const app = await openApp(server, { at: '/admin/dashboard', as: 'manager' });
  await until(() => app.network.requests.filter(({ path }) => /^\/(users|leases)$/.test(path)).length === 2);
  await screen.findByRole('heading', { name: 'Today' });
  app.network.offline = true;
  await until(async () => {
    app.go('/admin/person/2');
    await Promise.resolve();
    return screen.queryByRole('heading', { level: 1, name: 'Robin Hale' }) !== null;
  });
  expect(await screen.findByRole('heading', { name: 'Contact' })).toBeVisible();
});

test('what management reads is there without a connection once the dashboard was, though it was never opened', async () => {
  await reported(server, 'resident', 'The sink drips.');
  await server.database.sql`
    insert into announcements (user_id, announcement, announcement_type, status, publish_at)
    values (1, 'The pool opens.', 'General', 'approved', now() - interval '1 day')`;
  const app = await openApp(server, { at: '/admin/dashboard', as: 'manager' });
  await screen.findByRole('heading', { name: 'Today' });
  // The last of what is kept.
  await until(() => app.network.requests.some(({ path }) => path === '/books/vacant-homes'));
  app.go('/device');
  await screen.findByRole('heading', { name: 'Ready for offline' });
  app.network.offline = true;
  for (const [path, shows] of [
    ['/admin/maintenance', /^The sink drips/],
    ['/admin/announcements', /^The pool opens/],
    ['/admin/leases', /^Late fees/],
    ['/admin/books', /^Balances before/],
    ['/admin/deposits', /^\d+ deposits?$/],
    ['/admin/inspections', /^\d+ inspections?$/],
    ['/admin/upkeep', /^No Upkeep Planned/],
    ['/admin/utilities', /^Current rates/],
  ] as const) {
    app.go(path);
    expect((await screen.findAllByText(shows))[0]).toBeInTheDocument();
    expect(screen.queryByText(/There is no connection to Porchlight/)).toBeNull();
  }
});
