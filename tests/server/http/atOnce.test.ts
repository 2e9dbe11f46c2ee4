import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { residentWith } from '../../support/accounts.ts';
import { reportForm, testServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let manager: string;
beforeAll(async () => {
  server = await testServer({ CHANGES_PER_RESIDENT: '2' });
  manager = await server.token('manager');
});
afterAll(() => server.close());

const ROBIN = 2;
const charge = { userId: ROBIN, unitId: 1, amount: 50, type: 'Late Fee', description: 'Rent was late' };
const post = (key?: string, body: object = charge) =>
  server.call('POST', '/transactions/charge', {
    as: manager,
    body,
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  });
const report = (as: string, key: string) =>
  server.call('POST', '/maintenance', {
    as,
    form: reportForm({ information: 'Leak' }),
    headers: { 'idempotency-key': key },
  });
async function count(table: 'transactions' | 'audit' | 'maintenance_requests'): Promise<number> {
  const [found] = await server.database.sql<{ count: number }>`
    select case ${table} when 'transactions' then (select count(*) from transactions)
      when 'audit' then (select count(*) from audit) else (select count(*) from maintenance_requests) end as count`;
  return found?.count ?? NaN;
}

test('a charge, a payment and a report without photos take one statement and no transaction of several', async () => {
  const resident = await server.token(await residentWith(server));
  const statements = [vi.spyOn(PGlite.prototype, 'query'), vi.spyOn(pg.Client.prototype, 'query')];
  expect((await post(crypto.randomUUID())).statusCode).toBe(201);
  const payment = { userId: ROBIN, amount: 50, type: 'Cash' };
  const paid = await server.call('POST', '/transactions/record-payment', { as: manager, body: payment });
  expect(paid.statusCode).toBe(201);
  expect((await report(resident, crypto.randomUUID())).statusCode).toBe(201);
  expect(statements.reduce((count, { mock }) => count + mock.calls.length, 0)).toBe(3);
  vi.restoreAllMocks();
});

test('sent eight times at once under one key, a charge is one entry with one record, and every answer the first one', async () => {
  const [entries, records] = [await count('transactions'), await count('audit')];
  const key = crypto.randomUUID();
  const answers = await Promise.all(Array.from({ length: 8 }, () => post(key)));
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
  expect(answers[0]?.statusCode).toBe(201);
  expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(7);
  expect(await count('transactions')).toBe(entries + 1);
  expect(await count('audit')).toBe(records + 1);
});

test('a key that was used for another charge is refused, and nothing is charged', async () => {
  const key = crypto.randomUUID();
  expect((await post(key)).statusCode).toBe(201);
  const entries = await count('transactions');
  expect((await post(key, { ...charge, amount: 51 })).statusCode).toBe(422);
  expect(await count('transactions')).toBe(entries);
});

test('what is refused leaves nothing under its key, so that it may be sent again once it is mended', async () => {
  const key = crypto.randomUUID();
  const [entries, records] = [await count('transactions'), await count('audit')];
  expect((await post(key, { ...charge, userId: 999_999 })).statusCode).toBe(404);
  expect((await post(key, { ...charge, unitId: 999_999 })).statusCode).toBe(400);
  expect([await count('transactions'), await count('audit')]).toEqual([entries, records]);
  expect((await post(key)).statusCode).toBe(201);
});

test('a report that arrives again is answered as before although its sender has no more to send', async () => {
  const resident = await server.token(await residentWith(server));
  const keys = [crypto.randomUUID(), crypto.randomUUID()] as const;
  const [first, second] = [await report(resident, keys[0]), await report(resident, keys[1])];
  expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
  const requests = await count('maintenance_requests');
  expect((await report(resident, crypto.randomUUID())).statusCode).toBe(429);
  const again = await report(resident, keys[0]);
  expect([again.statusCode, again.body]).toEqual([201, first.body]);
  expect(await count('maintenance_requests')).toBe(requests);
});

test('whoever may not charge is told so before what is wrong with the charge', async () => {
  const resident = await server.token('resident');
  const wrong = { as: resident, body: { amount: 'much' } };
  expect((await server.call('POST', '/transactions/charge', wrong)).statusCode).toBe(403);
  await server.call('POST', '/users/logout', { as: resident });
  expect((await server.call('POST', '/transactions/charge', wrong)).statusCode).toBe(401);
  expect((await post(undefined, { amount: 'much' })).statusCode).toBe(400);
});
