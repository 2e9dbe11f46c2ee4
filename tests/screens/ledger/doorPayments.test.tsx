import { screen, within } from '@testing-library/react';
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
  expect(waiting.getByText('Unsent')).toBeVisible();
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
    'Recorded on this device; unsent',
  ]) {
    expect(receipt.getAllByText(text)[0]).toBeVisible();
  }
  // It survives a reload.
  const at = app.path();
  app.close();
  const again = await openApp(server, { at, as: 'manager' });
  await screen.findByRole('article', { name: `Receipt ${number}` });

  again.reconnect();
  await until(() => /^\/payments\/receipt\/\d+$/.test(again.path()));
  await screen.findByRole('article', { name: `Receipt ${number}` });
  expect(screen.queryByText('Recorded on this device; unsent')).toBeNull();
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
      'This device has no receipt numbers yet. The receipt gets its number when the payment is sent.',
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
    /^Receipt RB-\d+-01\n\$502\.00 received on .+\nFrom Shared Hale, Unit 101, Maple Court\nPaid with: Check\nFor: Offline payment recorded\nPaid to: Maple Court\nReceived by .+, Property manager\nRecorded on this device; unsent\.$/,
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

test('cash has no check number', async () => {
  const id = await tenant('Coins');
  const app = await openBalances();
  const form = await openPaymentForm(app, 'Coins Hale');
  await app.user.type(form.getByLabelText('Amount'), '541');
  await app.user.type(form.getByLabelText('Check or reference number (optional)'), '77');
  await app.user.selectOptions(form.getByLabelText('Type'), 'Cash');
  expect(form.queryByLabelText('Check or reference number (optional)')).toBeNull();
  await app.user.click(form.getByRole('button', { name: 'Record Payment' }));
  await modalClosed();
  await screen.findByText('Payment of $541.00 recorded for Coins Hale.');
  expect((await history(id))[0]).toMatchObject({ type: 'Cash', reference: null });
});

test('a bank transfer is recorded as what it is, and its edit shows it', async () => {
  const id = await tenant('Wires');
  const app = await openBalances();
  const form = await openPaymentForm(app, 'Wires Hale');
  await app.user.type(form.getByLabelText('Amount'), '641');
  expect(form.queryByLabelText('What it is')).toBeNull();
  await app.user.selectOptions(form.getByLabelText('Type'), 'Other');
  await app.user.selectOptions(form.getByLabelText('What it is'), 'Bank Transfer');
  expect(form.getByLabelText('Type')).toHaveValue('Other');
  await app.user.type(form.getByLabelText('Check or reference number (optional)'), 'SEPA 9');
  app.network.offline = true;
  await app.user.click(form.getByRole('button', { name: 'Record Payment' }));
  await modalClosed();
  await app.user.click((await card('$641.00 from Wires Hale')).getByRole('button', { name: 'Edit' }));
  const edit = within(await screen.findByRole('dialog', { name: 'Edit Payment' }));
  expect(await edit.findByLabelText('What it is')).toHaveValue('Bank Transfer');
  await app.user.click(edit.getByRole('button', { name: 'Save' }));
  await modalClosed();
  app.reconnect();
  await screen.findByText('Payment of $641.00 recorded for Wires Hale.');
  expect((await history(id))[0]).toMatchObject({ type: 'Bank Transfer', reference: 'SEPA 9', amount: -641 });
});
