import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import { isoDay } from '../../../src/ui/data/Time.tsx';
import { residentWith } from '../../support/server/accounts.ts';
import { modalClosed, until } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { manager, server } from '../../support/server/world.ts';
import { balances, row, open, addBalances } from '../../support/screens/ledger/balances.ts';

test.beforeAll(addBalances);

const history = async (id: number) =>
  (await server.call('GET', `/transactions/user-history/${id}`, { as: manager })).json<Transaction[]>();

/** A tenant of their own for a test, as entries cannot be taken away. */
async function tenant(first: string): Promise<number> {
  const username = await residentWith(server);
  const [user] = await server.database.sql<{ id: number }>`
    update users set first_name = ${first} where username = ${username} returning id`;
  return user!.id;
}

test('a charge names missing fields, is added, and changes the balance', async () => {
  const id = await tenant('Charged');
  const app = await balances();
  const modal = await open(app, 'Charged Hale', 'Add Charge');
  expect(modal.getByText('Charged Hale')).toBeVisible();
  expect(within(modal.getByLabelText('Type')).getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Late Fee', 'Damage Fee', 'Parking Fee', 'Misc Charge',
  ]); // prettier-ignore
  expect(modal.getByLabelText('Type')).toHaveValue('Late Fee');
  expect(modal.getByLabelText('Amount')).toHaveAttribute('inputmode', 'decimal');

  const add = modal.getByRole('button', { name: 'Add Charge' });
  await app.user.click(add);
  expect(await modal.findByText('Please enter a valid positive amount.')).toBeVisible();
  expect(modal.getByText('Please enter a description.')).toBeVisible();
  await app.user.type(modal.getByLabelText('Amount'), '0');
  expect(modal.getByText('Please enter a valid positive amount.')).toBeVisible();
  await app.user.clear(modal.getByLabelText('Amount'));
  await app.user.type(modal.getByLabelText('Amount'), '45.25');
  await app.user.selectOptions(modal.getByLabelText('Type'), 'Parking Fee');
  await app.user.type(modal.getByLabelText('Description'), 'A second car');
  await app.user.click(add);

  await screen.findByText('Charge of $45.25 added for Charged Hale.');
  await modalClosed();
  expect(await (await row('Charged Hale')).findByText('$45.25')).toBeVisible();
  expect(await history(id)).toMatchObject([
    { amount: 45.25, type: 'Parking Fee', description: 'A second car', unit_id: 1 },
  ]);
});

test('rent for a part of a month is charged by hand, as rent in the ledger', async () => {
  const id = await tenant('Partly');
  const app = await balances();
  const modal = await open(app, 'Partly Hale', 'Add Charge');
  await app.user.type(modal.getByLabelText('Amount'), '325.50');
  expect(modal.queryByLabelText('What it is')).toBeNull();
  await app.user.selectOptions(modal.getByLabelText('Type'), 'Misc Charge');
  await app.user.selectOptions(modal.getByLabelText('What it is'), 'Prorated rent');
  expect(modal.getByLabelText('Type')).toHaveValue('Misc Charge');
  expect(modal.getByText(/No late fee follows/)).toBeVisible();
  await app.user.type(modal.getByLabelText('Description'), 'Rent, March 24 to 31');
  await app.user.click(modal.getByRole('button', { name: 'Add Charge' }));
  await screen.findByText('Charge of $325.50 added for Partly Hale.');
  await modalClosed();
  expect(await history(id)).toMatchObject([
    { amount: 325.5, type: 'Rent', description: 'Rent, March 24 to 31' },
  ]);
});

