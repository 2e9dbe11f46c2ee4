import { describe, expect } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import type { RecordedPayment, Transaction } from '../../../contract/ledger/ledger.ts';
import type { Receipt } from '../../../contract/payments/payments.ts';
import { receiptNumber, type ReceiptBook } from '../../../contract/ledger/receiptBooks.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { residentWith } from '../../support/server/accounts.ts';
import { manager, resident, server, test } from '../../support/server/world.ts';

let colleague: string;
test.beforeAll(async () => {
  await server.database.sql`
    insert into users (username, email, password_hash, first_name, last_name, is_manager)
    select 'colleague', 'colleague@example.com', password_hash, 'Jo', 'Mar', true from users where username = 'manager'`;
  colleague = await server.token('colleague');
});

const keyed = (key: string = crypto.randomUUID()) => ({ 'idempotency-key': key });
const newBook = async (as = manager, key?: string) =>
  (await server.call('POST', '/receipt-books', { as, headers: keyed(key) })).json<ReceiptBook>();

/** A tenant of their own for a test, as entries cannot be taken away. */
async function tenant(): Promise<number> {
  const username = await residentWith(server);
  const [user] = await server.database.sql<{ id: number }>`select id from users where username = ${username}`;
  return user!.id;
}

const record = (
  userId: number,
  body: object = {},
  { as = manager, key }: { as?: string; key?: string } = {},
) =>
  server.call('POST', '/transactions/record-payment', {
    as,
    headers: keyed(key),
    body: { userId, unitId: 1, amount: 500, type: 'Check', ...body },
  });
const history = async (userId: number) =>
  (await server.call('GET', `/transactions/user-history/${userId}`, { as: manager })).json<Transaction[]>();
const receiptOf = async ({ id }: { id: number }, as = manager) =>
  (await server.call('GET', `/transactions/${id}/receipt`, { as })).json<Receipt>();

describe('receipt books', () => {
  test('each book that is asked for is another one, and a lost answer is given again', async () => {
    const key = crypto.randomUUID();
    const first = await newBook(manager, key);
    expect(first).toEqual({ id: expect.any(Number) as number, receipts: 50 });
    expect(await newBook(manager, key)).toEqual(first);
    expect((await newBook()).id).not.toBe(first.id);
  });

  test('devices that ask at the same moment get books without a common number', async () => {
    const books = await Promise.all(
      Array.from({ length: 30 }, (_, n) => newBook(n % 2 === 0 ? manager : colleague)),
    );
    const numbers = books.flatMap(({ id, receipts }) =>
      Array.from({ length: receipts }, (_, n) => receiptNumber(id, n + 1)),
    );
    expect(new Set(numbers).size).toBe(30 * 50);
  });

  test('a book that was given out is never changed or taken back', async () => {
    const { id } = await newBook();
    await expect(server.database.sql`delete from receipt_books where id = ${id}`).rejects.toThrow(
      /append-only/,
    );
    await expect(server.database.sql`update receipt_books set user_id = 2 where id = ${id}`).rejects.toThrow(
      /append-only/,
    );
  });
});

test('the receipt number and the reference are in the answer, the ledger and the receipt, with who received it', async () => {
  const userId = await tenant();
  const receipt_number = receiptNumber((await newBook(colleague)).id, 7);
  const key = crypto.randomUUID();
  const body = { receipt_number, reference: ' 1041 ', received_on: '2026-05-03', description: 'Rent of May' };
  const entry = (await record(userId, body, { as: colleague, key })).json<RecordedPayment>();
  const told = { receipt_number, reference: '1041', created_with: key };
  expect(entry).toMatchObject(told);
  const { fees_paid_in_time: _, ...listed } = entry;
  expect(await history(userId)).toEqual([listed]);
  expect(await receiptOf(entry)).toMatchObject({
    ...{ number: receipt_number, reference: '1041', received_by: 'Jo Mar', received_on: '2026-05-03' },
    ...{ amount: 500, type: 'Check', description: 'Rent of May', unit_number: '101' },
  });
  const audit = await server.call('GET', `/audit?subject=transaction&id=${entry.id}`, { as: manager });
  expect(audit.json()).toMatchObject([
    { changes: { receipt_number: { after: receipt_number }, reference: { after: '1041' } } },
  ]);
});

test('a payment without a receipt number gets the server’s own, and its tenant reads who received it', async () => {
  const entry = (await record(2)).json<RecordedPayment>();
  const number = `PL-${String(entry.id).padStart(6, '0')}`;
  expect(entry).toMatchObject({ receipt_number: number, reference: null });
  const { first_name, last_name } = (await server.call('GET', '/users/1', { as: manager })).json<{
    first_name: string;
    last_name: string;
  }>();
  expect(await receiptOf(entry, resident)).toMatchObject({
    ...{ number, reference: null, received_by: `${first_name} ${last_name}` },
  });
});

test('an entry that is no payment has no receipt number', async () => {
  const userId = await tenant();
  const { id } = (await record(userId)).json<RecordedPayment>();
  await server.call('POST', `/transactions/${id}/reversal`, { as: manager, body: { reason: 'Wrong' } });
  const [reversal, payment] = await history(userId);
  expect(reversal).toMatchObject({ reverses: id, receipt_number: null });
  expect(payment?.receipt_number).toMatch(/^PL-/);
});

