import { expect } from 'vitest';
import type { TenantBalance } from '../../../contract/ledger/balances.ts';
import { isolatedTest as test, manager, server } from '../../support/server/world.ts';

const KEYS = { amount: 45.25, type: 'Parking Fee', description: 'A second key' };

const charge = (tenants: { userId: number; unitId?: number }[], headers?: Record<string, string>) =>
  server.call('POST', '/transactions/charges', {
    as: manager,
    body: { tenants, ...KEYS },
    ...(headers ? { headers } : {}),
  });

async function owed(): Promise<[number, number][]> {
  const answer = await server.call('GET', '/transactions/all-balances', { as: manager });
  return answer.json<TenantBalance[]>().map(({ user_id, balance }) => [user_id, balance]);
}

test('several tenants are charged the same, once, each with an entry, a record and a notification', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const both = [{ userId: 2, unitId: 1 }, { userId: 3 }];
  const answer = await charge(both, headers);
  expect([answer.statusCode, answer.json()]).toEqual([201, { charged: 2 }]);
  expect((await charge(both, headers)).json()).toEqual({ charged: 2 });
  expect((await owed()).sort(([one], [other]) => one - other)).toEqual([
    [2, 45.25],
    [3, 45.25],
  ]);
  const [record] = await server.database.sql<{ count: number }>`
    select count(*)::int as count from audit where subject = 'transaction' and action = 'posted'`;
  expect(record?.count).toBe(2);
  const told = await server.database.sql<{ user_id: number }>`
    select user_id from notifications join notification_events as event on event.id = event_id
    where event.kind = 'charge_posted' order by user_id`;
  expect(told.map(({ user_id }) => user_id)).toEqual([2, 3]);
});

test('where one of the tenants is not there, nobody is charged', async () => {
  const answer = await charge([{ userId: 2 }, { userId: 999_999 }]);
  expect([answer.statusCode, answer.json()]).toMatchObject([
    404,
    { message: 'One of these tenants is not there any more. Nobody was charged.' },
  ]);
  expect((await owed()).filter(([, balance]) => balance !== 0)).toEqual([]);
});

test.each([
  [[], 'Please say who is charged.'],
  [[{ userId: 2 }, { userId: 2 }], 'Each tenant is charged once.'],
  [
    Array.from({ length: 501 }, (_, index) => ({ userId: index + 1 })),
    'At most 500 tenants are charged at once.',
  ],
])('charging nobody, one twice or too many is refused in words', async (tenants, message) => {
  const answer = await charge(tenants);
  expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([400, message]);
});
