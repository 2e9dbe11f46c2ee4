import { describe, expect } from 'vitest';
import type { AuditEntry } from '../../../contract/audit.ts';
import type { Failure } from '../../../contract/failure.ts';
import type { Transaction } from '../../../contract/ledger.ts';
import { residentWith } from '../../support/server/accounts.ts';
import { manager, server, test } from '../../support/server/world.ts';

const ROBIN = 2;
const charge = { userId: ROBIN, unitId: 1, amount: 50, type: 'Damage Fee', description: 'A broken window' };
const payment = { userId: ROBIN, unitId: 1, amount: 50, type: 'Cash', description: 'At the office' };

const post = (path: 'charge' | 'record-payment', body: object, headers: Record<string, string> = {}) =>
  server.call('POST', `/transactions/${path}`, { as: manager, body, headers });
async function refused(path: 'charge' | 'record-payment', body: object) {
  const answer = await post(path, body);
  return { status: answer.statusCode, ...answer.json<Failure>() };
}
const history = async (id: number) =>
  (await server.call('GET', `/transactions/user-history/${id}`, { as: manager })).json<Transaction[]>();
const idOf = async (username: string) =>
  (await server.database.sql<{ id: number }>`select id from users where username = ${username}`)[0]!.id;

test('a manager charges a tenant, who finds it in their ledger', async () => {
  const resident = await residentWith(server);
  const userId = await idOf(resident);
  const answer = await post('charge', { ...charge, userId, description: '  A broken window ' });
  expect(answer.statusCode).toBe(201);
  expect(answer.json()).toMatchObject({
    user_id: userId,
    unit_id: 1,
    amount: 50,
    type: 'Damage Fee',
    description: 'A broken window',
    reverses: null,
    reversed_by: null,
  });
  const own = await server.call('GET', '/transactions/my-history', { as: await server.token(resident) });
  expect(own.json()).toEqual([answer.json()]);
  expect(await history(userId)).toEqual([answer.json()]);
});

test('a payment that a tenant made to management is a credit', async () => {
  const answer = await post('record-payment', payment);
  expect(answer.json()).toMatchObject({ amount: -50, type: 'Cash', description: 'At the office' });
});

test('a charge without a type is a late fee, a payment without type and description a check', async () => {
  const { type: _, ...untyped } = charge;
  expect((await post('charge', untyped)).json()).toMatchObject({ type: 'Late Fee' });
  const told = { type: 'Check', description: 'Offline payment recorded' };
  expect((await post('record-payment', { userId: ROBIN, unitId: 1, amount: 5 })).json()).toMatchObject(told);
  const blank = { userId: ROBIN, unitId: 1, amount: 5, type: 'Check', description: '  ' };
  expect((await post('record-payment', blank)).json()).toMatchObject(told);
});

test.each(['Late Fee', 'Damage Fee', 'Parking Fee', 'Misc Charge'])('a charge may be a %s', async (type) => {
  expect((await post('charge', { ...charge, type })).json()).toMatchObject({ type });
});

test.each(['Check', 'Cash', 'Money Order', 'Other'])('a payment may be by %s', async (type) => {
  expect((await post('record-payment', { ...payment, type })).json()).toMatchObject({ type });
});

test.each([
  ['charge', 'Check', 'A charge is one of Late Fee, Damage Fee, Parking Fee, Misc Charge.'],
  ['charge', null, 'A charge is one of Late Fee, Damage Fee, Parking Fee, Misc Charge.'],
  ['record-payment', 'Late Fee', 'A payment is one of Check, Cash, Money Order, Other.'],
] as const)('a %s of type %s is refused', async (path, type, words) => {
  expect(await refused(path, { ...charge, type })).toMatchObject({ status: 400, fields: { type: words } });
});

describe.each(['charge', 'record-payment'] as const)('the amount of a %s', (path) => {
  test.each([
    [0, 'Please enter a valid positive amount.'],
    [-5, 'Please enter a valid positive amount.'],
    [0.001, 'Please enter a valid positive amount.'],
    ['50', 'Please enter a valid positive amount.'],
    [null, 'Please enter a valid positive amount.'],
    [undefined, 'Please enter a valid positive amount.'],
    [10.005, 'Please enter an amount in dollars and cents.'],
    [1_000_000.01, 'One entry can be at most $1,000,000.00.'],
  ])('is not %j', async (amount, words) => {
    const answer = await refused(path, { ...charge, type: undefined, amount });
    expect(answer).toMatchObject({ status: 400, message: words, fields: { amount: words } });
  });

  test.each([0.01, 19.99, 1_000_000])('may be %d', async (amount) => {
    const answer = await post(path, { ...charge, type: undefined, amount });
    expect(Math.abs(answer.json<Transaction>().amount)).toBe(amount);
  });
});