test('a pasted amount is taken where it means one, else the form says how to write it', async () => {
  const id = await tenant('Pasted');
  const app = await balances();
  const modal = await open(app, 'Pasted Hale', 'Add Charge');
  const amount = modal.getByLabelText('Amount');
  const add = modal.getByRole('button', { name: 'Add Charge' });
  await app.user.type(modal.getByLabelText('Description'), 'A broken pane');
  for (const [typed, words] of [
    ['12 50', 'Please enter a number like 1,450.00.'],
    ['0', 'Please enter a valid positive amount.'],
    ['-5', 'Please enter a valid positive amount.'],
    ['€5', 'Please enter a number like 1,450.00.'],
  ] as const) {
    await app.user.clear(amount);
    await app.user.click(amount);
    await app.user.paste(typed);
    await app.user.click(add);
    expect(await modal.findByText(words)).toBeVisible();
  }
  await app.user.clear(amount);
  await app.user.click(amount);
  await app.user.paste('$1 045.25');
  await app.user.click(add);
  await screen.findByText('Charge of $1,045.25 added for Pasted Hale.');
  expect(await history(id)).toMatchObject([{ amount: 1045.25 }]);
});

test('a payment needs no description, and lowers the balance', async () => {
  const id = await tenant('Paying');
  const app = await balances();
  const modal = await open(app, 'Paying Hale', 'Record Payment');
  expect(within(modal.getByLabelText('Type')).getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Check', 'Cash', 'Money Order', 'Other',
  ]); // prettier-ignore
  const record = modal.getByRole('button', { name: 'Record Payment' });
  await app.user.click(record);
  expect(await modal.findByText('Please enter a valid positive amount.')).toBeVisible();
  await app.user.type(modal.getByLabelText('Amount'), '300');
  await app.user.click(record);

  await screen.findByText('Payment of $300.00 recorded for Paying Hale.');
  expect(await (await row('Paying Hale')).findByText('-$300.00')).toBeVisible();
  expect(await history(id)).toMatchObject([
    { amount: -300, type: 'Check', description: 'Offline payment recorded' },
  ]);
});

test('a payment of an earlier day is recorded for that day', async () => {
  const id = await tenant('Early');
  const app = await balances();
  const modal = await open(app, 'Early Hale', 'Record Payment');
  const received = modal.getByLabelText('Received on');
  expect(received).toHaveValue(isoDay());
  await app.user.type(modal.getByLabelText('Amount'), '300');
  await app.user.clear(received);
  await app.user.click(modal.getByRole('button', { name: 'Record Payment' }));
  expect(await modal.findByText('Please enter the day the money was received.')).toBeVisible();
  await app.user.type(received, '2026-05-03');
  await app.user.click(modal.getByRole('button', { name: 'Record Payment' }));
  await screen.findByText('Payment of $300.00 recorded for Early Hale.');
  expect(await history(id)).toMatchObject([{ amount: -300, effective_on: '2026-05-03' }]);
});

test('the draft of a charge is stored for its tenant only', async () => {
  await tenant('Drafted');
  const app = await balances();
  const modal = await open(app, 'Drafted Hale', 'Add Charge');
  await app.user.type(modal.getByLabelText('Amount'), '12.34');
  await app.user.click(modal.getByRole('button', { name: 'Cancel' }));
  const other = await open(app, 'Robin Hale', 'Add Charge');
  expect(other.getByLabelText('Amount')).toHaveValue('');
  await app.user.click(other.getByRole('button', { name: 'Cancel' }));
  const again = await open(app, 'Drafted Hale', 'Add Charge');
  expect(again.getByText('We kept what you wrote.')).toBeVisible();
  expect(again.getByLabelText('Amount')).toHaveValue('12.34');
});

test('a charge whose answer was lost is made once although it is sent again', async () => {
  const id = await tenant('Lost');
  const app = await balances();
  const modal = await open(app, 'Lost Hale', 'Add Charge');
  await app.user.type(modal.getByLabelText('Amount'), '10');
  await app.user.type(modal.getByLabelText('Description'), 'Once');
  app.network.fail(/POST .*charge/, 'answer lost');
  await app.user.click(modal.getByRole('button', { name: 'Add Charge' }));
  await until(async () => (await history(id)).length === 1);
  app.reconnect();
  await screen.findByText('Charge of $10.00 added for Lost Hale.');
  expect(await history(id)).toHaveLength(1);
});
