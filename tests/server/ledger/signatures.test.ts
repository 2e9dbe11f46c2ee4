import { expect } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import type { RecordedPayment } from '../../../contract/ledger/ledger.ts';
import { MOST_STROKES, SIGNATURE_TOO_LONG } from '../../../contract/ledger/signature.ts';
import { manager, neighbour, resident, server, test } from '../../support/server/world.ts';

const RESIDENT = 2;
const SIGNATURE = [
  [10, 20, 30, 40, 55, 60],
  [600, 200],
];

const record = (body: object, key: string = crypto.randomUUID()) =>
  server.call('POST', '/transactions/record-payment', {
    as: manager,
    headers: { 'idempotency-key': key },
    body: { userId: RESIDENT, unitId: 1, amount: 5, type: 'Cash', ...body },
  });
const receiptOf = async (id: number, as?: string) => {
  const answer = await server.call('GET', `/transactions/${id}/receipt`, as ? { as } : {});
  return { status: answer.statusCode, signature: answer.json<{ signature?: unknown }>().signature };
};

test('a signature is on the receipt, for management and its tenant and nobody else', async () => {
  const { id } = (await record({ signature: SIGNATURE })).json<RecordedPayment>();
  expect(await receiptOf(id, manager)).toEqual({ status: 200, signature: SIGNATURE });
  expect(await receiptOf(id, resident)).toEqual({ status: 200, signature: SIGNATURE });
  expect(await receiptOf(id, neighbour)).toEqual({ status: 404, signature: undefined });
  expect(await receiptOf(id)).toEqual({ status: 401, signature: undefined });
});

test('no list, no answer to a payment and no audit entry contains a signature', async () => {
  const answer = await record({ signature: SIGNATURE });
  const { id } = answer.json<RecordedPayment>();
  const lists = await Promise.all([
    server.call('GET', `/transactions/user-history/${RESIDENT}`, { as: manager }),
    server.call('GET', '/transactions/my-history', { as: resident }),
    server.call('GET', `/audit?subject=transaction&id=${id}`, { as: manager }),
  ]);
  for (const each of [answer, ...lists]) {
    expect(each.body).toContain('Cash');
    expect(each.body).not.toContain('signature');
  }
});

test('the receipt of a payment that nobody signed has none', async () => {
  for (const body of [{}, { signature: null }]) {
    const { id } = (await record(body)).json<RecordedPayment>();
    expect(await receiptOf(id, manager)).toEqual({ status: 200, signature: null });
  }
});

test('a signed payment sent twice is stored once, and under its key never with another signature', async () => {
  const key = crypto.randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => record({ signature: SIGNATURE }, key)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
  const ids = new Set(answers.map((each) => each.json<RecordedPayment>().id));
  expect(ids.size).toBe(1);
  expect((await record({ signature: [[1, 1]] }, key)).statusCode).toBe(422);
  expect(await receiptOf([...ids][0]!, manager)).toEqual({ status: 200, signature: SIGNATURE });
});

test('a signature that is too long is refused at its field, and nothing is posted', async () => {
  const before = await server.call('GET', `/transactions/user-history/${RESIDENT}`, { as: manager });
  const answer = await record({ signature: Array.from({ length: MOST_STROKES + 1 }, () => [1, 1]) });
  expect(answer.statusCode).toBe(400);
  expect(answer.json<Failure>().fields).toEqual({ signature: SIGNATURE_TOO_LONG });
  const after = await server.call('GET', `/transactions/user-history/${RESIDENT}`, { as: manager });
  expect(after.json()).toEqual(before.json());
});

test('a signature is never changed or taken away', async () => {
  const { id } = (await record({ signature: SIGNATURE })).json<RecordedPayment>();
  await expect(
    server.database.sql`update transactions set signature = null where id = ${id}`,
  ).rejects.toThrow(/append-only/);
});
