import { expect } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { addEntry, residentWith, settlePayment } from '../../support/server/accounts.ts';
import { manager, server, test } from '../../support/server/world.ts';

const takeBack = (id: number, body: object = { reason: 'no funds', fee: 25 }) =>
  server.call('POST', `/transactions/${id}/return`, { as: manager, body });
const history = async (id: number) =>
  (await server.call('GET', `/transactions/user-history/${id}`, { as: manager })).json<Transaction[]>();

test('a long description of a payment that came back is cut between characters', async () => {
  const resident = await residentWith(server);
  const description = `${'x'.repeat(460)}${'🏠'.repeat(40)}`;
  const check = await addEntry(server, resident, { amount: -60, type: 'Check', description });
  const answer = await takeBack(check);
  expect(answer.statusCode).toBe(201);
  const [fee] = await history(answer.json<Transaction>().user_id);
  expect(fee!.description).toBe(`Returned payment fee: ${'x'.repeat(460)}${'🏠'.repeat(18)}`);
});

test('only a payment that management recorded comes back, once, with its fee', async () => {
  const resident = await residentWith(server);
  const charge = await addEntry(server, resident, { amount: 100, type: 'Late Fee' });
  const card = await settlePayment(server, resident, { amount: 40 });
  for (const id of [charge, card]) {
    const answer = await takeBack(id);
    expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'not_returnable' }]);
  }
  const check = await addEntry(server, resident, { amount: -60, type: 'Check', description: 'Check 12' });
  const returned = await takeBack(check);
  expect(returned.json()).toMatchObject({
    ...{ amount: 60, type: 'Reversal', description: 'Check returned: no funds', reverses: check },
  });
  const again = await takeBack(check);
  expect([again.statusCode, again.json()]).toMatchObject([409, { code: 'already_reversed' }]);
  const reversal = returned.json<Transaction>();
  expect((await takeBack(reversal.id)).statusCode).toBe(409);
  const [fee, ...others] = await history(reversal.user_id);
  expect(fee).toMatchObject({
    ...{
      amount: 25,
      type: 'Returned Payment Fee',
      description: 'Returned payment fee: Check 12',
    },
  });
  expect(others.filter(({ type }) => type === 'Returned Payment Fee')).toEqual([]);
});

test('a payment comes back on its day, with its fee, neither before it was paid nor in the future', async () => {
  const resident = await residentWith(server);
  const check = await addEntry(server, resident, { amount: -60, type: 'Check', at: '2026-05-03T12:00:00Z' });
  const back = (returned_on: unknown) => takeBack(check, { reason: 'no funds', fee: 25, returned_on });
  const tomorrow = new Date(Date.now() + 24 * 60 * 60_000).toISOString().slice(0, 10);
  for (const day of ['2026-05-02', tomorrow, '2026-02-30', 'soon', 5]) {
    const answer = await back(day);
    expect([answer.statusCode, Object.keys(answer.json<Failure>().fields ?? {})], String(day)).toEqual([
      400,
      ['returned_on'],
    ]);
  }
  const returned = await back('2026-05-03');
  expect(returned.json()).toMatchObject({ type: 'Reversal', effective_on: '2026-05-03' });
  expect((await history(returned.json<Transaction>().user_id)).slice(0, 2)).toMatchObject([
    { type: 'Returned Payment Fee', effective_on: '2026-05-03' },
    { type: 'Reversal', effective_on: '2026-05-03' },
  ]);
  expect(await ledgerDiscrepancies(server.database)).toEqual([]);
});

test('a payment that came back on a day that nobody says came back today', async () => {
  const resident = await residentWith(server);
  const check = await addEntry(server, resident, { amount: -60, type: 'Check' });
  const answer = await takeBack(check, { reason: 'no funds' });
  expect(answer.json()).toMatchObject({ type: 'Reversal', effective_on: null });
});
