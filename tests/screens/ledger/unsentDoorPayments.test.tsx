import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, vi } from 'vitest';
import { addDays, addMonths, mediumDayText, monthName, monthOf } from '../../../contract/values/calendar.ts';
import { isoDay } from '../../../src/ui/data/Time.tsx';
import { card, modalClosed, openApp, until } from '../../support/screens/app.tsx';
import {
  openBalances,
  history,
  offlineWithBook,
  openPaymentForm,
  recordPayment,
  row,
  tenant,
} from '../../support/screens/doorPayments.ts';
import { test } from '../../support/screens/world.ts';
import { manager, server } from '../../support/server/world.ts';

test('a payment is recorded from the account’s ledger too, without a connection, and sent once', async () => {
  const id = await tenant('Account');
  const app = await openApp(server, { at: `/admin/ledger/${id}`, as: 'manager' });
  await app.user.click(await screen.findByRole('button', { name: 'Record Payment' }));
  const form = within(await screen.findByRole('dialog', { name: 'Record Payment' }));
  await form.findByText('Account Hale');
  expect(await form.findByText('$1,200.00')).toBeVisible();
  app.network.offline = true;
  await app.user.type(form.getByLabelText('Amount'), '507');
  await app.user.click(form.getByRole('button', { name: 'Record Payment' }));
  await modalClosed();
  expect((await card('$507.00 from Account Hale')).getByText('Unsent')).toBeVisible();
  app.reconnect();
  await until(async () => (await history(id)).length === 2);
  await until(() => screen.queryByText('$507.00 from Account Hale') === null);
  expect((await history(id))[0]).toMatchObject({ amount: -507, unit_id: 1, type: 'Check' });
});

