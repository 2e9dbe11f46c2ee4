import { screen, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { addDays } from '../../../contract/values/calendar.ts';
import { isoDay } from '../../../src/ui/data/Time.tsx';
import { openApp, until, type App } from '../../support/screens/app.tsx';
import { section } from '../../support/screens/sections.ts';
import { begin, endLeases } from '../../support/screens/leases.ts';
import { test } from '../../support/screens/world.ts';
import { manager, server } from '../../support/server/world.ts';

beforeEach(endLeases);

const open = (at: string) => openApp(server, { at, as: 'manager' });
const follow = async ({ user }: App, name: string | RegExp, inside = within(document.body)) =>
  user.click(await inside.findByRole('link', { name }));

test('a home’s page says who lives there, how they are reached and what they owe', async () => {
  const { sql } = server.database;
  await sql`update users set phone = '518-555-0142' where username = 'neighbour'`;
  await sql`
    insert into transactions (user_id, unit_id, amount, type, description, created_at, created_by)
    values (3, 2, 80, 'Misc Charge', 'Key', ${`${addDays(isoDay(), -4)}T12:00:00Z`}, 1)`;
  const app = await open('/admin/home/2');
  expect(await screen.findByRole('heading', { level: 1, name: 'Unit 102, Maple Court' })).toBeVisible();
  const people = await section('Who Lives Here');
  expect(await people.findByRole('link', { name: '518-555-0142' })).toBeVisible();
  expect(await people.findByText('4 days past due')).toBeVisible();
  await follow(app, 'Noor Aziz', people);
  await until(() => app.path() === '/admin/person/3');
});

test('a home’s page has its lease, or leads to a new one', async () => {
  const app = await open('/admin/home/1');
  await follow(app, 'New Lease', await section('Lease'));
  await until(() => app.path() === '/admin/addlease?unit=1');
  app.close();
  const { id } = await begin();
  const later = await open('/admin/home/1');
  const lease = await section('Lease of Unit 101, Maple Court');
  await follow(later, 'View lease', lease);
  await until(() => later.path() === `/admin/lease/${id}`);
});

test('a home’s page names the occupants and guarantors of its lease', async () => {
  const { id } = await begin();
  await server.database
    .sql`update leases set occupants = '{Kim Hale}', guarantors = '{Ada Hale,Ben Hale}' where id = ${id}`;
  await open('/admin/home/1');
  const lease = await section('Lease of Unit 101, Maple Court');
  expect(await lease.findByText('Occupants: Kim Hale')).toBeVisible();
  expect(lease.getByText('Guarantors: Ada Hale, Ben Hale')).toBeVisible();
});

test('a home has the requests about it, its unit and its changes', async () => {
  const { sql } = server.database;
  await sql`
    insert into maintenance_requests (user_id, unit_id, information) values (2, 1, 'Dripping faucet'), (3, 2, 'Lamp')`;
  await server.call('PATCH', '/units/1', { as: manager, body: { notes: 'Corner' } });
  const app = await open('/admin/home/1');
  const requests = await section('Maintenance');
  expect(await requests.findByRole('link', { name: /^Dripping faucet/ })).toBeVisible();
  expect(requests.queryByText('Lamp')).toBeNull();
  expect((await section('Unit')).getByText('Corner')).toBeVisible();
  await app.user.click(screen.getByText('Changes'));
  expect(await screen.findByText(/^Notes: .*Corner$/)).toBeVisible();
});

test('a home in which nobody lives says so', async () => {
  await open('/admin/home/3');
  expect(await (await section('Who Lives Here')).findByText(/^Nobody lives here/)).toBeVisible();
  expect((await section('Lease')).queryByRole('link', { name: 'New Lease' })).toBeNull();
  expect(await (await section('Last Readings')).findByText('No meter was read yet.')).toBeVisible();
});

test.each([
  ['/admin/payments', 'Tenant balances', 'Robin Hale', '/admin/person/2'],
  ['/admin/payments', 'Tenant balances', '101', '/admin/home/1'],
  ['/admin/manage-users', 'Users', 'Robin Hale', '/admin/person/2'],
  ['/admin/manage-users', 'Users', 'Maple Court, 101', '/admin/home/1'],
  ['/admin/units', 'Units', /101$/, '/admin/home/1'],
  ['/admin/units', 'Units', 'Robin Hale', '/admin/person/2'],
  ['/admin/leases', 'Leases', 'Unit 101, Maple Court', '/admin/home/1'],
  ['/admin/leases', 'Leases', 'Robin Hale', '/admin/person/2'],
])('in %s, table “%s”, %s leads to its page', async (at, caption, name, to) => {
  await begin();
  await open(at);
  const table = within(await screen.findByRole('table', { name: caption }));
  const links = await table.findAllByRole('link', { name });
  expect(links.map((link) => link.getAttribute('href'))).toContain(to);
});

test('on a request’s card the unit leads management to the home', async () => {
  await server.database.sql`
    insert into maintenance_requests (user_id, unit_id, information) values (2, 1, 'Dripping faucet')`;
  await open('/admin/maintenance');
  const [link] = await screen.findAllByRole('link', { name: 'Unit 101, Maple Court' });
  expect(link).toHaveAttribute('href', '/admin/home/1');
});
