import { expect } from 'vitest';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import { addDays } from '../../../contract/values/calendar.ts';
import { manager, server, test } from '../../support/server/world.ts';
import { communityDay } from '../../support/days.ts';

test('a charge and its reversal count for the days that are given, and refuse others at their field', async () => {
  const today = communityDay();
  const charge = (effective_on: string | null) =>
    server.call('POST', '/transactions/charge', {
      as: manager,
      body: { userId: 2, unitId: 1, amount: 10, description: 'Late', effective_on },
    });
  expect((await charge(null)).json()).toMatchObject({ effective_on: null });
  const past = (await charge('2026-01-15')).json<Transaction>();
  expect(past).toMatchObject({ effective_on: '2026-01-15' });
  const toCome = addDays(today, 30);
  expect((await charge(toCome)).json()).toMatchObject({ effective_on: toCome });
  const far = await charge('2099-01-01');
  expect([far.statusCode, far.json()]).toMatchObject([
    400,
    { fields: { effective_on: 'The day must be within a year.' } },
  ]);
  const reverse = (effective_on: string) =>
    server.call('POST', `/transactions/${past.id}/reversal`, {
      as: manager,
      body: { reason: 'Wrong', effective_on },
    });
  expect((await reverse('2026-01-14')).json()).toMatchObject({
    fields: { effective_on: 'It cannot be taken back before the day for which it counts.' },
  });
  expect((await reverse(addDays(today, 3))).json()).toMatchObject({
    fields: { effective_on: 'The day must not be in the future.' },
  });
  expect((await reverse('2026-01-20')).json()).toMatchObject({ effective_on: '2026-01-20', amount: -10 });
});

test('several tenants are charged for a day', async () => {
  const answer = await server.call('POST', '/transactions/charges', {
    as: manager,
    body: {
      tenants: [{ userId: 2, unitId: 1 }],
      amount: 12,
      description: 'Keys',
      effective_on: '2026-02-03',
    },
  });
  expect(answer.statusCode).toBe(201);
  const [latest] = (await server.call('GET', '/transactions/user-history/2', { as: manager })).json<
    Transaction[]
  >();
  expect(latest).toMatchObject({ description: 'Keys', effective_on: '2026-02-03' });
});
