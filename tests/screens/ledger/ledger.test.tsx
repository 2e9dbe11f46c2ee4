import { cleanup, screen, within } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { addEntry, residentWith, settlePayment } from '../../support/server/accounts.ts';
import { openApp, until } from '../../support/screens/app.tsx';
import { laidOut } from '../../support/screens/layout.ts';
import { test } from '../../support/screens/world.ts';
import { manager, server } from '../../support/server/world.ts';

const table = () => screen.findByRole('table', { name: 'Account ledger' });

/** A phone's width, where the table's 48 rem do not fit. */
function onAPhone(): void {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

async function withUtilityBill(gas: number): Promise<{ robin: string; id: number }> {
  const robin = await residentWith(server);
  const id = await addEntry(server, robin, { amount: gas > 0 ? 102.38 : 74.69, type: 'Utility' });
  await server.database.sql`
    insert into utility_bills (transaction_id, user_id, unit_id, month, water_usage, electric_usage, gas_usage,
      rate_water, rate_electric, rate_gas, water_cost, electric_cost, gas_cost, due_date, taken_at)
    select id, user_id, 1, '2026-05-01', 1240, 412.5, ${gas}, 0.012, 0.145, 1.0901, 14.88, 59.81,
      ${gas > 0 ? 27.69 : 0}, '2026-06-10', now()
    from transactions where id = ${id}`;
  return { robin, id };
}

test('the ledger is a table of date, type, description and amount, newest first', async () => {
  const robin = await residentWith(server, [
    { amount: 1200, type: 'Rent', description: 'Rent for May 2026', at: '2026-05-01T12:00:00Z' },
    { amount: -1200, type: 'Check', description: 'Check #1042', at: '2026-05-03T12:00:00Z' },
  ]);
  await openApp(server, { at: '/ledger', as: robin });
  const rows = within(await table()).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['Date', 'Type', 'Description', 'Amount', 'Balance'],
    ['May 3, 2026', 'Check', 'Check #1042', '-$1,200.00', '$0.00'],
    ['May 1, 2026', 'Rent', 'Rent for May 2026', '$1,200.00', '$1,200.00'],
  ]);
  expect(screen.getAllByText('$1,200.00')[0]).toHaveClass('text-debit');
  expect(screen.getByText('-$1,200.00')).toHaveClass('text-credit');
});

test('the ledger stands in the order of its shown days, with what was owed after each entry and what is owed now', async () => {
  const robin = await residentWith(server, [
    { amount: 1200, type: 'Rent', description: 'Rent', at: '2026-05-01T12:00:00Z' },
    { amount: 40, type: 'Late Fee', description: 'Late', at: '2026-05-09T12:00:00Z' },
  ]);
  // Posted last, for a day before the fee.
  const [user] = await server.database.sql<{ id: number }>`select id from users where username = ${robin}`;
  const paid = { userId: user!.id, amount: 1000, type: 'Check', received_on: '2026-05-04' };
  await server.call('POST', '/transactions/record-payment', { as: manager, body: paid });
  await openApp(server, { at: '/ledger', as: robin });
  const rows = within(await table())
    .getAllByRole('row')
    .slice(1);
  expect(rows.map((row) => [row.children[0], row.children[4]].map((cell) => cell?.textContent))).toEqual([
    ['May 9, 2026', '$240.00'],
    ['May 4, 2026', '$200.00'],
    ['May 1, 2026', '$1,200.00'],
  ]);
  expect(screen.getByText('Balance', { selector: 'h1 ~ * span' })).toHaveTextContent('Balance $240.00');
});

test('on a phone each ledger entry is a card', async () => {
  onAPhone();
  const robin = await residentWith(server, [
    { amount: 1_000_000, type: 'Damage Fee', description: 'A flood' },
  ]);
  const app = await openApp(server, { at: '/ledger', as: robin });
  const cards = within(await screen.findByRole('list', { name: 'Account ledger' })).getAllByRole('listitem');
  expect(cards.map((card) => card.textContent)).toEqual([
    'Damage Fee$1,000,000.00A floodMay 1, 2026Balance$1,000,000.00',
  ]);
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
  await app.user.click(within(cards[0]!).getByRole('button'));
  await screen.findByRole('dialog', { name: 'Damage Fee' });
});

