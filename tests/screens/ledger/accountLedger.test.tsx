import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import { addEntry, residentWith, settlePayment, type NewEntry } from '../../support/server/accounts.ts';
import { modalClosed, openApp, until, type App } from '../../support/screens/app.tsx';
import { savedFiles } from '../../support/screens/files.ts';
import { laidOut } from '../../support/screens/layout.ts';
import { test } from '../../support/screens/world.ts';
import { manager, server } from '../../support/server/world.ts';

const RENT = { amount: 1200, type: 'Rent', description: 'Rent for May 2026', at: '2026-05-01T12:00:00Z' };
const CHECK = { amount: -700.5, type: 'Check', description: 'Check #1042', at: '2026-05-03T12:00:00Z' };

/** A tenant of unit 101 with a ledger; answers their id. */
async function tenant(...entries: NewEntry[]): Promise<number> {
  return idOf(await residentWith(server, entries));
}
async function idOf(username: string): Promise<number> {
  const [user] = await server.database.sql<{ id: number }>`select id from users where username = ${username}`;
  return user!.id;
}
const ledger = (id: number, query = '', as = 'manager') =>
  openApp(server, { at: `/admin/ledger/${id}${query}`, as });
const table = () => screen.findByRole('table', { name: 'Account ledger' });
const history = async (id: number) =>
  (await server.call('GET', `/transactions/user-history/${id}`, { as: manager })).json<Transaction[]>();

async function askToReverse(app: App) {
  await app.user.click(await screen.findByRole('button', { name: 'Reverse this entry' }));
  return within(await screen.findByRole('form', { name: 'Reverse this entry' }));
}

test('a manager reads a tenant’s ledger with name, unit and balance', async () => {
  const id = await tenant(RENT, CHECK);
  const app = await ledger(id);
  const rows = within(await table()).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['Date', 'Type', 'Description', 'Amount', 'Balance'],
    ['May 3, 2026', 'Check', 'Check #1042', '-$700.50', '$499.50'],
    ['May 1, 2026', 'Rent', 'Rent for May 2026', '$1,200.00', '$1,200.00'],
  ]);
  expect(within(rows[1]!).getByText('-$700.50')).toHaveClass('text-credit');
  expect(within(rows[2]!).getAllByText('$1,200.00')[0]).toHaveClass('text-debit');
  await screen.findByText('Robin Hale');
  expect(screen.getByText(/User ID/)).toHaveTextContent(`Robin HaleUnit 101 · User ID ${id}Balance $499.50`);
  await app.user.click(screen.getByRole('link', { name: 'Back to Payments' }));
  await until(() => app.path() === '/admin/payments');
});

test('a tenant’s ledger that cannot be loaded shows the reason', async () => {
  await ledger(999_999);
  await screen.findByText('Unable to load account ledger: There is no such user.');
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeVisible();
});

test('a ledger can be searched by type, description, date and amount, with or without commas', async () => {
  const { user } = await ledger(await tenant(RENT, CHECK));
  await table();
  const search = screen.getByRole('searchbox', { name: 'Search by type, description, date or amount' });
  for (const [typed, left] of [
    ['rent for', 'Rent for May 2026'],
    ['check', 'Check #1042'],
    ['may 3', 'Check #1042'],
    ['1,200', 'Rent for May 2026'],
    ['1200.00', 'Rent for May 2026'],
    ['-$700', 'Check #1042'],
  ] as const) {
    await user.clear(search);
    await user.type(search, typed);
    await until(() => screen.queryAllByRole('row').length === 2);
    expect(screen.getByText(left)).toBeVisible();
  }
  await user.clear(search);
  await user.type(search, 'a yacht');
  expect(await screen.findByText('No entry matches your search.')).toBeVisible();
  expect(screen.queryByText('No transactions found for this user.')).not.toBeInTheDocument();
});

test('the detail of an entry shows who posted it', async () => {
  const id = await tenant();
  const body = { userId: id, unitId: 1, amount: 75, description: 'Paid late' };
  const charge = await server.call('POST', '/transactions/charge', { as: manager, body });
  const app = await ledger(id, `?entry=${charge.json<Transaction>().id}`);
  const entry = within(await screen.findByRole('dialog', { name: 'Late Fee' }));
  await app.user.click(entry.getByText('Changes'));
  expect((await entry.findByText('Morgan Reyes')).closest('p')).toHaveTextContent('Morgan Reyes posted this');
  expect(entry.getByText('Amount: $75.00')).toBeVisible();
});

