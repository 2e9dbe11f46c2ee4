import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { residentWith, settlePayment } from '../../support/server/accounts.ts';
import { openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { manager, server } from '../../support/server/world.ts';

test('a payment that management took has a receipt with the day it was received, also after it was taken back', async () => {
  const robin = await residentWith(server);
  const [user] = await server.database.sql<{ id: number }>`select id from users where username = ${robin}`;
  const body = { userId: user!.id, amount: 300, type: 'Money Order', received_on: '2026-05-03' };
  const paid = await server.call('POST', '/transactions/record-payment', { as: manager, body });
  const { id } = paid.json<{ id: number }>();
  const app = await openApp(server, { at: `/ledger?entry=${id}`, as: robin });
  const entry = within(await screen.findByRole('dialog', { name: 'Money Order' }));
  expect(entry.getByText('Received').nextSibling).toHaveTextContent('May 3, 2026');
  await app.user.click(entry.getByRole('link', { name: 'View receipt' }));
  const number = `PL-${String(id).padStart(6, '0')}`;
  const receipt = await screen.findByRole('article', { name: `Receipt ${number}` });
  for (const text of ['$300.00', 'May 3, 2026', 'Money Order', 'Robin Hale']) {
    expect(within(receipt).getAllByText(text)[0]).toBeVisible();
  }
  expect(within(receipt).queryByText(/taken back/)).toBeNull();
  app.close();
  await server.call('POST', `/transactions/${id}/reversal`, { as: manager, body: { reason: 'Bounced' } });
  await openApp(server, { at: `/payments/receipt/${id}`, as: robin });
  await screen.findByText('This payment was taken back, and is not counted any more.');
  expect(screen.queryByText(/Thank you/)).toBeNull();
});

test('a receipt says what was paid and for which month, who was paid, and what is left', async () => {
  const robin = await residentWith(server, [
    { amount: 250, type: 'Damage Fee', description: 'Window', at: '2026-04-01T12:00:00Z' },
    { amount: 100, type: 'Utility', description: '1,240 gal × $0.012', at: '2026-05-01T12:00:00Z' },
  ]);
  const { sql } = server.database;
  await sql`
    insert into utility_bills (transaction_id, user_id, unit_id, month, water_usage, electric_usage, gas_usage,
      rate_water, rate_electric, rate_gas, water_cost, electric_cost, gas_cost, due_date, taken_at)
    select transactions.id, user_id, 1, '2026-05-01', 1240, 0, 0, 0.012, 0, 0, 14.88, 0, 0, '2026-06-10', now()
    from transactions join users on users.id = user_id where username = ${robin} and type = 'Utility'`;
  const [user] = await sql<{ id: number }>`select id from users where username = ${robin}`;
  const body = { userId: user!.id, unitId: 1, amount: 300, type: 'Check' };
  const paid = await server.call('POST', '/transactions/record-payment', { as: manager, body });
  await openApp(server, { at: `/payments/receipt/${paid.json<{ id: number }>().id}`, as: robin });
  const what = within(await screen.findByRole('region', { name: 'What was paid' }));
  // Fees are paid last.
  expect(what.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Window$200.00',
    'Utility for May 2026$100.00',
  ]);
  expect(screen.getByText('Left to pay after this payment').nextSibling).toHaveTextContent('$50.00');
  expect(screen.getByText('Paid to').nextSibling).toHaveTextContent('Maple Court');
});

test('a receipt without details of the card says that it was a card payment', async () => {
  const robin = await residentWith(server);
  const id = await settlePayment(server, robin, { amount: 5 });
  await server.database
    .sql`update payment_intents set last4 = null, brand = null where transaction_id = ${id}`;
  await openApp(server, { at: `/payments/receipt/${id}`, as: robin });
  await screen.findByText('Card');
});

test.each(['Check', 'Card Payment'])(
  'a payment by %s that is in the ledger on this device has a receipt there, although that was never opened',
  async (type) => {
    const robin = await residentWith(server);
    const [user] = await server.database.sql<{ id: number }>`select id from users where username = ${robin}`;
    const record = async () => {
      const body = { userId: user!.id, unitId: 1, amount: 300, type, reference: '1207' };
      const paid = await server.call('POST', '/transactions/record-payment', { as: manager, body });
      return paid.json<{ id: number }>().id;
    };
    const id = type === 'Check' ? await record() : await settlePayment(server, robin, { amount: 300 });
    const number = `PL-${String(id).padStart(6, '0')}`;
    const app = await openApp(server, { at: `/ledger?entry=${id}`, as: robin });
    const link = await screen.findByRole('link', { name: 'View receipt' });
    app.network.offline = true;
    await app.user.click(link);
    const receipt = await screen.findByRole('article', { name: `Receipt ${number}` });
    expect(within(receipt).getByText('$300.00')).toBeVisible();
    expect(within(receipt).getByText('Paid with').nextSibling).toHaveTextContent(
      type === 'Check' ? 'Check 1207' : /4242/,
    );
    expect(within(receipt).queryByText(/^Left to pay/)).toBeNull();
    expect(screen.getByText(/^This is what this device has of the receipt/)).toBeVisible();
    app.close();
  },
);

test('management opens the receipt of a payment on an account that was read before, without a connection', async () => {
  const robin = await residentWith(server);
  const [user] = await server.database.sql<{ id: number }>`select id from users where username = ${robin}`;
  const body = { userId: user!.id, unitId: 1, amount: 300, type: 'Check', reference: '1207' };
  const paid = await server.call('POST', '/transactions/record-payment', { as: manager, body });
  const { id } = paid.json<{ id: number }>();
  const app = await openApp(server, { at: `/admin/ledger/${user!.id}?entry=${id}`, as: 'manager' });
  const link = await screen.findByRole('link', { name: 'View receipt' });
  app.network.offline = true;
  await app.user.click(link);
  const number = `PL-${String(id).padStart(6, '0')}`;
  const receipt = within(await screen.findByRole('article', { name: `Receipt ${number}` }));
  expect(receipt.getByText('$300.00')).toBeVisible();
  expect(await receipt.findByText('Robin Hale')).toBeVisible();
  expect(receipt.getByText('Paid with').nextSibling).toHaveTextContent('Check 1207');
  expect(screen.getByText(/^This is what this device has of the receipt/)).toBeVisible();
});

test('a receipt of what this device has nothing of says that it cannot be read', async () => {
  const robin = await residentWith(server);
  const id = await settlePayment(server, robin, { amount: 5 });
  const app = await openApp(server, { at: '/profile', as: robin });
  await screen.findByRole('heading', { level: 1 });
  app.network.offline = true;
  app.go(`/payments/receipt/${id}`);
  await screen.findByText(/^Unable to load the receipt/);
});

test('a resident cannot open another resident’s receipt', async () => {
  const noor = await residentWith(server);
  const id = await settlePayment(server, noor, { amount: 5 });
  const robin = await residentWith(server);
  await openApp(server, { at: `/payments/receipt/${id}`, as: robin });
  await screen.findByText('Unable to load the receipt: There is no such receipt.');
});
