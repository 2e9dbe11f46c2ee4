import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import { residentWith } from '../../support/server/accounts.ts';
import { card, modalClosed, openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { manager, server } from '../../support/server/world.ts';

const RENT = { amount: 1200, type: 'Rent', description: 'Rent for May 2026', at: '2026-05-01T12:00:00Z' };
const FEE = { amount: 80, type: 'Damage Fee', description: 'A broken pane', at: '2026-05-02T12:00:00Z' };

test('a manager takes a charge off an account with a reason, and the ledger tells the day it counts from', async () => {
  const username = await residentWith(server, [RENT, FEE]);
  const [user] = await server.database.sql<{ id: number }>`select id from users where username = ${username}`;
  const app = await openApp(server, { at: `/admin/ledger/${user!.id}`, as: 'manager' });
  await screen.findByRole('table', { name: 'Account ledger' });
  await app.user.click(await screen.findByRole('button', { name: 'Add Credit' }));
  const modal = within(await screen.findByRole('dialog', { name: 'Add Credit' }));
  await modal.findByLabelText('Amount');
  const options = (label: string) =>
    within(modal.getByLabelText(label))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
  expect(options('Type')).toEqual(['Concession', 'Account Credit', 'Write-off']);
  expect(options('Against')).toEqual([
    'What is unpaid, rent first',
    'Rent for May 2026, May 1, 2026: $1,200.00 unpaid',
    'A broken pane, May 2, 2026: $80.00 unpaid',
  ]);
  await app.user.selectOptions(modal.getByLabelText('Against'), 'A broken pane, May 2, 2026: $80.00 unpaid');
  await app.user.type(modal.getByLabelText('Amount'), '90');
  await app.user.type(modal.getByLabelText('Reason'), 'It was broken before');
  await app.user.clear(modal.getByLabelText('Counts from'));
  await app.user.type(modal.getByLabelText('Counts from'), '2026-05-03');
  const add = modal.getByRole('button', { name: 'Add Credit' });
  await app.user.click(add);
  await modalClosed();
  const item = await card('$90.00 credited to Robin Hale');
  expect(await item.findByText('Only $80.00 of this charge is unpaid.')).toBeVisible();
  expect(item.getByText(/against A broken pane, May 2, 2026$/)).toBeVisible();
  await app.user.click(item.getByRole('button', { name: 'Edit' }));
  const edit = within(await screen.findByRole('dialog', { name: 'Edit Credit' }));
  expect(await edit.findByLabelText('Reason')).toHaveValue('It was broken before');
  await app.user.clear(edit.getByLabelText('Amount'));
  await app.user.type(edit.getByLabelText('Amount'), '80');
  await app.user.click(edit.getByRole('button', { name: 'Save' }));
  await screen.findByText('Credit of $80.00 added for Robin Hale.');
  await modalClosed();
  await waitFor(() => expect(screen.getByText(/User ID/)).toHaveTextContent('Balance $1,200.00'));

  const path = `/transactions/user-history/${user!.id}`;
  const [credit, fee] = (await server.call('GET', path, { as: manager })).json<Transaction[]>();
  expect(credit).toMatchObject({ type: 'Concession', pays: [{ id: fee!.id, amount: 80 }] });
  await app.user.click(await screen.findByRole('button', { name: 'It was broken before' }));
  const entry = within(await screen.findByRole('dialog', { name: 'Concession' }));
  expect(entry.getByText('Counts from').nextElementSibling).toHaveTextContent('May 3, 2026');
  expect(entry.queryByRole('link', { name: 'View receipt' })).not.toBeInTheDocument();
});
