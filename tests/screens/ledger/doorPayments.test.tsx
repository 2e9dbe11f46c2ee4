import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, vi } from 'vitest';
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

test('in airplane mode a payment is recorded with its reference, its receipt is shown at once, and it is sent once', async () => {
  const id = await tenant('Airplane');
  const app = await offlineWithBook('Airplane Hale');
  const form = await openPaymentForm(app, 'Airplane Hale');
  await app.user.type(form.getByLabelText('Amount'), '500');
  await app.user.type(form.getByLabelText('Check or reference number (optional)'), '1041');
  await app.user.type(form.getByLabelText('Description (optional)'), 'Rent for May');
  await app.user.click(form.getByRole('button', { name: 'Record Payment' }));
  await modalClosed();
  await screen.findByText('Saved on this device. It will be sent when you are back online.');
  const waiting = await card('$500.00 from Airplane Hale');
  expect(waiting.getByText('Waiting to send')).toBeVisible();
  expect((await row('Airplane Hale')).getByText('$1,200.00')).toBeVisible();
  expect((await row('Airplane Hale')).getByText('$700.00 once $500.00 is sent')).toBeVisible();

  await app.user.click(screen.getAllByRole('link', { name: 'Show receipt' })[0]!);
  const receipt = within(await screen.findByRole('article', { name: /^Receipt RB-\d+-01$/ }));
  const number = receipt.getByText(/^RB-\d+-01$/).textContent;
  const me = (await server.call('GET', '/users/1', { as: manager })).json<{
    first_name: string;
    last_name: string;
  }>();
  for (const text of [
    ...['$500.00', 'Airplane Hale', 'Check 1041', '101', 'Maple Court', 'Rent for May'],
    `${me.first_name} ${me.last_name}, Property manager`,
    'Recorded on this device; not yet sent',
  ]) {
    expect(receipt.getByText(text)).toBeVisible();
  }
  // It survives a reload.
  const at = app.path();
  app.close();
  const again = await openApp(server, { at, as: 'manager' });
  await screen.findByRole('article', { name: `Receipt ${number}` });

  again.reconnect();
  await until(() => /^\/payments\/receipt\/\d+$/.test(again.path()));
  await screen.findByRole('article', { name: `Receipt ${number}` });
  expect(screen.queryByText('Recorded on this device; not yet sent')).toBeNull();
  expect(await history(id)).toMatchObject([
    { amount: -500, type: 'Check', reference: '1041', receipt_number: number, description: 'Rent for May' },
    { amount: 1200 },
  ]);
});

test('a device without a receipt book says that the number follows, and records the payment all the same', async () => {
  const id = await tenant('Bookless');
  const online = await offlineWithBook('Bookless Hale');
  const { withDatabase } = await import('../../../src/offline/engine/database.ts');
  await withDatabase((db) => db.device.delete('receipt-books'));
  online.close();
  const app = await openBalances();
  app.network.offline = true;
  const form = await openPaymentForm(app, 'Bookless Hale');
  await app.user.type(form.getByLabelText('Amount'), '501');
  expect(
    await form.findByText(
      'This device holds no receipt numbers yet. The receipt gets its number when the payment is sent.',
    ),
  ).toBeVisible();
  await app.user.click(form.getByRole('button', { name: 'Record Payment' }));
  await modalClosed();
  await app.user.click((await screen.findAllByRole('link', { name: 'Show receipt' }))[0]!);
  expect(await screen.findByText('Given when it is sent')).toBeVisible();
  app.reconnect();
  await screen.findByRole('article', { name: /^Receipt PL-\d{6}$/ });
  expect(await history(id)).toMatchObject([
    { amount: -501, receipt_number: expect.stringMatching(/^PL-/) as string },
    {},
  ]);
});

test('a receipt is shared as text, or copied where the browser shares nothing', async () => {
  await tenant('Shared');
  const app = await offlineWithBook('Shared Hale');
  await recordPayment(app, 'Shared Hale', '502');
  await modalClosed();
  await app.user.click((await screen.findAllByRole('link', { name: 'Show receipt' }))[0]!);
  const share = vi.fn<(data: ShareData) => Promise<void>>(() => Promise.resolve());
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'share');
  });
  await app.user.click(await screen.findByRole('button', { name: 'Share' }));
  await until(() => share.mock.calls.length === 1);
  expect(share.mock.calls[0]![0].text).toMatch(
    /^Receipt RB-\d+-01\n\$502\.00 received on .+\nFrom Shared Hale, Unit 101, Maple Court\nPaid with: Check\nFor: Offline payment recorded\nReceived by .+, Property manager\nRecorded on this device; not yet sent\.$/,
  );
});

