import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { addMonths, daysBetween, monthName, monthOf } from '../../../contract/values/calendar.ts';
import { ENTRY_KINDS } from '../../../contract/ledger/entryKinds.ts';
import { postEntries } from '../../../server/resources/ledger/postEntries.ts';
import { isoDay } from '../../../src/ui/data/Time.tsx';
import { openApp } from '../../support/screens/app.tsx';
import { savedFiles } from '../../support/screens/files.ts';
import { section } from '../../support/screens/sections.ts';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

const thisMonth = monthOf(isoDay());
const before = addMonths(thisMonth, -2);

test.beforeAll(async () => {
  const { sql } = server.database;
  await sql`insert into leases (unit_id, starts, proration) values (1, '2020-01-01', 'actual_days')`;
  await sql`insert into lease_tenants (lease_id, user_id, position) values (1, 2, 1)`;
  await sql`
    insert into lease_charges (lease_id, kind, amount, due_day, from_month) values (1, 'rent', 1450, 1, '2099-01-01')`;
  const entry = { user_id: 2, unit_id: 1, description: 'An entry', created_by: 1 };
  await postEntries(sql, [
    { ...entry, type: ENTRY_KINDS.rent.type, amount: 1000, effective_on: before },
    { ...entry, type: ENTRY_KINDS.check.type, amount: -250.5, effective_on: before },
    { ...entry, type: ENTRY_KINDS.lateFee.type, amount: 40, effective_on: thisMonth },
  ]);
});

const card = async (title: string) =>
  within((await screen.findByRole('heading', { name: title })).closest('section')!);
const figure = async (title: string, name: string) =>
  (await (await card(title)).findByText(name)).nextSibling?.textContent;

test('the balances lead to the books, which tell a month and who owes what', async () => {
  const app = await openApp(server, { at: '/admin/payments', as: 'manager' });
  await app.user.click(await screen.findByRole('link', { name: 'Books' }));
  await screen.findByRole('heading', { name: 'Books', level: 1 });
  expect(await figure(monthName(thisMonth), 'Balances before')).toBe('$749.50');
  expect(await figure(monthName(thisMonth), 'Balances after')).toBe('$789.50');
  expect(await figure('Unpaid now', 'Up to 30 days')).toBe('$40.00');

  await app.user.selectOptions(screen.getByLabelText('Month'), monthName(before));
  expect(await figure(monthName(before), 'Charged')).toBe('$1,000.00');
  expect(await figure(monthName(before), 'Collected')).toBe('-$250.50');
  expect(await figure('Unpaid at month end', 'Up to 30 days')).toBe('$749.50');
  expect(await figure('Unpaid at month end', 'Total unpaid')).toBe('$749.50');
  // What leads from one total to the other.
  expect(await figure('Unpaid at month end', 'Paid ahead')).toBe('$0.00');
  expect(await figure('Unpaid at month end', 'Balances after')).toBe('$749.50');

  const roll = within(await screen.findByRole('table', { name: 'Rent roll' }));
  const row = within(roll.getByText('Robin Hale').closest('tr')!);
  row.getByText('$789.50');
  expect(row.getByRole('link', { name: 'Ledger of Robin Hale' })).toHaveAttribute('href', '/admin/ledger/2');
});

test('a month is closed and reopened in the books, and who did so is listed', async () => {
  const app = await openApp(server, { at: '/admin/books', as: 'manager' });
  await (await card('Closing')).findByText(`${monthName(thisMonth)} can be closed once it is over.`);
  await app.user.selectOptions(screen.getByLabelText('Month'), monthName(before));
  const press = async (verb: string) => {
    await app.user.click(await screen.findByRole('button', { name: `${verb} ${monthName(before)}` }));
    const question = within(await screen.findByRole('alertdialog'));
    await app.user.click(question.getByRole('button', { name: verb }));
  };
  await press('Close');
  await screen.findByText(`${monthName(before)} is closed.`);
  await (await card('Closing')).findByText('Closed');
  await press('Reopen');
  await screen.findByText(`${monthName(before)} is open again.`);
  await app.user.click(screen.getByText('Closed and reopened'));
  await (await card('Closing')).findByText(/reopened months/);
  await server.database.sql`delete from closed_books`;
});

test('a month that was looked at and the rent roll are read without a connection, and the files wait for one', async () => {
  const first = await openApp(server, { at: '/admin/books', as: 'manager' });
  await figure(monthName(thisMonth), 'Balances after');
  await screen.findByRole('table', { name: 'Rent roll' });
  first.close();
  const app = await openApp(server, { at: '/admin/books', as: 'manager' });
  app.network.offline = true;
  expect(await figure(monthName(thisMonth), 'Balances after')).toBe('$789.50');
  await screen.findByRole('table', { name: 'Rent roll' });
  await waitFor(() => expect(screen.getByRole('button', { name: 'Journal' })).toBeDisabled());
  await app.user.selectOptions(screen.getByLabelText('Month'), monthName(before));
  await screen.findByText(/Unable to load the month/);
});

