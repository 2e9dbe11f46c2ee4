import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { addDays, daysBetween } from '../../../contract/values/calendar.ts';
import { isoDay, timeText } from '../../../src/ui/data/Time.tsx';
import { addEntry } from '../../support/server/accounts.ts';
import { until } from '../../support/screens/app.tsx';
import { savedFiles } from '../../support/screens/files.ts';
import { laidOut } from '../../support/screens/layout.ts';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';
import { balances, row, open, addBalances } from '../../support/screens/ledger/balances.ts';

test.beforeAll(addBalances);

/** Since when they owe, by what `addBalances` adds. */
const ROBIN = '2026-05-01';
const days = (since: string) => String(daysBetween(since, isoDay()));

const table = () => screen.findByRole('table', { name: 'Tenant balances' });

test('the balances are a table of tenant, unit and balance, coloured as debit or credit', async () => {
  await balances();
  const cells = within(await table())
    .getAllByRole('row')
    .map((each) => [...each.children].slice(0, 3));
  expect(cells.map((each) => each.map(({ textContent }) => textContent))).toEqual([
    ['Tenant', 'Unit #', 'Balance'],
    // Who owes stands first.
    ['Robin Hale', '101 Maple Court', '$1,250.50'],
    ['Noor Aziz', '102 Maple Court', '-$20.00'],
    ['Zoë Žižek', '2B Maple Court', '$0.00'],
  ]);
  expect(screen.getByText('-$20.00')).toHaveClass('text-credit');
  expect(screen.getByText('$0.00')).toHaveClass('text-muted');
  expect((await row('Robin Hale')).getByText('$1,250.50')).toHaveClass('text-debit');
  expect(screen.getByText(/outstanding from/)).toHaveTextContent('$1,250.50 outstanding from 1 tenant.');
});

test('tenants are searched by name, with or without accents, and by unit number', async () => {
  const { user } = await balances();
  await table();
  const search = screen.getByRole('searchbox', { name: 'Search by name or unit number' });
  await user.type(search, 'zizek');
  expect(screen.getByText('Zoë Žižek')).toBeVisible();
  expect(screen.queryByText('Robin Hale')).not.toBeInTheDocument();
  await user.clear(search);
  await user.type(search, '102');
  expect(screen.getByText('Noor Aziz')).toBeVisible();
  expect(screen.queryByText('Zoë Žižek')).not.toBeInTheDocument();
  await user.clear(search);
  await user.type(search, 'nobody of this name');
  expect(screen.getByText('No tenants found.')).toBeVisible();
});

test('offline the balances can be read and exported, and charging several says that it needs a connection', async () => {
  const app = await balances();
  await table();
  app.close();
  const offline = await balances();
  offline.network.offline = true;
  await table();
  await screen.findByText(/^You need a connection to charge several tenants at once\./);
  const files = savedFiles();
  await offline.user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await until(() => files.length === 1);
  expect(files[0]!.name).toMatch(/^tenant-balances-\d{4}-\d\d-\d\d\.csv$/);
  expect(await files[0]!.text()).toContain(
    `\r\n"2","Robin","Hale","Maple Court","101","1250.50","${ROBIN}","${days(ROBIN)}"\r\n`,
  );
  expect(await files[0]!.text()).toContain('\r\n"3","Noor","Aziz","Maple Court","102","-20.00","",""\r\n');

  offline.go(`/admin/payments?charges=2,3`);
  const modal = within(await screen.findByRole('dialog', { name: 'Charge Several' }));
  expect(await modal.findByText(/^You need a connection to post this\./)).toBeVisible();
  expect(modal.getByRole('button', { name: 'Charge 2 Tenants' })).toBeDisabled();
});

test('who owes stands first, the oldest at the top, with since when and how many days it is past due', async () => {
  const [zoe, nico] = [addDays(isoDay(), -40), addDays(isoDay(), -3)];
  await addEntry(server, 'paid', { amount: 10, type: 'Rent', at: `${zoe}T12:00:00Z` });
  await addEntry(server, 'newcomer', { amount: 5, type: 'Misc Charge', at: `${nico}T12:00:00Z` });
  await addEntry(server, 'neighbour', { amount: 30, type: 'Misc Charge', at: `${isoDay()}T12:00:00Z` });
  const app = await balances();
  const rows = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((each) => [0, 3].map((cell) => within(each).getAllByRole('cell')[cell]?.textContent));
  await table();
  expect(rows()).toEqual([
    ['Robin Hale', `${timeText(ROBIN)} ${days(ROBIN)} days late`],
    ['Zoë Žižek', `${timeText(zoe)} 40 days late`],
    ['Nico Berg', `${timeText(nico)} 3 days late`],
    ['Noor Aziz', `${timeText(isoDay())} not late yet`],
  ]);
  const chips = within(screen.getByRole('group', { name: 'Tenants' }));
  expect(chips.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    ...['Owing4', 'Late3', 'Credit0', 'Former1', 'All4'],
  ]);
  expect(screen.getByText('$1,275.50 owed')).toBeVisible();
  await app.user.click(chips.getByRole('button', { name: /^Former/ }));
  expect(rows().map(([name]) => name)).toEqual(['Nico Berg']);

  // A form that opens and closes leaves the list as it is.
  await open(app, 'Nico Berg', 'Add Charge');
  await app.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
  await until(() => app.path() === '/admin/payments?show=former');
  for (const [name, amount] of [
    ['paid', -10],
    ['newcomer', -5],
    ['neighbour', -30],
  ] as const) {
    await addEntry(server, name, { amount, type: 'Cash' });
  }
});

test('of ten thousand tenants only those near the screen are rendered', async () => {
  laidOut();
  await server.database.sql`
    insert into users (username, email, password_hash, first_name, last_name, unit)
    select 'many' || n, 'many' || n || '@example.com', '', 'Tenant', 'Number ' || n, 4
    from generate_series(1, 10000) as n`;
  const app = await balances();
  const list = await table();
  await until(() => !screen.queryByRole('progressbar'));
  expect(Number(list.getAttribute('aria-rowcount'))).toBeGreaterThan(10_000);
  expect(within(list).getAllByRole('row').length).toBeLessThan(100);
  await app.user.type(screen.getByRole('searchbox'), 'Number 9999');
  await until(() => list.getAttribute('aria-rowcount') === '2');
  expect(screen.getByText('Tenant Number 9999')).toBeVisible();
});

test('a resident cannot open the balances', async () => {
  const app = await balances('resident');
  await until(() => app.path() === '/dashboard/resident');
});
