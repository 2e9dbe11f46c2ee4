import { screen, within } from '@testing-library/react';
import { expect, onTestFinished } from 'vitest';
import { addDays, addMonths, mediumDayText, monthOf } from '../../../contract/values/calendar.ts';
import { isoDay } from '../../../src/ui/data/Time.tsx';
import { card, modalClosed, openApp, until, type App } from '../../support/screens/app.tsx';
import { history } from '../../support/screens/doorPayments.ts';
import { test } from '../../support/screens/world.ts';
import { residentWith } from '../../support/server/accounts.ts';
import { manager, server } from '../../support/server/world.ts';

const PAID = { amount: -80, type: 'Cash', description: 'Paid twice', at: '2026-05-02T12:00:00Z' };

async function inCredit(): Promise<number> {
  const username = await residentWith(server, [PAID]);
  const [user] = await server.database.sql<{ id: number }>`select id from users where username = ${username}`;
  return user!.id;
}

async function fill(app: App, typed: Record<string, string>) {
  const modal = within(await screen.findByRole('dialog', { name: /Refund$/ }));
  await modal.findByLabelText('Amount');
  for (const [label, text] of Object.entries(typed)) {
    await app.user.clear(modal.getByLabelText(label));
    await app.user.type(modal.getByLabelText(label), text);
  }
  return modal;
}

test('a refund is recorded without a connection, edited, and sent once, with its number and day', async () => {
  const id = await inCredit();
  const app = await openApp(server, { at: `/admin/ledger/${id}`, as: 'manager' });
  await app.user.click(await screen.findByRole('button', { name: 'Record Refund' }));
  const modal = await fill(app, { Amount: '50', 'Given back on': '2026-05-20' });
  expect(modal.getByText('Up to $80.00, which the account is in credit.')).toBeVisible();
  app.network.offline = true;
  await app.user.click(modal.getByRole('button', { name: 'Record Refund' }));
  await modalClosed();
  const item = await card('$50.00 to Robin Hale');
  expect(item.getByText('Unsent')).toBeVisible();
  await app.user.click(item.getByRole('button', { name: 'Edit' }));
  const edit = await fill(app, { Amount: '80', 'Check or reference number (optional)': '1041' });
  await app.user.click(edit.getByRole('button', { name: 'Save' }));
  await modalClosed();
  await screen.findByText('$80.00 to Robin Hale');
  app.reconnect();
  await until(async () => (await history(id)).length === 2);
  await until(() => screen.queryByText('$80.00 to Robin Hale') === null);
  expect(await history(id)).toMatchObject([
    { amount: 80, type: 'Check Refund', reference: '1041', effective_on: '2026-05-20' },
    { amount: -80 },
  ]);
  await app.user.click(await screen.findByRole('button', { name: 'Refund' }));
  const entry = within(await screen.findByRole('dialog', { name: 'Check Refund' }));
  expect(entry.getByText('Given back').nextElementSibling).toHaveTextContent('May 20, 2026');
  expect((await entry.findByText('Given back of')).nextElementSibling).toHaveTextContent('Cash, May 2, 2026');
  // Nothing is left to give back.
  expect(screen.queryByRole('button', { name: 'Record Refund' })).not.toBeInTheDocument();
});

test('a refund of more than is left, or of a closed month, waits with a question and loses nothing', async () => {
  const id = await inCredit();
  const month = addMonths(monthOf(isoDay()), -2);
  const [first, day] = [addMonths(month, 1), addDays(addMonths(month, 1), -1)];
  const app = await openApp(server, { at: `/admin/ledger/${id}`, as: 'manager' });
  await app.user.click(await screen.findByRole('button', { name: 'Record Refund' }));
  const modal = await fill(app, { Amount: '81', 'Given back on': day });
  await app.user.click(modal.getByRole('button', { name: 'Record Refund' }));
  const words = 'This account is $80.00 in credit, and no more can be given back.';
  const item = await card('$81.00 to Robin Hale');
  await item.findByText(words);
  await server.call('PUT', `/books/months/${month}/closing`, { as: manager });
  onTestFinished(async () => void (await server.database.sql`delete from closed_books`));
  await app.user.click(item.getByRole('button', { name: 'Edit' }));
  const edit = await fill(app, { Amount: '80' });
  await app.user.click(edit.getByRole('button', { name: 'Save' }));
  await modalClosed();
  const again = await card('$80.00 to Robin Hale');
  await again.findByText(/are closed, so this refund cannot be dated/);
  await app.user.click(again.getByRole('button', { name: `Record for ${mediumDayText(first)}` }));
  await until(async () => (await history(id)).length === 2);
  expect((await history(id))[0]).toMatchObject({
    amount: 80,
    effective_on: first,
    description: `Refund (for ${mediumDayText(day)}, in a closed month)`,
  });
});