test('a charge says what it is for', async () => {
  const words = 'Please enter a description.';
  for (const description of ['', '   ', undefined, null, 7]) {
    expect(await refused('charge', { ...charge, description })).toMatchObject({
      fields: { description: words },
    });
  }
});

test('a description is text of at most 500 characters', async () => {
  const description = 'x'.repeat(501);
  const fields = { description: 'Please use at most 500 characters.' };
  expect(await refused('charge', { ...charge, description })).toMatchObject({ status: 400, fields });
  expect(await refused('record-payment', { ...payment, description })).toMatchObject({ status: 400, fields });
  expect(await refused('record-payment', { ...payment, description: 7 })).toMatchObject({
    fields: { description: 'A description is text.' },
  });
});

test('a former tenant is charged without a unit', async () => {
  expect((await post('charge', { ...charge, unitId: null })).json()).toMatchObject({ unit_id: null });
  const { unitId: _, ...homeless } = charge;
  expect((await post('charge', homeless)).json()).toMatchObject({ unit_id: null });
});

test('who or what is not there cannot be charged', async () => {
  const nobody = { status: 404, message: 'There is no such user.' };
  expect(await refused('charge', { ...charge, userId: 999_999 })).toMatchObject(nobody);
  expect(await refused('record-payment', { ...payment, userId: 999_999 })).toMatchObject(nobody);
  expect(await refused('charge', { ...charge, unitId: 999_999 })).toMatchObject({
    status: 400,
    fields: { unitId: 'There is no such unit.' },
  });
  expect(await refused('charge', { ...charge, userId: '2' })).toMatchObject({
    fields: { userId: 'Please say whose account this is for.' },
  });
});

const auditEntries = async ({ id }: Transaction) =>
  (await server.call('GET', `/audit?subject=transaction&id=${id}`, { as: manager })).json<AuditEntry[]>();

test('a charge sent eight times at once under one key is made and recorded once', async () => {
  const userId = await idOf(await residentWith(server));
  const key = { 'idempotency-key': crypto.randomUUID() };
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => post('charge', { ...charge, userId }, key)),
  );
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(7);
  expect(await history(userId)).toHaveLength(1);
  expect(await auditEntries(answers[0]!.json())).toHaveLength(1);
});

test('a key that was used for another charge is refused, and nothing is charged', async () => {
  const userId = await idOf(await residentWith(server));
  const key = { 'idempotency-key': crypto.randomUUID() };
  expect((await post('charge', { ...charge, userId }, key)).statusCode).toBe(201);
  expect((await post('charge', { ...charge, userId, amount: 51 }, key)).statusCode).toBe(422);
  expect(await history(userId)).toHaveLength(1);
});

test('a refused charge leaves nothing under its key, which may be sent again once it is mended', async () => {
  const userId = await idOf(await residentWith(server));
  const key = { 'idempotency-key': crypto.randomUUID() };
  expect((await post('charge', { ...charge, userId: 999_999 }, key)).statusCode).toBe(404);
  expect((await post('charge', { ...charge, userId, unitId: 999_999 }, key)).statusCode).toBe(400);
  expect(await history(userId)).toEqual([]);
  expect((await post('charge', { ...charge, userId }, key)).statusCode).toBe(201);
});

test('who posted an entry is on record', async () => {
  const entry = (await post('record-payment', payment)).json<Transaction>();
  expect(await auditEntries(entry)).toMatchObject([
    {
      action: 'posted',
      first_name: 'Morgan',
      last_name: 'Reyes',
      changes: {
        amount: { before: null, after: -50 },
        type: { before: null, after: 'Cash' },
        description: { before: null, after: 'At the office' },
      },
    },
  ]);
});

test('a manager reads anyone’s ledger, which may be empty, and is told of someone who is not there', async () => {
  expect(await history(await idOf(await residentWith(server)))).toEqual([]);
  const nobody = await server.call('GET', '/transactions/user-history/999999', { as: manager });
  expect(nobody.statusCode).toBe(404);
  expect(nobody.json()).toMatchObject({ message: 'There is no such user.' });
  const resident = await server.token('resident');
  expect((await server.call('GET', '/transactions/user-history/2', { as: resident })).statusCode).toBe(403);
});
