import { screen, within } from '@testing-library/react';
import { expect, onTestFinished } from 'vitest';
import { addDays, addMonths, mediumDayText, monthOf } from '../../../contract/values/calendar.ts';
import { isoDay } from '../../../src/ui/data/Time.tsx';
import { card, modalClosed, openApp, until, type App } from '../../support/screens/app.tsx';
import { history } from '../../support/screens/doorPayments.ts';
import { test } from '../../support/screens/world.ts';
import { residentWith } from '../../support/server/accounts.ts';
import { manager, server } from '../../support/server/world.ts';

const FEE = { amount: 80, type: 'Damage Fee', description: 'A broken pane', at: '2026-05-02T12:00:00Z' };

async function owing(): Promise<number> {
  const username = await residentWith(server, [FEE]);
  const [user] = await server.database.sql<{ id: number }>`select id from users where username = ${username}`;
  return user!.id;
}

async function fill(app: App, title: string, typed: Record<string, string>) {
  const modal = within(await screen.findByRole('dialog', { name: title }));
  await modal.findByLabelText('Amount');
  for (const [label, text] of Object.entries(typed)) {
    await app.user.clear(modal.getByLabelText(label));
    await app.user.type(modal.getByLabelText(label), text);
  }
  return modal;
}

const press = async (app: App, name: string) => app.user.click(await screen.findByRole('button', { name }));
const NEW = { Amount: '45.25', Description: 'A second car' };

test('a charge is added without a connection, edited, and posted once, for the day on which it was written', async () => {
  const id = await owing();
  const app = await openApp(server, { at: `/admin/ledger/${id}`, as: 'manager' });
  await screen.findByRole('table', { name: 'Account ledger' });
  app.network.offline = true;
  await press(app, 'Add Charge');
  const modal = await fill(app, 'Add Charge', NEW);
  await app.user.click(modal.getByRole('button', { name: 'Add Charge' }));
  await modalClosed();
  const item = await card('$45.25 charged to Robin Hale');
  expect(item.getByText('Unsent')).toBeVisible();
  expect(item.getByText(/Late Fee: A second car/)).toBeVisible();
  await app.user.click(item.getByRole('button', { name: 'Edit' }));
  const edit = await fill(app, 'Edit Charge', { Amount: '46' });
  expect(edit.getByLabelText('Description')).toHaveValue('A second car');
  await app.user.click(edit.getByRole('button', { name: 'Save' }));
  await modalClosed();
  await screen.findByText('$46.00 charged to Robin Hale');
  app.network.offline = false;
  app.network.fail(/POST .*charge/, 'answer lost');
  app.reconnect();
  await until(() => screen.queryByText('$46.00 charged to Robin Hale') === null);
  expect(await history(id)).toMatchObject([
    { amount: 46, type: 'Late Fee', description: 'A second car', effective_on: isoDay() },
    { amount: 80 },
  ]);
  expect(await screen.findByRole('button', { name: 'A second car' })).toBeVisible();
});

test('a charge of a month that was closed meanwhile waits with a question, and loses nothing', async () => {
  const id = await owing();
  const month = addMonths(monthOf(isoDay()), -2);
  const [first, day] = [addMonths(month, 1), addDays(addMonths(month, 1), -1)];
  const app = await openApp(server, { at: `/admin/ledger/${id}`, as: 'manager' });
  await press(app, 'Add Charge');
  const modal = await fill(app, 'Add Charge', { ...NEW, 'Due on (optional)': day });
  await server.call('PUT', `/books/months/${month}/closing`, { as: manager });
  onTestFinished(async () => void (await server.database.sql`delete from closed_books`));
  await app.user.click(modal.getByRole('button', { name: 'Add Charge' }));
  await modalClosed();
  const item = await card('$45.25 charged to Robin Hale');
  await item.findByText(/are closed, so this charge cannot be dated/);
  await app.user.click(item.getByRole('button', { name: `Record for ${mediumDayText(first)}` }));
  await until(async () => (await history(id)).length === 2);
  expect((await history(id))[0]).toMatchObject({
    amount: 45.25,
    effective_on: first,
    description: `A second car (for ${mediumDayText(day)}, in a closed month)`,
  });
});

test('a credit is added without a connection and can be discarded before it is sent', async () => {
  const id = await owing();
  const app = await openApp(server, { at: `/admin/ledger/${id}`, as: 'manager' });
  await screen.findByRole('table', { name: 'Account ledger' });
  app.network.offline = true;
  await press(app, 'Add Credit');
  const modal = await fill(app, 'Add Credit', { Amount: '20', Reason: 'The heating failed' });
  await app.user.click(modal.getByRole('button', { name: 'Add Credit' }));
  await modalClosed();
  const item = await card('$20.00 credited to Robin Hale');
  expect(item.getByText(/Concession: The heating failed/)).toBeVisible();
  await app.user.click(item.getByRole('button', { name: 'Discard' }));
  const question = await screen.findByRole('alertdialog', {
    name: 'Discard this credit? It is not recorded.',
  });
  await app.user.click(within(question).getByRole('button', { name: 'Discard' }));
  await until(() => screen.queryByText('$20.00 credited to Robin Hale') === null);
  app.reconnect();
  expect(await history(id)).toHaveLength(1);
});

test('what is unsent of charges stands beside the balance in the list, on the person’s page and in the ledger, and is counted once when it is sent', async () => {
  const id = await owing();
  const app = await openApp(server, { at: `/admin/payments?charge=${id}`, as: 'manager' });
  await screen.findByRole('dialog', { name: 'Add Charge' });
  app.network.offline = true;
  const modal = await fill(app, 'Add Charge', NEW);
  await app.user.click(modal.getByRole('button', { name: 'Add Charge' }));
  await modalClosed();
  const after = '$125.25 once sent: $45.25 charged';
  expect(await screen.findByText(after)).toBeVisible();
  app.go(`/admin/person/${id}`);
  expect(await screen.findByText(after)).toBeVisible();
  expect(screen.getAllByText('$80.00')).not.toHaveLength(0);
  app.reconnect();
  await until(() => screen.queryByText(after) === null);
  expect(await screen.findByText('$125.25')).toBeVisible();
});