test('an empty ledger says so', async () => {
  const robin = await residentWith(server);
  await openApp(server, { at: '/ledger', as: robin });
  await screen.findByText('No ledger entries found.');
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
});

test('a ledger that cannot be loaded shows an error page that links to the payments', async () => {
  const robin = await residentWith(server);
  const app = await openApp(server, { at: '/outbox', as: robin });
  await screen.findByText('Everything is sent.');
  // The payments ask first, the ledger after them.
  const away = { status: 500, message: 'The database is away.' };
  app.network.failAll(/my-history/, away);
  await app.user.click(screen.getByRole('link', { name: 'Payments' }));
  await screen.findByText('Unable to load your account history: The database is away.');
  cleanup();

  const ledger = await openApp(server, { at: '/ledger', as: robin });
  ledger.network.failAll(/my-history/, away);
  await screen.findByRole('heading', { name: 'Error Loading Ledger' });
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Unable to load your account history: The database is away.',
  );
  expect(screen.queryByRole('heading', { name: 'Account Ledger' })).not.toBeInTheDocument();
  await ledger.user.click(screen.getByRole('link', { name: 'Back to Payments' }));
  await screen.findByRole('heading', { name: 'Payments' });
});

test('the ledger can be read offline, with the time of its data', async () => {
  const robin = await residentWith(server, [
    { amount: 1200, type: 'Rent', description: 'Rent for May 2026' },
  ]);
  const app = await openApp(server, { at: '/ledger', as: robin });
  await table();
  app.close();
  const offline = await openApp(server, { at: '/ledger', as: robin });
  offline.network.offline = true;
  expect(within(await table()).getByText('Rent for May 2026')).toBeVisible();
});