test('a payment sent twice is recorded once, with its receipt number', async () => {
  const userId = await tenant();
  const body = { receipt_number: receiptNumber((await newBook()).id, 1), ask_if_repeated: true };
  const key = crypto.randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => record(userId, body, { key })));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
  expect(new Set(answers.map((each) => each.json<Transaction>().id)).size).toBe(1);
  expect(await history(userId)).toHaveLength(1);
});

test('a receipt number is used once, also by two payments at the same moment', async () => {
  const [one, other] = [await tenant(), await tenant()];
  const receipt_number = receiptNumber((await newBook()).id, 3);
  const answers = await Promise.all([record(one, { receipt_number }), record(other, { receipt_number })]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json<Failure>()).toMatchObject({
    code: 'receipt_number_used',
    message: `Receipt number ${receipt_number} was already used for another payment.`,
  });
  expect([...(await history(one)), ...(await history(other))]).toHaveLength(1);
});

test('a number of another manager’s book, past its end, or of no book is refused, and nothing is posted', async () => {
  const userId = await tenant();
  const own = (await newBook()).id;
  const foreign = (await newBook(colleague)).id;
  const wrong = [receiptNumber(foreign, 1), receiptNumber(own, 51), receiptNumber(999_999_999, 1)];
  for (const receipt_number of wrong) {
    const answer = await record(userId, { receipt_number });
    expect([answer.statusCode, answer.json<Failure>().code]).toEqual([409, 'unknown_receipt_number']);
  }
  expect(await history(userId)).toEqual([]);
});

test.each(['PL-000001', 'RB-0-01', 'RB-01-01', 'RB-1-00', 'RB-1-1', 'RB-1-001', 'rb-1-01', 'RB-1-01 ', ''])(
  'a receipt number %j is refused at its field, so that it cannot be taken for a number of the server',
  async (receipt_number) => {
    const answer = await record(2, { receipt_number });
    expect(answer.statusCode).toBe(400);
    expect(answer.json<Failure>().fields).toEqual({
      receipt_number: 'A receipt number is one of a receipt book, such as RB-12-07.',
    });
  },
);

describe('the same amount within a day', () => {
  const ask = { ask_if_repeated: true };

  test('is refused where the caller asks, with who recorded the earlier one and when', async () => {
    const userId = await tenant();
    const earlier = (await record(userId, {}, { as: colleague })).json<RecordedPayment>();
    const answer = await record(userId, ask);
    expect(answer.statusCode).toBe(409);
    expect(answer.json<Failure>()).toMatchObject({
      code: 'payment_repeated',
      message: expect.stringMatching(
        /^Jo Mar recorded a payment of the same amount for this account on \d{4}-\d\d-\d\d\.$/,
      ) as string,
      detail: {
        ...{ recorded_by: 'Jo Mar', recorded_at: earlier.created_at, type: 'Check' },
        receipt_number: earlier.receipt_number,
      },
    });
    expect(await history(userId)).toHaveLength(1);
    expect((await record(userId, { ask_if_repeated: false })).statusCode).toBe(201);
  });

  test('is recorded where the caller does not ask, as before', async () => {
    const userId = await tenant();
    await record(userId);
    expect((await record(userId)).statusCode).toBe(201);
    expect(await history(userId)).toHaveLength(2);
  });

  test('of two payments at the same moment one is refused', async () => {
    const userId = await tenant();
    const answers = await Promise.all([1, 2, 3].map(() => record(userId, ask)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409]);
  });

  test('another amount, another account, a charge and a reversed payment are no repetition', async () => {
    const userId = await tenant();
    const { id } = (await record(userId)).json<RecordedPayment>();
    expect((await record(userId, { ...ask, amount: 500.01 })).statusCode).toBe(201);
    expect((await record(await tenant(), ask)).statusCode).toBe(201);
    await server.call('POST', `/transactions/${id}/reversal`, { as: manager, body: { reason: 'Wrong' } });
    expect((await record(userId, ask)).statusCode).toBe(201);
  });

  test('is also one that was received within a day and recorded long after', async () => {
    const userId = await tenant();
    await server.database.sql`
      insert into transactions (user_id, amount, type, description, created_by, created_at, effective_on)
      values (${userId}, -500, 'Cash', 'Rent', 1, now() - interval '9 days', current_date - 10)`;
    const day = async (ago: number) =>
      (await server.database.sql<{ day: string }>`select (current_date - ${ago}::int)::text as day`)[0]!.day;
    expect((await record(userId, { ...ask, received_on: await day(11) })).statusCode).toBe(409);
    expect((await record(userId, { ...ask, received_on: await day(8) })).statusCode).toBe(201);
  });
});

test('check:ledger names a receipt number that is of no book of whoever recorded it', async () => {
  expect(await ledgerDiscrepancies(server.database)).toEqual([]);
  const foreign = receiptNumber((await newBook(colleague)).id, 2);
  const [entry] = await server.database.sql<{ id: number }>`
    insert into transactions (user_id, amount, type, description, created_by, receipt_number)
    values (2, -5, 'Cash', 'Rent', 1, ${foreign}) returning id`;
  expect(await ledgerDiscrepancies(server.database)).toEqual([
    `Entry ${entry!.id} has receipt number ${foreign}, which is of no receipt book of user 1`,
  ]);
});