test('a manager reverses an entry with a reason, which the ledger shows', async () => {
  const id = await tenant(RENT);
  const app = await ledger(id);
  await app.user.click(within(await table()).getByRole('button', { name: 'Rent for May 2026' }));
  const form = await askToReverse(app);
  expect(form.getByText(/^This adds/)).toHaveTextContent(
    'This adds -$1,200.00 to the ledger. It cannot be taken back.',
  );
  await app.user.click(form.getByRole('button', { name: 'Reverse' }));
  expect(await form.findByText('Please say why this entry is reversed.')).toBeVisible();
  expect(await history(id)).toHaveLength(1);

  await app.user.type(form.getByLabelText('Reason'), 'Billed twice');
  await app.user.click(form.getByRole('button', { name: 'Reverse' }));
  await screen.findByText('The entry was reversed.');
  await modalClosed();
  await waitFor(() => expect(screen.getByText(/User ID/)).toHaveTextContent('Balance $0.00'));
  expect(await history(id)).toMatchObject([
    { amount: -1200, type: 'Reversal', description: 'Billed twice' },
    { amount: 1200 },
  ]);

  await app.user.click(within(await table()).getByRole('button', { name: 'Rent for May 2026' }));
  await screen.findByText(/^Taken back by “Billed twice”/);
  expect(screen.queryByRole('button', { name: 'Reverse this entry' })).not.toBeInTheDocument();
});

test('reversing an entry that was reversed meanwhile shows an error and keeps the typed reason', async () => {
  const id = await tenant(RENT);
  const [entry] = await history(id);
  const app = await ledger(id, `?entry=${entry!.id}`);
  const form = await askToReverse(app);
  await app.user.type(form.getByLabelText('Reason'), 'Billed twice');
  const path = `/transactions/${entry!.id}/reversal`;
  await server.call('POST', path, { as: manager, body: { reason: 'By someone else' } });
  await app.user.click(form.getByRole('button', { name: 'Reverse' }));
  expect(await form.findByText('This entry was already reversed.')).toBeVisible();
  expect(form.getByLabelText('Reason')).toHaveValue('Billed twice');
});

test('a card payment and a reversal say why they cannot be reversed', async () => {
  const username = await residentWith(server, [RENT]);
  const payment = await settlePayment(server, username, { amount: 80 });
  const id = await idOf(username);
  const first = await ledger(id, `?entry=${payment}`);
  await screen.findByText(/^This entry comes from the card provider\./);
  expect(screen.queryByRole('button', { name: 'Reverse this entry' })).not.toBeInTheDocument();
  await first.user.click(screen.getByRole('link', { name: 'View receipt' }));
  await first.user.click(await screen.findByRole('link', { name: 'Back to Ledger' }));
  await until(() => first.path() === `/admin/ledger/${id}`);
  first.close();

  const rent = (await history(id)).find(({ type }) => type === 'Rent')!;
  const path = `/transactions/${rent.id}/reversal`;
  const answer = await server.call('POST', path, { as: manager, body: { reason: 'Wrong' } });
  await ledger(id, `?entry=${answer.json<Transaction>().id}`);
  await screen.findByText(/^A reversal cannot be reversed\./);
});

test('offline a cached ledger can be read, and a reversal says that it needs a connection', async () => {
  const id = await tenant(RENT);
  const app = await ledger(id);
  await table();
  app.close();
  const offline = await ledger(id);
  offline.network.offline = true;
  await offline.user.click(within(await table()).getByRole('button', { name: 'Rent for May 2026' }));
  const form = await askToReverse(offline);
  await form.findByText(/^You need a connection to reverse this\./);
  expect(form.getByRole('button', { name: 'Reverse' })).toBeDisabled();
  expect(form.getByLabelText('Reason')).toHaveFocus();
  await offline.user.click(form.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('button', { name: 'Reverse this entry' })).toHaveFocus();
});

test('a ledger is exported as a CSV file with its tenant’s name', async () => {
  const app = await ledger(await tenant(RENT, CHECK));
  await screen.findByText('Robin Hale');
  const files = savedFiles();
  await app.user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  await until(() => files.length === 1);
  expect(files[0]!.name).toMatch(/^ledger-robin-hale-\d{4}-\d\d-\d\d\.csv$/);
  expect(await files[0]!.text()).toMatch(
    /^\uFEFF"Entry",.*\r\n"\d+","2026-05-03","Check","Check #1042","-700.50","","2026-05-03","","PL-\d{6}","499.50"\r\n/,
  );
});

test('of two thousand entries only those near the screen are drawn, and all are searched', async () => {
  laidOut();
  const id = await tenant();
  await addEntry(server, 'resident', RENT);
  await server.database.sql`
    insert into transactions (user_id, amount, type, description)
    select ${id}, 1, 'Late Fee', 'Fee ' || n from generate_series(1, 2000) as n`;
  const app = await ledger(id);
  const list = await table();
  await until(() => list.getAttribute('aria-rowcount') === '2001');
  expect(screen.getAllByRole('row').length).toBeLessThan(100);
  await app.user.type(screen.getByRole('searchbox'), 'Fee 1876');
  await until(() => screen.queryAllByRole('row').length === 2);
  expect(screen.getByText('Fee 1876')).toBeVisible();
});

test('a resident cannot open another’s ledger', async () => {
  const app = await ledger(await tenant(RENT), '', 'resident');
  await until(() => app.path() === '/dashboard/resident');
});
