import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { addDays, addMonths, monthOf } from '../../../contract/values/calendar.ts';
import { isoDay, timeText } from '../../../src/ui/data/Time.tsx';
import { addEntry, residentWith, type NewEntry } from '../../support/server/accounts.ts';
import { openApp, until, type App } from '../../support/screens/app.tsx';
import { section } from '../../support/screens/sections.ts';
import { test } from '../../support/screens/world.ts';
import { manager, server } from '../../support/server/world.ts';

const today = isoDay();
const daysAgo = (days: number) => addDays(today, -days);
const at = (days: number) => `${daysAgo(days)}T12:00:00Z`;

/** A tenant of unit 101 with a phone number and a ledger; answers their id. */
async function tenant(...entries: NewEntry[]): Promise<number> {
  const username = await residentWith(server, entries);
  const [user] = await server.database.sql<{ id: number }>`
    update users set phone = '(518) 555-0142' where username = ${username} returning id`;
  return user!.id;
}
const open = (id: number, as = 'manager') => openApp(server, { at: `/admin/person/${id}`, as });
const follow = async ({ user }: App, name: string | RegExp, inside = within(document.body)) =>
  user.click(await inside.findByRole('link', { name }));

test('a person’s page says who they are, where they live, and calls and writes to them', async () => {
  const id = await tenant();
  const app = await open(id);
  expect(await screen.findByRole('heading', { level: 1, name: 'Robin Hale' })).toBeVisible();
  const contact = await section('Contact');
  expect(contact.getByRole('link', { name: '518-555-0142' })).toHaveAttribute('href', 'tel:5185550142');
  expect(contact.getByRole('link', { name: /@example\.com$/ })).toHaveAttribute(
    'href',
    expect.stringMatching(/^mailto:resident\d+@example\.com$/),
  );
  await follow(app, 'Unit 101, Maple Court');
  await until(() => app.path() === '/admin/home/1');
});

test('what somebody owes is shown with since when, by what is not paid of their charges', async () => {
  const username = await residentWith(server, [
    { amount: 1200, type: 'Rent', at: at(40) },
    { amount: 1200, type: 'Rent', at: at(10) },
    { amount: 30, type: 'Parking Fee', at: new Date().toISOString() },
  ]);
  await addEntry(server, username, { amount: -1200, type: 'Check', at: at(35) });
  const [user] = await server.database.sql<{ id: number }>`select id from users where username = ${username}`;
  await open(user!.id);
  const balance = await section('Balance');
  expect(await balance.findByText('$1,230.00')).toBeVisible();
  expect(await balance.findByText('10 days past due')).toBeVisible();
  expect(balance.getByText('$1,200.00').parentElement).toHaveTextContent(
    `$1,200.00 since ${timeText(daysAgo(10))}`,
  );
});

test('who owes nothing, who is not late and who paid ahead are told apart', async () => {
  for (const [entries, words, figure] of [
    [[], 'Nothing is owed.', '$0.00'],
    [[{ amount: 30, type: 'Parking Fee', at: new Date().toISOString() }], 'Nothing is past due.', '$30.00'],
    [[{ amount: -30, type: 'Check', at: at(3) }], 'Paid ahead.', '-$30.00'],
  ] as const) {
    const app = await open(await tenant(...entries));
    const balance = await section('Balance');
    expect(await balance.findByText(words)).toBeVisible();
    expect(await balance.findByText(figure)).toBeVisible();
    app.close();
  }
});

test('what is done with an account is a step away, and the forms open on the screens that have them', async () => {
  const id = await tenant({ amount: 100, type: 'Rent', at: at(3) });
  const app = await open(id);
  const balance = await section('Balance');
  await balance.findByRole('link', { name: 'Add Charge' });
  await follow(app, 'Record Payment', balance);
  await screen.findByRole('dialog', { name: 'Record Payment' });
  app.go(`/admin/person/${id}`);
  await follow(app, 'Edit User', await section('Contact'));
  expect(await screen.findByLabelText('Phone (optional)')).toHaveValue('(518) 555-0142');
  app.go(`/admin/person/${id}`);
  await follow(app, 'Statement', await section('Balance'));
  await until(() => app.path() === `/admin/ledger/${id}/statement`);
});

