import { describe, expect } from 'vitest';
import type { MonthReport, Posting } from '../../../contract/books/books.ts';
import type { Failure } from '../../../contract/http/failure.ts';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import { account } from '../../support/server/ledger/allocations.ts';
import { manager, server, test } from '../../support/server/world.ts';

const give = (body: object) => server.call('POST', '/transactions/credit', { as: manager, body });
const read = async <T>(path: string) => (await server.call('GET', path, { as: manager })).json<T>();

test('a credit lowers the balance from its day, with its reason, and is no payment with a receipt', async () => {
  const { userId, post, history } = await account();
  await post('Rent', 700);
  const body = { userId, unitId: 1, amount: 50, reason: '  A cold week ', effective_on: '2026-05-03' };
  const answer = await give(body);
  expect(answer.statusCode).toBe(201);
  const credit = answer.json<Transaction>();
  expect(credit).toMatchObject({
    ...{ amount: -50, type: 'Concession', description: 'A cold week', effective_on: '2026-05-03' },
    ...{ receipt_number: null, reference: null },
  });
  expect((await history())[0]).toEqual(credit);
  const receipt = await server.call('GET', `/transactions/${credit.id}/receipt`, { as: manager });
  expect(receipt.statusCode).toBe(404);
  expect(await read(`/audit?subject=transaction&id=${credit.id}`)).toMatchObject([
    { changes: { amount: { after: -50 }, effective_on: { after: '2026-05-03' } } },
  ]);
});

test.each(['Concession', 'Account Credit', 'Write-off'])('a credit of type %s is accepted', async (type) => {
  const { userId } = await account();
  expect((await give({ userId, amount: 5, type, reason: 'Agreed' })).json()).toMatchObject({ type });
});

test('a credit against a charge pays that charge alone, though rent stands before it', async () => {
  const { userId, post, paying } = await account();
  const rent = await post('Rent', 700);
  const fee = await post('Damage Fee', 80);
  const open = (await give({ userId, amount: 30, reason: 'Agreed' })).json<Transaction>();
  const against = (await give({ userId, amount: 50, reason: 'Not theirs', charge: fee })).json<Transaction>();
  expect(against.pays).toEqual([{ id: fee, amount: 50 }]);
  expect(await paying()).toEqual({ [open.id]: { [rent]: 30 }, [against.id]: { [fee]: 50 } });
});

test('of a charge only what is open can be credited, and of one’s own charges', async () => {
  const { userId, post, history } = await account();
  const fee = await post('Damage Fee', 80);
  await post('Cash', -30);
  const other = await account();
  const refused = async (body: object) => {
    const answer = await give({ userId, amount: 50.01, reason: 'Agreed', charge: fee, ...body });
    return [answer.statusCode, answer.json<Failure>().fields];
  };
  expect(await refused({})).toEqual([400, { amount: 'Only $50.00 of this charge is unpaid.' }]);
  expect(await refused({ userId: other.userId })).toEqual([400, { charge: 'There is no such charge.' }]);
  expect(await history()).toHaveLength(2);
  expect((await give({ userId, amount: 50, reason: 'Agreed', charge: fee })).statusCode).toBe(201);
});

describe('a credit is refused', () => {
  test.each([
    ['reason', '  ', 'Please say why this credit is given.'],
    ['type', 'Cash', 'A credit is one of Concession, Account Credit, Write-off.'],
    ['effective_on', '2099-01-01', 'The day must not be in the future.'],
    ['effective_on', '5/3', 'Please enter the day for which it counts.'],
    ['amount', 0, 'Please enter a valid positive amount.'],
  ])('for the %s %j', async (field, value, message) => {
    const { userId, history } = await account();
    const answer = await give({ userId, amount: 5, reason: 'Agreed', [field]: value });
    expect(answer.statusCode).toBe(400);
    expect(answer.json<Failure>().fields).toEqual({ [field]: message });
    expect(await history()).toEqual([]);
  });
});

test('a credit is waived in the books of its month, neither charged nor collected, and so is its reversal', async () => {
  const month = () => read<MonthReport>('/books/months/2024-03-01');
  const { userId, post } = await account();
  await post('Rent', 700, { effective_on: '2024-03-01' });
  await post('Cash', -200, { effective_on: '2024-03-02' });
  const given = { userId, amount: 60, reason: 'Agreed', effective_on: '2024-03-03' };
  await give(given);
  const gone = (await give({ ...given, type: 'Write-off', amount: 40 })).json<Transaction>();
  const sums = { opening: 0, charged: 700, collected: 200 };
  expect(await month()).toMatchObject({ ...sums, waived: 100, closing: 400 });
  await post('Reversal', 40, { reverses: gone.id, effective_on: '2024-03-04' });
  expect(await month()).toMatchObject({ ...sums, waived: 60, closing: 440 });
  const postings = await read<Posting[]>('/books/postings?from=2024-03-03&to=2024-03-04');
  const ofOthers = postings.filter((posting) => !posting.account.startsWith('assets:receivable'));
  expect(ofOthers.map((posting) => [posting.account, posting.amount])).toEqual([
    ['income:concessions', 60],
    ['expenses:bad debt', 40],
    ['expenses:bad debt', -40],
  ]);
});