test('the same amount for the same tenant asks first on the device, and is recorded twice only when confirmed', async () => {
  const id = await tenant('Twice');
  const app = await offlineWithBook('Twice Hale');
  await recordPayment(app, 'Twice Hale', '503');
  await modalClosed();
  await recordPayment(app, 'Twice Hale', '503');
  const question = within(await screen.findByRole('alertdialog'));
  expect(
    question.getByText(
      /^You recorded a payment of \$503\.00 from Twice Hale on this device, .+\s*Record another\?$/,
    ),
  ).toBeVisible();
  await app.user.click(question.getByRole('button', { name: 'Cancel' }));
  const form = within(await screen.findByRole('dialog', { name: 'Record Payment' }));
  expect(form.getByLabelText('Amount')).toHaveValue('503');
  await app.user.click(form.getByRole('button', { name: 'Record Payment' }));
  await app.user.click(await screen.findByRole('button', { name: 'Record another' }));
  await modalClosed();
  app.reconnect();
  await until(async () => (await history(id)).length === 3);
  await until(() => screen.queryByText('$503.00 from Twice Hale') === null);
  expect((await history(id)).map(({ amount }) => amount)).toEqual([-503, -503, 1200]);
});

test('with a connection the server tells who recorded the same amount, and records another when confirmed', async () => {
  const id = await tenant('Asked');
  await server.call('POST', '/transactions/record-payment', {
    as: manager,
    body: { userId: id, unitId: 1, amount: 504, type: 'Cash' },
  });
  const app = await openBalances();
  await recordPayment(app, 'Asked Hale', '504');
  const question = within(await screen.findByRole('alertdialog'));
  expect(
    question.getByText(/recorded a payment of \$504\.00 from Asked Hale on .+\s*Record another\?$/),
  ).toBeVisible();
  expect(await history(id)).toHaveLength(2);
  await app.user.click(question.getByRole('button', { name: 'Record another' }));
  await screen.findByText('Payment of $504.00 recorded for Asked Hale.');
  expect(await history(id)).toHaveLength(3);
});

test('a queued payment that repeats one of a colleague needs attention, and is recorded anyway or discarded', async () => {
  const id = await tenant('Colleague');
  const app = await offlineWithBook('Colleague Hale');
  await recordPayment(app, 'Colleague Hale', '505');
  await modalClosed();
  await server.call('POST', '/transactions/record-payment', {
    as: manager,
    body: { userId: id, unitId: 1, amount: 505, type: 'Check' },
  });
  app.reconnect();
  const refused = await card('$505.00 from Colleague Hale');
  await refused.findByText('Needs attention');
  expect(refused.getByText(/recorded a payment of \$505\.00 from Colleague Hale on/)).toBeVisible();
  expect(refused.getByRole('button', { name: 'Discard' })).toBeVisible();
  expect(await history(id)).toHaveLength(2);
  await app.user.click(refused.getByRole('button', { name: 'Record anyway' }));
  await until(async () => (await history(id)).length === 3);
  await until(() => screen.queryByText('$505.00 from Colleague Hale') === null);
});

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
  expect((await card('$507.00 from Account Hale')).getByText('Waiting to send')).toBeVisible();
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
  const summary = () => screen.getByText(/^Balance/).textContent;
  await waitFor(() => expect(summary()).toBe('Balance $1,200.00 · $691.00 once $509.00 is sent'));
  expect(screen.queryByText('Offline payment recorded')).toBeNull();
  stop();
  account.reconnect();
  await waitFor(() => expect(summary()).toBe('Balance $691.00'));
  expect(await screen.findByText('Offline payment recorded')).toBeVisible();
  expect(screen.queryByText('$509.00 from Overlaid Hale')).toBeNull();
  expect(await history(id)).toHaveLength(2);
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
