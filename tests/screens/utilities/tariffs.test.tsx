import { screen, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import type { NewTariff, Tariff } from '../../../contract/utilities/tariffs.ts';
import { card, openApp } from '../../support/screens/app.tsx';
import { clearBills, enter, open, review, ROBIN, unit } from '../../support/screens/utilities/readings.ts';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

beforeEach(async () => {
  await clearBills();
  await server.database.sql`delete from utility_tariffs`;
});

const WATER: NewTariff = {
  ...{ kind: 'water', valid_from: '2026-01-01', fixed_fee: 5, minimum: 20, tax_percent: 8.875 },
  tiers: [
    { up_to: 1000, rate: 0.01 },
    { up_to: null, rate: 0.02 },
  ],
};
const set = async (body = WATER) =>
  server.call('POST', '/tariffs', { as: await server.token('manager'), body });
const stored = async () =>
  (await server.call('GET', '/tariffs', { as: await server.token('manager') })).json<Tariff[]>();
const settings = () => openApp(server, { at: '/admin/settings', as: 'manager' });

test('a tariff is typed with its tiers, and what a usage would cost is shown before it is saved', async () => {
  const app = await settings();
  await app.user.click(await screen.findByRole('button', { name: 'Add Tariff' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Tariff' }));
  const type = async (label: string | RegExp, text: string) => {
    const field = await dialog.findByLabelText(label);
    await app.user.clear(field);
    await app.user.type(field, text);
  };
  await type('Valid from', '2026-01-01');
  await type(/^Tiers/, '1000: 0.01\nabove: 0.02');
  await type('Fixed fee', '5');
  await type('Minimum', '20');
  await type('Tax', '8.875%');
  await type(/^Example/, '1200');
  const example = within(dialog.getByRole('region', { name: 'What it would cost' }));
  expect(example.getByText('Water 1,200 gal would cost')).toHaveTextContent('$21.78');
  expect(example.getByText('200 gal × $0.0200').parentElement).toHaveTextContent('$4.00');
  expect(example.getByText('Added to the minimum').parentElement).toHaveTextContent('$1.00');
  await app.user.click(dialog.getByRole('button', { name: 'Save Tariff' }));
  expect(await screen.findByText('The tariff was saved.')).toBeInTheDocument();
  expect(await screen.findByText('Water, all properties')).toBeInTheDocument();
  expect(screen.getByText('Valid')).toBeInTheDocument();
  expect(await stored()).toMatchObject([{ ...WATER, property_id: null }]);
  app.close();
});

test('a tier that does not end above the one before is refused where the tiers are typed', async () => {
  const app = await settings();
  await app.user.click(await screen.findByRole('button', { name: 'Add Tariff' }));
  await app.user.type(await screen.findByLabelText(/^Tiers/), '1000: 0.01\n500: 0.02');
  await app.user.click(screen.getByRole('button', { name: 'Save Tariff' }));
  const problem = 'Each tier ends above the one before, and only the last one has no end.';
  expect(await screen.findByText(problem)).toBeInTheDocument();
  expect(screen.getByLabelText(/^Tiers/)).toHaveFocus();
  await app.user.clear(screen.getByLabelText(/^Tiers/));
  await app.user.type(screen.getByLabelText(/^Tiers/), '1000: cheap\nabove: 1');
  await app.user.click(screen.getByRole('button', { name: 'Save Tariff' }));
  expect(
    await screen.findByText('The rate of a tier is from 0 to 10,000, with at most 4 decimals.'),
  ).toBeInTheDocument();
  expect(await stored()).toEqual([]);
  app.close();
});

test('a tariff is removed after a question', async () => {
  await set();
  const app = await settings();
  await app.user.click(await screen.findByRole('button', { name: /^Remove Water, all properties/ }));
  await app.user.click(await screen.findByRole('button', { name: 'Remove Tariff' }));
  expect(await screen.findByText('The tariff was removed.')).toBeInTheDocument();
  expect(await screen.findByText(/^No tariffs\./)).toBeInTheDocument();
  expect(await stored()).toEqual([]);
  app.close();
});

test('at the meter a usage is priced by the tariff without a connection, and the bill that is sent later is the same', async () => {
  await set();
  const app = await open();
  await screen.findByRole('group', { name: ROBIN });
  expect(await screen.findByText('or by tariff')).toBeInTheDocument();
  app.network.offline = true;
  await enter(app, ROBIN, '1200', '100');
  expect(unit(ROBIN).getByText('$36.28')).toBeInTheDocument();
  await review(app);
  const dialog = within(await screen.findByRole('dialog', { name: 'Review bills' }));
  expect(dialog.getByText('Water: Tax 8.875% = $1.78')).toBeInTheDocument();
  await app.user.click(dialog.getByRole('button', { name: 'Post 1 Bill' }));
  await app.user.click(await screen.findByRole('button', { name: 'Bill as 0' }));
  expect(await screen.findByRole('heading', { name: '1 bill, $36.28' })).toBeInTheDocument();
  const waiting = await card('1 bill, $36.28');
  expect(waiting.getByText('Water: Added to the minimum = $1.00')).toBeInTheDocument();
  app.reconnect();
  expect(await screen.findByText('Successfully created 1 utility bill(s)!')).toBeInTheDocument();
  app.close();

  const [entry] = await server.database.sql<{
    id: number;
  }>`select max(transaction_id) as id from utility_bills`;
  const at = `/ledger?entry=${entry!.id}`;
  const resident = await openApp(server, { at, as: 'resident' });
  expect((await screen.findByText('Added to the minimum')).parentElement).toHaveTextContent('$1.00');
  resident.close();
  const away = await openApp(server, { at, as: 'resident' });
  away.network.offline = true;
  expect((await screen.findByText('200 gal × $0.0200')).parentElement).toHaveTextContent('$4.00');
  away.close();
});

test('bills that wait are re-priced where their tariff changed', async () => {
  await set();
  const app = await open();
  await screen.findByText('or by tariff');
  app.network.offline = true;
  await enter(app, ROBIN, '1200', '100');
  await review(app);
  await app.user.click(await screen.findByRole('button', { name: 'Post 1 Bill' }));
  await app.user.click(await screen.findByRole('button', { name: 'Bill as 0' }));
  await screen.findByRole('heading', { name: '1 bill, $36.28' });
  await set({ ...WATER, fixed_fee: 10 });
  app.reconnect();
  await app.user.click(await screen.findByRole('button', { name: 'Re-price and post' }));
  expect(await screen.findByText('Successfully created 1 utility bill(s)!')).toBeInTheDocument();
  const [bill] = await server.database.sql`select water_cost from utility_bills`;
  // 14 + 10 + 2.13 of tax
  expect(bill).toEqual({ water_cost: 26.13 });
  app.close();
});