test('an entry of another resident cannot be opened by its id', async () => {
  const noor = await residentWith(server);
  const theirs = await addEntry(server, noor, { amount: 10, type: 'Late Fee' });
  const robin = await residentWith(server, [{ amount: 1200, type: 'Rent' }]);
  await openApp(server, { at: `/ledger?entry=${theirs}`, as: robin });
  await table();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('the detail of an entry shows its full description', async () => {
  const long = `Carpet cleaning after the flood of the ground floor, ${'and the one below, '.repeat(40)}paid by nobody`;
  const robin = await residentWith(server, [{ amount: 86.4, type: 'Damage Fee', description: long }]);
  const app = await openApp(server, { at: '/ledger', as: robin });
  await app.user.click(within(await table()).getByRole('button', { name: long }));
  const entry = within(await screen.findByRole('dialog', { name: 'Damage Fee' }));
  expect(entry.getByText(long)).toBeVisible();
  expect(entry.getByText('$86.40')).toBeVisible();
  expect(entry.getByText('Charge')).toBeVisible();
  expect(entry.queryByRole('link', { name: 'View receipt' })).not.toBeInTheDocument();
  await app.user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('the detail of a utility bill shows usage × rate of each meter, and the due date', async () => {
  const { robin, id } = await withUtilityBill(25.4);
  await openApp(server, { at: `/ledger?entry=${id}`, as: robin });
  const bill = within(await screen.findByRole('dialog', { name: 'Utility' }));
  const rows = within(bill.getByRole('table', { name: 'Usage in May 2026' })).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['Meter', 'Usage × rate', 'Cost'],
    ['Water', '1,240 gal × $0.012/gal', '$14.88'],
    ['Electric', '412.5 kWh × $0.145/kWh', '$59.81'],
    ['Gas', '25.4 therms × $1.0901/therm', '$27.69'],
    ['Total', '$102.38'],
  ]);
  expect(bill.getByText('June 10, 2026').closest('p')).toHaveTextContent('Due June 10, 2026');
});

test('the detail of a utility bill leaves out a meter without usage', async () => {
  const { robin, id } = await withUtilityBill(0);
  await openApp(server, { at: `/ledger?entry=${id}`, as: robin });
  await screen.findByRole('rowheader', { name: 'Electric' });
  expect(screen.queryByRole('rowheader', { name: 'Gas' })).not.toBeInTheDocument();
});

test('an entry and its reversal link to each other', async () => {
  const robin = await residentWith(server);
  const fee = await addEntry(server, robin, {
    amount: 50,
    type: 'Late Fee',
    description: 'Late fee for May',
  });
  await server.database.sql`
    insert into transactions (user_id, unit_id, amount, type, description, reverses)
    select user_id, unit_id, -50, 'Late Fee', 'Paid on time after all', id from transactions where id = ${fee}`;
  const app = await openApp(server, { at: `/ledger?entry=${fee}`, as: robin });
  const dialog = () => screen.getByRole('dialog', { name: 'Late Fee' });
  await screen.findByText(/^Taken back by “Paid on time after all” of/);
  await app.user.click(within(dialog()).getByRole('button', { name: 'Show it' }));
  expect(await screen.findByText(/^Takes back/)).toHaveTextContent(
    'Takes back “Late fee for May” of May 1, 2026',
  );
  expect(within(dialog()).getByText('-$50.00')).toBeVisible();
  expect(within(dialog()).getByText('Credit')).toBeVisible();
  await app.user.click(within(dialog()).getByRole('button', { name: 'Show it' }));
  await screen.findByText(/^Taken back by/);
});

test.each([
  ['visa', '4242', 'Visa ending in 4242'],
  ['amex', '0005', 'American Express ending in 0005'],
  ['unknown', '1111', 'Card ending in 1111'],
])('a card payment by %s leads to its receipt, which prints', async (brand, last4, card) => {
  const robin = await residentWith(server, [{ amount: 1234.5, type: 'Rent' }]);
  const id = await settlePayment(server, robin, { amount: 1234.5, brand, last4 });
  const app = await openApp(server, { at: `/ledger?entry=${id}`, as: robin });
  const entry = within(await screen.findByRole('dialog', { name: 'Card Payment' }));
  const number = `PL-${String(id).padStart(6, '0')}`;
  expect(entry.getByText(card)).toBeVisible();
  expect(entry.getByText(number)).toBeVisible();

  await app.user.click(entry.getByRole('link', { name: 'View receipt' }));
  const receipt = await screen.findByRole('article', { name: `Receipt ${number}` });
  for (const text of [number, 'May 2, 2026', card, 'Robin Hale', '101', 'Maple Court', '$1,234.50']) {
    expect(within(receipt).getAllByText(text)[0]).toBeVisible();
  }
  const print = vi.fn();
  vi.stubGlobal('print', print);
  await app.user.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
  for (const hidden of [screen.getByRole('navigation'), screen.getByRole('button', { name: 'Print' })]) {
    expect(hidden.closest('.print\\:hidden')).not.toBeNull();
  }
});

test('a thousand entries are counted and searched, and only those near the screen are rendered', async () => {
  laidOut();
  const robin = await residentWith(server);
  await server.database.sql`
    insert into transactions (user_id, unit_id, amount, type, description)
    select users.id, 1, n, 'Late Fee', 'Fee ' || n from users, generate_series(1, 1000) as n
    where username = ${robin}`;
  const { user } = await openApp(server, { at: '/ledger', as: robin });
  const list = await table();
  await until(() => list.getAttribute('aria-rowcount') === '1001');
  expect(within(list).getAllByRole('row').length).toBeLessThan(100);
  await user.type(
    screen.getByRole('searchbox', { name: 'Search by type, description, date or amount' }),
    '$77.00',
  );
  await within(list).findByText('Fee 77');
});