test('an unsent payment is edited, keeps its receipt number, and is found among the unsent things', async () => {
  const id = await tenant('Edited');
  const app = await offlineWithBook('Edited Hale');
  await recordPayment(app, 'Edited Hale', '507');
  await modalClosed();
  await app.user.click((await card('$507.00 from Edited Hale')).getByRole('button', { name: 'Edit' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit Payment' }));
  expect(await form.findByLabelText('Amount')).toHaveValue('507');
  await app.user.clear(form.getByLabelText('Amount'));
  await app.user.type(form.getByLabelText('Amount'), '508');
  await app.user.click(form.getByRole('button', { name: 'Save' }));
  await modalClosed();
  await screen.findByText('$508.00 from Edited Hale');
  app.close();
  const outbox = await openApp(server, { at: '/outbox', as: 'manager' });
  outbox.network.offline = true;
  expect(
    (await card('Payment of $508.00 from Edited Hale')).getByRole('link', { name: 'Edit' }),
  ).toHaveAttribute('href', expect.stringMatching(/^\/admin\/payments\?edit=/));
  outbox.reconnect();
  await until(async () => (await history(id)).length === 2);
  expect((await history(id))[0]).toMatchObject({
    amount: -508,
    receipt_number: expect.stringMatching(/^RB-\d+-01$/) as string,
  });
});

test('an unsent payment is laid over the tenant’s ledger, and one whose answer is late is listed once', async () => {
  const id = await tenant('Overlaid');
  const app = await offlineWithBook('Overlaid Hale');
  await recordPayment(app, 'Overlaid Hale', '509');
  await modalClosed();
  app.close();
  const account = await openApp(server, { at: `/admin/ledger/${id}`, as: 'manager' });
  // The server makes it, and the phone hears nothing of that, while the ledger is read.
  const stop = account.network.failAll(/record-payment/, 'answer lost');
  await until(async () => (await history(id)).length === 2);
  await card('$509.00 from Overlaid Hale');
  await screen.findByRole('table', { name: 'Account ledger' });
  const summary = () => screen.getByText(/^Balance/, { selector: 'span' }).textContent;
  await waitFor(() => expect(summary()).toBe('Balance $1,200.00 · $691.00 once $509.00 is sent'));
  expect(screen.queryByText('Offline payment recorded')).toBeNull();
  stop();
  account.reconnect();
  await waitFor(() => expect(summary()).toBe('Balance $691.00'));
  expect(await screen.findByText('Offline payment recorded')).toBeVisible();
  expect(screen.queryByText('$509.00 from Overlaid Hale')).toBeNull();
  expect(await history(id)).toHaveLength(2);
});

test('a payment of a month that was closed meanwhile asks for which day it is recorded, and keeps what was written', async () => {
  const id = await tenant('Closed');
  const app = await offlineWithBook('Closed Hale');
  const month = addMonths(monthOf(isoDay()), -2);
  const [first, received] = [addMonths(month, 1), addDays(addMonths(month, 1), -1)];
  const record = async (amount: string) => {
    const form = await openPaymentForm(app, 'Closed Hale');
    await app.user.type(form.getByLabelText('Amount'), amount);
    await app.user.clear(form.getByLabelText('Received on'));
    await app.user.type(form.getByLabelText('Received on'), received);
    await app.user.click(form.getByRole('button', { name: 'Record Payment' }));
  };
  await record('511');
  await modalClosed();
  await server.call('PUT', `/books/months/${month}/closing`, { as: manager });
  onTestFinished(async () => void (await server.database.sql`delete from closed_books`));
  app.reconnect();
  const item = await card('$511.00 from Closed Hale');
  expect(await item.findByText(/are closed, so this payment cannot be dated/)).toBeVisible();
  expect(await history(id)).toHaveLength(1);
  await app.user.click(item.getByRole('button', { name: `Record for ${mediumDayText(first)}` }));
  await until(async () => (await history(id)).length === 2);
  expect((await history(id))[0]).toMatchObject({
    amount: -511,
    effective_on: first,
    description: `Offline payment recorded (for ${mediumDayText(received)}, in a closed month)`,
    receipt_number: expect.stringMatching(/^RB-\d+-01$/) as string,
  });
  // Whoever waits for the answer is asked at once.
  await record('512');
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(new RegExp(`^${monthName(month)} was closed meanwhile`))).toBeVisible();
  await app.user.click(question.getByRole('button', { name: `Record for ${mediumDayText(first)}` }));
  await until(async () => (await history(id)).length === 3);
});

test('the draft of a payment that the version before kept is found, with what was typed', async () => {
  const id = await tenant('Drafted');
  const app = await openBalances();
  await row('Drafted Hale');
  const { withDatabase } = await import('../../../src/offline/engine/database.ts');
  await withDatabase((db) =>
    db.drafts.put({
      ...{ userId: 1, name: `payment-${id}`, savedAt: new Date() },
      value: {
        typed: { amount: '77', description: 'May' },
        tried: { key: crypto.randomUUID(), input: '{}' },
      },
    }),
  );
  const form = await openPaymentForm(app, 'Drafted Hale');
  expect(form.getByLabelText('Amount')).toHaveValue('77');
  expect(form.getByLabelText('Description (optional)')).toHaveValue('May');
  expect(form.getByText('We kept what you wrote.')).toBeVisible();
});

test('on a device without any room the form says so, and what was typed stays', async () => {
  await tenant('Full');
  const app = await offlineWithBook('Full Hale');
  const form = await openPaymentForm(app, 'Full Hale');
  await app.user.type(form.getByLabelText('Amount'), '510');
  const full = () => {
    throw new DOMException('No room.', 'QuotaExceededError');
  };
  const spies = (['add', 'put'] as const).map((write) =>
    vi.spyOn(IDBObjectStore.prototype, write).mockImplementation(full),
  );
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()));
  await app.user.click(form.getByRole('button', { name: 'Record Payment' }));
  expect(await form.findByText(/^This device is out of space/)).toBeVisible();
  expect(form.getByLabelText('Amount')).toHaveValue('510');
});