test('the page has the lease with its next charges, or leads to a new one', async () => {
  const id = await tenant();
  const first = await open(id);
  await follow(first, 'New Lease', await section('Lease'));
  await until(() => first.path() === '/admin/addlease?unit=1');
  first.close();
  const from_month = addMonths(monthOf(today), 1);
  const made = await server.call('POST', '/leases', {
    as: manager,
    body: {
      ...{ unit_id: 1, starts: monthOf(today), proration: 'actual_days', tenant_ids: [id] },
      charges: [{ kind: 'rent', amount: 1200, due_day: 1, from_month }],
    },
  });
  expect(made.statusCode, made.body).toBe(201);
  await open(id);
  const lease = await section('Lease of Unit 101, Maple Court');
  expect((await lease.findAllByText('$1,200.00'))[0]).toBeVisible();
});

test('open requests come before completed ones, and each leads to the request', async () => {
  const id = await tenant();
  const { sql } = server.database;
  await sql`delete from maintenance_requests`;
  const [open_] = await sql<{ id: number }>`
    insert into maintenance_requests (user_id, unit_id, information, created_at)
    values (${id}, 1, 'Dripping faucet', ${at(9)}) returning id`;
  await sql`
    insert into maintenance_requests (user_id, unit_id, information, created_at, completed, completed_at)
    values (${id}, 1, 'Broken lamp', ${at(2)}, true, ${at(1)}), (3, 2, 'Not theirs', ${at(1)}, false, null)`;
  const app = await open(id);
  const requests = await section('Maintenance');
  await requests.findByRole('link', { name: /^Dripping faucet/ });
  const shown = requests.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(shown).toEqual([
    expect.stringMatching(/^Dripping faucetPending/),
    expect.stringMatching(/^Broken lampCompleted/),
  ]);
  await follow(app, /^Dripping faucet/, requests);
  await screen.findByRole('dialog', { name: 'Maintenance Request' });
  expect(app.path()).toContain(`/admin/maintenance?request=`);
  expect(open_).toBeDefined();
});

test('the last payments lead to their receipts', async () => {
  const id = await tenant(
    { amount: 100, type: 'Rent', at: at(9) },
    { amount: -60, type: 'Check', at: at(5) },
  );
  const app = await open(id);
  const receipts = await section('Last Receipts');
  await follow(app, /^Check/, receipts);
  await until(() => /^\/payments\/receipt\/\d+$/.test(app.path()));
});

test('who changed what of the account is there to unfold', async () => {
  const id = await tenant();
  await server.call('PUT', `/users/${id}`, { as: manager, body: { phone: '518-555-0199' } });
  const app = await open(id);
  await app.user.click(await screen.findByText('Changes'));
  expect(await screen.findByText('Phone: (518) 555-0142 → 518-555-0199')).toBeVisible();
});

test('a page that was seen is there without a connection, with how old it is', async () => {
  const id = await tenant({ amount: 100, type: 'Rent', at: at(3) });
  const seen = await open(id);
  await (await section('Balance')).findByText('3 days past due');
  seen.close();
  const app = await open(id);
  app.network.offline = true;
  app.go('/admin/units');
  await screen.findByText(/^Offline –/);
  app.go(`/admin/person/${id}`);
  expect(await (await section('Balance')).findByText('3 days past due')).toBeVisible();
  expect((await section('Contact')).getByRole('link', { name: '518-555-0142' })).toBeVisible();
  expect(screen.getByText(/^Offline – saved/)).toBeVisible();
});

test('without a connection, a person whose ledger was never opened shows by the list of balances what they owe and since when', async () => {
  const id = await tenant({ amount: 100, type: 'Rent', at: at(3) });
  const seen = await openApp(server, { at: '/admin/payments', as: 'manager' });
  await screen.findByRole('table', { name: 'Tenant balances' });
  seen.go('/admin/manage-users');
  await screen.findByRole('table', { name: 'Users' });
  seen.network.offline = true;
  seen.go(`/admin/person/${id}`);
  const balance = await section('Balance');
  expect(await balance.findByText('$100.00')).toBeVisible();
  expect(await balance.findByText(/^\d+ days? past due$/)).toBeVisible();
  expect(balance.getByText(/since/)).toHaveTextContent(new RegExp(`^since ${timeText(at(3).slice(0, 10))}$`));
  // A payment is recorded all the same.
  expect(balance.getByRole('link', { name: 'Record Payment' })).toHaveAttribute(
    'href',
    `/admin/payments?payment=${id}`,
  );
});

test('a manager’s page has no account, and whoever is not there has no page', async () => {
  const app = await open(1);
  expect(await (await section('Contact')).findByText('Manager')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Balance' })).toBeNull();
  app.go('/admin/person/999999');
  expect(await screen.findByText('This person is not there any more.')).toBeVisible();
});

test('residents have no page of a person or a home', async () => {
  const app = await open(3, 'resident');
  await until(() => app.path() === '/dashboard/resident');
  app.go('/admin/home/1');
  await until(() => app.path() === '/dashboard/resident');
});
