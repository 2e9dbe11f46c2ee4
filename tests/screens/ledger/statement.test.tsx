import { screen, waitFor, within } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { ENTRY_KINDS } from '../../../contract/ledger/entryKinds.ts';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import { lineText, monthAround, statementOf } from '../../../src/features/ledger/statement.ts';
import { residentWith } from '../../support/server/accounts.ts';
import { openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

const entry = (id: number, amount: number, at: string, effective_on: string | null = null): Transaction => ({
  ...{ id, amount, effective_on, created_at: `${at}T12:00:00.000Z` },
  ...{ user_id: 2, unit_id: 1, type: 'Rent', description: 'Rent', reverses: null, reversed_by: null },
  ...{
    utility: null,
    card: null,
    lease: null,
    pays: null,
    late_fee: null,
    reference: null,
    receipt_number: null,
    created_with: null,
  },
});
const MAY = { from: '2026-05-01', to: '2026-05-31' };

test('a statement goes from what was owed before to what is owed after, by the day each entry counts for', () => {
  const entries = [
    entry(1, 100.1, '2026-04-30'),
    entry(2, 0.2, '2026-05-01'),
    // Recorded in June, received in May.
    entry(6, -50, '2026-06-02', '2026-05-20'),
    entry(3, 20, '2026-05-20'),
    // Posted in May for April.
    entry(4, 7, '2026-05-02', '2026-04-28'),
    entry(5, 9, '2026-06-01'),
  ];
  const { opening, lines, closing } = statementOf(entries, MAY);
  expect(opening).toBe(10_710);
  expect(lines.map(({ entry: { id }, day, balance }) => [id, day, balance])).toEqual([
    [2, '2026-05-01', 10_730],
    [3, '2026-05-20', 12_730],
    [6, '2026-05-20', 7_730],
  ]);
  expect(closing).toBe(7_730);
  expect(statementOf([], MAY)).toEqual({ opening: 0, lines: [], closing: 0 });
});

test.each([
  ['2026-02-14', '2026-02-01', '2026-02-28'],
  ['2028-02-29', '2028-02-01', '2028-02-29'],
  ['2026-12-31', '2026-12-01', '2026-12-31'],
])('the month of %s is from %s to %s', (day, from, to) => {
  expect(monthAround(day)).toEqual({ from, to });
});

test.each(Object.values(ENTRY_KINDS).map(({ type }) => type))(
  'a statement reads the type of an entry once where its description begins with it: %s',
  (type) => {
    const said = (description: string) => Object.values(lineText({ type, description })).join(' ');
    expect(said(`${type} for May 2026`)).toBe(`${type} for May 2026`);
    expect(said(`${type.toLowerCase()} #7`)).toBe(`${type.toLowerCase()} #7`);
    expect(said(type).trim()).toBe(type);
    expect(said(`${type}s`)).toBe(`${type} ${type}s`);
    expect(said('For May')).toBe(`${type} For May`);
  },
);

const entries = [
  { amount: 1000, type: 'Rent', at: '2026-04-01T12:00:00Z' },
  { amount: 1100, type: 'Rent', at: '2026-05-01T12:00:00Z' },
  { amount: -2000, type: 'Cash', at: '2026-05-03T12:00:00Z' },
];
const sheet = async () => within(await screen.findByRole('article', { name: 'Statement' }));
const lines = async () => (await sheet()).queryAllByRole('listitem').map(({ textContent }) => textContent);

test('a resident reads and prints a statement of any month, also without a connection', async () => {
  const robin = await residentWith(server, entries);
  const first = await openApp(server, { at: '/ledger', as: robin });
  await first.user.click(await screen.findByRole('link', { name: 'Statement' }));
  await first.user.selectOptions(await screen.findByLabelText('Period'), 'May 2026');
  expect(await lines()).toHaveLength(2);
  first.close();

  const app = await openApp(server, { at: '/ledger/statement', as: robin });
  app.network.offline = true;
  await app.user.selectOptions(await screen.findByLabelText('Period'), 'May 2026');
  expect((await sheet()).getByText('Opening balance').parentElement).toHaveTextContent('$1,000.00');
  expect(await lines()).toEqual([
    'May 1, 2026Rent for May 2026$1,100.00Balance $2,100.00',
    'May 3, 2026Cash for May 2026-$2,000.00Balance $100.00',
  ]);
  expect((await sheet()).getByText('Closing balance').parentElement).toHaveTextContent('$100.00');
  const print = vi.fn();
  vi.stubGlobal('print', print);
  await app.user.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
});

test('a manager reads a statement of any days of an account', async () => {
  const robin = await residentWith(server, entries);
  const [user] = await server.database.sql<{ id: number }>`select id from users where username = ${robin}`;
  const app = await openApp(server, { at: `/admin/ledger/${user!.id}`, as: 'manager' });
  await app.user.click(await screen.findByRole('link', { name: 'Statement' }));
  await app.user.selectOptions(await screen.findByLabelText('Period'), 'Other days');
  const type = async (label: string, day: string) => {
    await app.user.clear(screen.getByLabelText(label));
    await app.user.type(screen.getByLabelText(label), day);
  };
  await type('From', '2026-04-01');
  await type('To', '2026-03-01');
  expect(screen.getByLabelText('To')).toHaveAccessibleDescription(
    'Please choose a last day that is not before the first.',
  );
  expect(screen.getByRole('button', { name: 'Print' })).toBeDisabled();
  await type('To', '2026-05-01');
  await waitFor(async () => expect(await lines()).toHaveLength(2));
  (await sheet()).getByText('Robin Hale');
  (await sheet()).getByText('Unit 101, Maple Court');
});

test('a resident’s statement names the property of their lease', async () => {
  const robin = await residentWith(server, entries);
  const { sql } = server.database;
  const [lease] = await sql<{ id: number }>`
    insert into leases (unit_id, starts, proration) values (1, '2020-01-01', 'actual_days') returning id`;
  await sql`
    insert into lease_tenants (lease_id, user_id, position)
    select ${lease!.id}, id, 1 from users where username = ${robin}`;
  await openApp(server, { at: '/ledger/statement', as: robin });
  await (await sheet()).findByText('Unit 101, Maple Court');
});
