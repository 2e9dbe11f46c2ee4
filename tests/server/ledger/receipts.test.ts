import { expect } from 'vitest';
import type { RecordedPayment } from '../../../contract/ledger/ledger.ts';
import type { Receipt } from '../../../contract/payments/payments.ts';
import { residentWith } from '../../support/server/accounts.ts';
import { manager, server, test } from '../../support/server/world.ts';

async function tenant(): Promise<number> {
  const username = await residentWith(server);
  const [user] = await server.database.sql<{ id: number }>`select id from users where username = ${username}`;
  return user!.id;
}

const post = (path: string, userId: number, body: object) =>
  server.call('POST', `/transactions/${path}`, { as: manager, body: { userId, unitId: 1, ...body } });
const receiptOf = async (id: number) =>
  (await server.call('GET', `/transactions/${id}/receipt`, { as: manager })).json<Receipt>();

test('a receipt says what was paid, oldest first, and what is left', async () => {
  const userId = await tenant();
  await post('charge', userId, { amount: 40, type: 'Late Fee', description: 'Late fee of April' });
  await post('charge', userId, { amount: 100, type: 'Damage Fee', description: 'Window' });
  const paid = (await post('record-payment', userId, { amount: 90, type: 'Check' })).json<RecordedPayment>();
  expect(await receiptOf(paid.id)).toMatchObject({
    pays: [
      { type: 'Late Fee', description: 'Late fee of April', month: null, amount: 40 },
      { type: 'Damage Fee', description: 'Window', month: null, amount: 50 },
    ],
    balance_after: 50,
  });

  // What is left is of the moment of the payment, and what it paid may still grow.
  const ahead = (await post('record-payment', userId, { amount: 70, type: 'Cash' })).json<RecordedPayment>();
  await post('charge', userId, { amount: 15, type: 'Misc Charge', description: 'Key' });
  expect(await receiptOf(ahead.id)).toMatchObject({
    pays: [
      { description: 'Window', amount: 50 },
      { description: 'Key', amount: 15 },
    ],
    balance_after: -20,
  });
  expect(await receiptOf(paid.id)).toMatchObject({ balance_after: 50 });
});

test('a receipt names the month of the rent that it pays, and a payment that was taken back pays nothing', async () => {
  const userId = await tenant();
  const [{ lease } = {}] = await server.database.sql<{ lease: number }>`
    insert into leases (unit_id, starts, proration) values (2, '2026-05-01', 'actual_days') returning id as lease`;
  const [{ charge } = {}] = await server.database.sql<{ charge: number }>`
    insert into lease_charges (lease_id, kind, description, amount, due_day, from_month)
    values (${lease}, 'rent', '', 100, 1, '2026-05-01') returning id as charge`;
  const [{ rent } = {}] = await server.database.sql<{ rent: number }>`
    insert into transactions (user_id, unit_id, amount, type, description, effective_on)
    values (${userId}, 2, 100, 'Rent', 'Rent for May 2026', '2026-05-01') returning id as rent`;
  await server.database.sql`
    insert into lease_postings (lease_charge_id, month, transaction_id, days, proration)
    values (${charge}, '2026-05-01', ${rent}, 31, 'actual_days')`;
  const paid = (await post('record-payment', userId, { amount: 100, type: 'Check' })).json<RecordedPayment>();
  expect(await receiptOf(paid.id)).toMatchObject({
    pays: [{ type: 'Rent', month: '2026-05-01', amount: 100 }],
    balance_after: 0,
  });
  await server.call('POST', `/transactions/${paid.id}/reversal`, { as: manager, body: { reason: 'Wrong' } });
  expect(await receiptOf(paid.id)).toMatchObject({ reversed: true, pays: [] });
});