test('the rent roll tells what its leases come to together, and what a search has found of them', async () => {
  const { sql } = server.database;
  await sql`insert into leases (unit_id, starts, proration) values (2, '2020-01-01', 'actual_days')`;
  await sql`insert into lease_tenants (lease_id, user_id, position) select max(id), 3, 1 from leases`;
  const [extra] = await postEntries(sql, [
    {
      user_id: 3,
      unit_id: 2,
      description: 'Rent',
      created_by: 1,
      type: ENTRY_KINDS.rent.type,
      amount: 99_000.25,
      effective_on: thisMonth,
    },
  ]);
  const app = await openApp(server, { at: '/admin/books', as: 'manager' });
  const totals = within(await screen.findByLabelText('Totals of the rent roll'));
  const total = (name: string) => totals.getByText(name).nextSibling?.textContent;
  expect([total('Units'), total('This month'), total('Paid'), total('Unpaid')]).toEqual([
    ...['2', '$99,040.25', '$0.00', '$99,789.75'],
  ]);
  await app.user.type(screen.getByLabelText('Search by name, unit or property'), 'Robin');
  await waitFor(() => expect(total('Unit')).toBe('1'));
  expect(total('Unpaid')).toBe('$789.50');
  await postEntries(sql, [
    {
      user_id: 3,
      unit_id: 2,
      description: 'Undone',
      created_by: 1,
      type: ENTRY_KINDS.check.type,
      amount: -extra!.amount,
    },
  ]);
  await sql`update leases set starts = '2000-01-01', ends = '2000-01-31' where unit_id = 2`;
});

test('who owes and rents nothing any more stands below the leases, and who lives here or owes nothing does not', async () => {
  const { sql } = server.database;
  const entry = { user_id: 4, unit_id: null, description: 'Broken door', created_by: 1 };
  const first = await openApp(server, { at: '/admin/books', as: 'manager' });
  await screen.findByRole('table', { name: 'Rent roll' });
  expect(screen.queryByRole('table', { name: 'Former tenants who owe' })).toBeNull();
  first.close();
  await postEntries(sql, [
    { ...entry, type: ENTRY_KINDS.damageFee.type, amount: 75.5, effective_on: before },
  ]);
  await openApp(server, { at: '/admin/books', as: 'manager' });
  const former = within(await screen.findByRole('table', { name: 'Former tenants who owe' }));
  expect(former.getAllByRole('row')).toHaveLength(2);
  expect(former.getByRole('link', { name: 'Nico Berg' })).toHaveAttribute('href', '/admin/person/4');
  former.getByText('$75.50');
  former.getByText(String(daysBetween(before, isoDay())));
  await postEntries(sql, [{ ...entry, type: ENTRY_KINDS.check.type, amount: -75.5, effective_on: before }]);
});

test('rent that begins in a later month is shown with that month, and is summed up apart', async () => {
  await openApp(server, { at: '/admin/books', as: 'manager' });
  const roll = within(await screen.findByRole('table', { name: 'Rent roll' }));
  const row = within(roll.getByText('Robin Hale').closest('tr')!);
  expect(row.getByText('$1,450.00').closest('td')).toHaveTextContent('$1,450.00from January 2099');
  const totals = within(screen.getByLabelText('Totals of the rent roll'));
  expect(totals.getByText('Monthly rent').nextSibling).toHaveTextContent('$0.00');
  expect(totals.getByText('Rent that begins later').nextSibling).toHaveTextContent('$1,450.00');
});

test('the files of a month are a journal, its postings, the balances at its end, and the rent roll', async () => {
  const files = savedFiles();
  const app = await openApp(server, { at: '/admin/books', as: 'manager' });
  await screen.findByRole('table', { name: 'Rent roll' });
  await app.user.selectOptions(screen.getByLabelText('Month'), monthName(before));
  const accountant = await card('For the accountant');
  const buttons = [
    ...['Journal', 'Beancount', 'Postings', 'Balances on the last day'].map((name) => ({
      of: accountant,
      name,
    })),
    ...[await section('Rent roll'), await section('Vacant homes')].map((of) => ({ of, name: 'Export CSV' })),
  ];
  for (const [saved, { of: place, name }] of buttons.entries()) {
    await waitFor(() => expect(place.getByRole('button', { name })).toBeEnabled());
    await app.user.click(place.getByRole('button', { name }));
    await waitFor(() => expect(files).toHaveLength(saved + 1));
  }
  // The file has balances alone, one a line.
  await screen.findByText(/^1 balance on .*, \$749\.50 in all\.$/);
  const text = async (name: RegExp) => files.find((file) => name.test(file.name))?.text();
  expect(await text(/\.journal$/)).toContain('    income:rent  $-1000.00\n');
  expect(await text(/^postings-/)).toContain(
    '"income:rent","","1000.00","An entry","2","Robin","Hale","Maple Court","101"',
  );
  expect(await text(/^balances-on-/)).toContain('"749.50"');
  expect(await text(/^rent-roll-/)).toContain('"789.50"');
  expect(await text(/\.beancount$/)).toContain('  Income:Rent  -1000.00 USD\n');
  expect(await text(/^vacant-homes-/)).toContain('"Maple Court","2B"');

  await app.user.clear(screen.getByLabelText('From'));
  await app.user.type(screen.getByLabelText('From'), '2099-01-01');
  expect(screen.getByLabelText('To')).toHaveAccessibleDescription(
    'Please choose a last day that is not before the first.',
  );
  expect(screen.getByRole('button', { name: 'Journal' })).toBeDisabled();
});

test('the rent roll of last month’s data names its month', async () => {
  const first = await openApp(server, { at: '/admin/books', as: 'manager' });
  await within(await screen.findByRole('table', { name: 'Rent roll' })).findByText('This month');
  first.close();
  const { withDatabase } = await import('../../../src/offline/engine/database.ts');
  await withDatabase((db) => db.readParts.toCollection().modify({ asOf: new Date('2026-03-01T10:42') }));
  const app = await openApp(server, { at: '/admin/books', as: 'manager' });
  app.network.offline = true;
  const roll = within(await screen.findByRole('table', { name: 'Rent roll' }));
  await roll.findByText('March 2026');
  expect(roll.queryByText('This month')).toBeNull();
});
