import { describe, expect } from 'vitest';
import type { MonthReport, Posting } from '../../../contract/books/books.ts';
import type { Failure } from '../../../contract/http/failure.ts';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import type { Notification } from '../../../contract/notifications/notification.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { account } from '../../support/server/ledger/allocations.ts';
import { manager, server, test } from '../../support/server/world.ts';

const refund = (body: object, key?: string) =>
  server.call('POST', '/transactions/refund', {
    as: manager,
    body,
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  });
const read = async <T>(path: string) => (await server.call('GET', path, { as: manager })).json<T>();

test('a refund uses up what the account is in credit, once, with its number and day, and is no payment', async () => {
  const { userId, post, history, paying } = await account();
  const check = await post('Check', -60);
  const key = crypto.randomUUID();
  const body = { userId, unitId: 1, amount: 60, refunded_on: '2026-05-03', reference: '1041' };
  const answer = await refund(body, key);
  expect(answer.statusCode).toBe(201);
  const entry = answer.json<Transaction>();
  expect(entry).toMatchObject({
    ...{ amount: 60, type: 'Check Refund', description: 'Refund', effective_on: '2026-05-03' },
    ...{ reference: '1041', receipt_number: null, pays: null, created_with: key },
  });
  expect((await refund(body, key)).json()).toEqual(entry);
  expect(await history()).toHaveLength(2);
  expect(await paying()).toEqual({ [check]: { [entry.id]: 60 } });
  expect(await ledgerDiscrepancies(server.database)).toEqual([]);
  const told = await server.database.sql<Notification>`
    select kind from notification_events where data::text like ${`%"entry_id": ${entry.id}%`}`;
  expect(told).toEqual([]);
  expect(await read(`/audit?subject=transaction&id=${entry.id}`)).toMatchObject([
    { changes: { amount: { after: 60 }, reference: { after: '1041' } } },
  ]);
});

test('no more is given back than the account is in credit, also by two managers at once', async () => {
  const { userId, post, history } = await account();
  expect((await refund({ userId, amount: 5 })).json<Failure>().fields).toEqual({
    amount: 'This account is not in credit, so there is nothing to give back.',
  });
  await post('Late Fee', 20);
  await post('Cash', -100);
  expect((await refund({ userId, amount: 80.01 })).json<Failure>().fields).toEqual({
    amount: 'This account is $80.00 in credit, and no more can be given back.',
  });
  const both = await Promise.all([refund({ userId, amount: 50 }), refund({ userId, amount: 50 })]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 400]);
  expect(await history()).toHaveLength(3);
});

test('a refund that was wrong is reversed, and can be given again', async () => {
  const { userId, post, history } = await account();
  await post('Cash', -100);
  const wrong = (await refund({ userId, amount: 100, type: 'Cash Refund' })).json<Transaction>();
  const reversal = await server.call('POST', `/transactions/${wrong.id}/reversal`, {
    as: manager,
    body: { reason: 'Never handed over' },
  });
  expect(reversal.statusCode).toBe(201);
  expect((await refund({ userId, amount: 100, type: 'Other Refund' })).statusCode).toBe(201);
  expect((await history()).reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  expect(await ledgerDiscrepancies(server.database)).toEqual([]);
});

describe('a refund is refused', () => {
  test.each([
    ['type', 'Cash', 'A refund is one of Check Refund, Cash Refund, Other Refund.'],
    ['refunded_on', '2099-01-01', 'The day must not be in the future.'],
    ['refunded_on', '5/3', 'Please enter the day the money was given back.'],
    ['amount', -5, 'Please enter a valid positive amount.'],
  ])('for the %s %j', async (field, value, message) => {
    const { userId, post } = await account();
    await post('Cash', -100);
    const answer = await refund({ userId, amount: 5, [field]: value });
    expect([answer.statusCode, answer.json<Failure>().fields]).toEqual([400, { [field]: message }]);
  });
});

test('a refund has a line of its own in the books, and lowers neither what was collected nor raises what was charged', async () => {
  const month = () => read<MonthReport>('/books/months/2024-03-01');
  const { userId, post } = await account();
  await post('Rent', 700, { effective_on: '2024-03-01' });
  await post('Cash', -800, { effective_on: '2024-03-02' });
  const given = { userId, amount: 60, type: 'Cash Refund', refunded_on: '2024-03-03' };
  const entry = (await refund(given)).json<Transaction>();
  const sums = { opening: 0, charged: 700, collected: 800, waived: 0 };
  expect(await month()).toMatchObject({ ...sums, refunded: 60, closing: -40 });
  await post('Reversal', -60, { reverses: entry.id, effective_on: '2024-03-04' });
  expect(await month()).toMatchObject({ ...sums, refunded: 0, closing: -100 });
  const postings = await read<Posting[]>('/books/postings?from=2024-03-03&to=2024-03-04');
  const ofOthers = postings.filter((posting) => !posting.account.startsWith('assets:receivable'));
  expect(ofOthers.map((posting) => [posting.account, posting.amount])).toEqual([
    ['assets:refunds:cash', -60],
    ['assets:refunds:cash', 60],
  ]);
});
