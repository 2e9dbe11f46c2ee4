import { describe, expect } from 'vitest';
import type { AuditEntry } from '../../../contract/audit/audit.ts';
import type { Failure } from '../../../contract/http/failure.ts';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
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

test('a charge of a manager is in the tenant’s ledger', async () => {
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

test('a recorded payment is a credit in the ledger', async () => {
  const answer = await post('record-payment', payment);
  expect(answer.json()).toMatchObject({ amount: -50, type: 'Cash', description: 'At the office' });
});

test('a charge without a type is a late fee, and a payment without one is a check', async () => {
  const { type: _, ...untyped } = charge;
  expect((await post('charge', untyped)).json()).toMatchObject({ type: 'Late Fee' });
  const told = { type: 'Check', description: 'Offline payment recorded' };
  expect((await post('record-payment', { userId: ROBIN, unitId: 1, amount: 5 })).json()).toMatchObject(told);
  const blank = { userId: ROBIN, unitId: 1, amount: 5, type: 'Check', description: '  ' };
  expect((await post('record-payment', blank)).json()).toMatchObject(told);
});

test.each(['Late Fee', 'Damage Fee', 'Parking Fee', 'Misc Charge'])(
  'a charge of type %s is accepted',
  async (type) => {
    expect((await post('charge', { ...charge, type })).json()).toMatchObject({ type });
  },
);

test.each(['Check', 'Cash', 'Money Order', 'Other'])('a payment of type %s is accepted', async (type) => {
  expect((await post('record-payment', { ...payment, type })).json()).toMatchObject({ type });
});

test('a payment counts from the day it was received, and says when it was recorded', async () => {
  const received_on = '2026-05-03';
  const { id } = (await post('record-payment', { ...payment, received_on })).json<Transaction>();
  const history = await server.call('GET', '/transactions/user-history/2', { as: manager });
  const entry = history.json<Transaction[]>().find((each) => each.id === id);
  expect(entry).toMatchObject({ effective_on: received_on });
  expect(Date.parse(entry!.created_at)).toBeGreaterThan(Date.now() - 60_000);
  const audit = await server.call('GET', `/audit?subject=transaction&id=${id}`, { as: manager });
  expect(audit.json()).toMatchObject([{ changes: { effective_on: { after: received_on } } }]);
  expect((await post('record-payment', payment)).json()).toMatchObject({ effective_on: null });
});

test.each([
  ['2099-01-01', 'The day must not be in the future.'],
  ['2026-02-30', 'Please enter the day the money was received.'],
  ['1999-12-31', 'Please give a date from 2000 to 2099.'],
])('a payment cannot be received on %s', async (received_on, words) => {
  expect(await refused('record-payment', { ...payment, received_on })).toMatchObject({
    status: 400,
    fields: { received_on: words },
  });
});

test.each([
  ['charge', 'Check', 'A charge is one of Late Fee, Damage Fee, Parking Fee, Misc Charge, Prorated Rent.'],
  ['charge', 'Rent', 'A charge is one of Late Fee, Damage Fee, Parking Fee, Misc Charge, Prorated Rent.'],
  ['charge', null, 'A charge is one of Late Fee, Damage Fee, Parking Fee, Misc Charge, Prorated Rent.'],
  ['record-payment', 'Late Fee', 'A payment is one of Check, Cash, Money Order, Other, Bank Transfer.'],
] as const)('a %s of type %s is refused', async (path, type, words) => {
  expect(await refused(path, { ...charge, type })).toMatchObject({ status: 400, fields: { type: words } });
});

describe.each(['charge', 'record-payment'] as const)('%s', (path) => {
  test.each([
    [0, 'Please enter a valid positive amount.'],
    [-5, 'Please enter a valid positive amount.'],
    [0.001, 'Please enter a valid positive amount.'],
    ['50', 'Please enter a valid positive amount.'],
    [null, 'Please enter a valid positive amount.'],
    [undefined, 'Please enter a valid positive amount.'],
    [10.005, 'Please enter an amount in dollars and cents.'],
    [1_000_000.01, 'One entry can be at most $1,000,000.00.'],
  ])('an amount of %j is refused with 400', async (amount, words) => {
    const answer = await refused(path, { ...charge, type: undefined, amount });
    expect(answer).toMatchObject({ status: 400, message: words, fields: { amount: words } });
  });

  test.each([0.01, 19.99, 1_000_000])('an amount of %d is accepted', async (amount) => {
    const answer = await post(path, { ...charge, type: undefined, amount });
    expect(Math.abs(answer.json<Transaction>().amount)).toBe(amount);
  });
});

test('a charge without a description is refused', async () => {
  const words = 'Please enter a description.';
  for (const description of ['', '   ', undefined, null, 7]) {
    expect(await refused('charge', { ...charge, description })).toMatchObject({
      fields: { description: words },
    });
  }
});

test('a description of more than 500 characters, or one that is no text, is refused', async () => {
  const description = 'x'.repeat(501);
  const fields = { description: 'Please use at most 500 characters.' };
  expect(await refused('charge', { ...charge, description })).toMatchObject({ status: 400, fields });
  expect(await refused('record-payment', { ...payment, description })).toMatchObject({ status: 400, fields });
  expect(await refused('record-payment', { ...payment, description: 7 })).toMatchObject({
    fields: { description: 'A description is text.' },
  });
});

test('a former tenant can be charged without a unit', async () => {
  expect((await post('charge', { ...charge, unitId: null })).json()).toMatchObject({ unit_id: null });
  const { unitId: _, ...homeless } = charge;
  expect((await post('charge', homeless)).json()).toMatchObject({ unit_id: null });
});

test('a charge for an unknown user is 404, and one for an unknown unit is refused at its field', async () => {
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

test('a charge sent eight times at once with one key is stored once, with one audit entry', async () => {
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

test('a refused charge can be corrected and sent again with the same key', async () => {
  const userId = await idOf(await residentWith(server));
  const key = { 'idempotency-key': crypto.randomUUID() };
  expect((await post('charge', { ...charge, userId: 999_999 }, key)).statusCode).toBe(404);
  expect((await post('charge', { ...charge, userId, unitId: 999_999 }, key)).statusCode).toBe(400);
  expect(await history(userId)).toEqual([]);
  expect((await post('charge', { ...charge, userId }, key)).statusCode).toBe(201);
});

test('an entry has an audit entry with its author', async () => {
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

test('a manager reads every user’s ledger, and an unknown user is 404', async () => {
  expect(await history(await idOf(await residentWith(server)))).toEqual([]);
  const nobody = await server.call('GET', '/transactions/user-history/999999', { as: manager });
  expect(nobody.statusCode).toBe(404);
  expect(nobody.json()).toMatchObject({ message: 'There is no such user.' });
  const resident = await server.token('resident');
  expect((await server.call('GET', '/transactions/user-history/2', { as: resident })).statusCode).toBe(403);
});
