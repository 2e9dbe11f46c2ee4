import { expect } from 'vitest';
import { ENTRY_KINDS } from '../../../contract/ledger/entryKinds.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { postEntries } from '../../../server/resources/ledger/postEntries.ts';
import { manager, server, test } from '../../support/server/world.ts';
import { account } from '../../support/server/ledger/allocations.ts';

test('a payment pays rent first by its due day, then other charges, and fees last', async () => {
  const { post, paying, history } = await account();
  const fee = await post('Late Fee', 50);
  const parking = await post('Misc Charge', 30);
  const june = await post('Rent', 1000, { effective_on: '2026-06-01' });
  const may = await post('Rent', 1000, { effective_on: '2026-05-01' });
  const first = await post('Check', -1500);
  expect(await paying()).toEqual({ [first]: { [may]: 1000, [june]: 500 } });
  const second = await post('Cash', -540);
  expect((await paying())[second]).toEqual({ [june]: 500, [parking]: 30, [fee]: 10 });
  expect((await history()).find(({ id }) => id === may)).toMatchObject({ pays: null });
});

test('what is paid ahead pays the next charge when it is posted', async () => {
  const { post, paying, history } = await account();
  const ahead = await post('Check', -1200);
  expect((await history())[0]).toMatchObject({ pays: [] });
  const rent = await post('Rent', 1000);
  const pet = await post('Misc Charge', 300);
  expect(await paying()).toEqual({ [ahead]: { [rent]: 1000, [pet]: 200 } });
});

test('a year that one statement posts is allocated in turns', async () => {
  const { entry, paying } = await account();
  const posted = await postEntries(server.database.sql, [
    entry('Rent', 1000),
    entry('Misc Charge', 30),
    entry('Check', -1030),
    entry('Rent', 1000),
    entry('Check', -400),
  ]);
  const [may, key, first, june, second] = posted.map(({ id }) => id) as [
    number,
    number,
    number,
    number,
    number,
  ];
  expect(await paying()).toEqual({ [first]: { [may]: 1000, [key]: 30 }, [second]: { [june]: 400 } });
});

test('a payment that is reversed pays nothing any more, and what it paid is open again', async () => {
  const { post, paying } = await account();
  const rent = await post('Rent', 1000);
  const bounced = await post('Check', -1000);
  const reversal = await post('Reversal', 1000, { reverses: bounced });
  expect(await paying()).toEqual({ [bounced]: { [reversal]: 1000 } });
  const cash = await post('Cash', -1000);
  expect(await paying()).toEqual({ [bounced]: { [reversal]: 1000 }, [cash]: { [rent]: 1000 } });
});

test('a charge that is reversed frees what paid it for what is open', async () => {
  const { post, paying } = await account();
  const rent = await post('Rent', 1000);
  const fee = await post('Late Fee', 50);
  const check = await post('Check', -1000);
  const waived = await post('Reversal', -1000, { reverses: rent });
  expect(await paying()).toEqual({ [waived]: { [rent]: 1000 }, [check]: { [fee]: 50 } });
});

test('a refund takes back what its payment paid, fees before rent, and gives it back when it fails', async () => {
  const { sql } = server.database;
  const { userId, post, paying } = await account();
  const rent = await post('Rent', 1000);
  const fee = await post('Late Fee', 50);
  const payment = await post('Card Payment', -1050, { created_by: null });
  const [intent] = await sql<{ id: string }>`
    insert into payment_intents (user_id, stripe_id, amount, status, transaction_id)
    values (${userId}, ${`pi_${userId}`}, 1050, 'succeeded', ${payment}) returning id`;
  const refund = await post('Card Refund', 200, { created_by: null });
  await sql`
    insert into payment_takebacks (stripe_id, payment_intent_id, kind, amount, taken)
    values (${`re_${userId}`}, ${intent!.id}, 'refund', 200, true)`;
  await sql`update payment_takebacks set taken_id = ${refund} where stripe_id = ${`re_${userId}`}`;
  expect(await paying()).toEqual({ [payment]: { [rent]: 850, [refund]: 200 } });
  // Another refund leaves what the first one took.
  const second = await post('Card Refund', 20, { created_by: null });
  await sql`
    insert into payment_takebacks (stripe_id, payment_intent_id, kind, amount, taken)
    values (${`re_${userId}_2`}, ${intent!.id}, 'refund', 20, true)`;
  await sql`update payment_takebacks set taken_id = ${second} where stripe_id = ${`re_${userId}_2`}`;
  expect(await paying()).toEqual({ [payment]: { [rent]: 830, [refund]: 200, [second]: 20 } });
  const failed = await post('Card Refund', -200, { created_by: null, reverses: refund });
  await sql`
    update payment_takebacks set restored = true, restored_id = ${failed} where stripe_id = ${`re_${userId}`}`;
  expect(await paying()).toEqual({
    [failed]: { [refund]: 200 },
    [payment]: { [rent]: 1000, [second]: 20, [fee]: 30 },
  });
});

test('a refund is of its payment, and not of what was paid ahead', async () => {
  const { sql } = server.database;
  const { userId, post, paying } = await account();
  const rent = await post('Rent', 1000);
  const payment = await post('Card Payment', -1000, { created_by: null });
  const ahead = await post('Check', -500);
  const [intent] = await sql<{ id: string }>`
    insert into payment_intents (user_id, stripe_id, amount, status, transaction_id)
    values (${userId}, ${`pi_${userId}`}, 1000, 'succeeded', ${payment}) returning id`;
  const refund = await post('Card Refund', 200, { created_by: null });
  await sql`
    insert into payment_takebacks (stripe_id, payment_intent_id, kind, amount, taken)
    values (${`re_${userId}`}, ${intent!.id}, 'refund', 200, true)`;
  await sql`update payment_takebacks set taken_id = ${refund} where payment_intent_id = ${intent!.id}`;
  expect(await paying()).toEqual({ [payment]: { [rent]: 800, [refund]: 200 }, [ahead]: { [rent]: 200 } });
});

test('the answer of a payment names what it pays', async () => {
  const { userId, post } = await account();
  const rent = await post('Rent', 1000);
  const body = { userId, unitId: 1, amount: 400, type: 'Cash' };
  const paid = await server.call('POST', '/transactions/record-payment', { as: manager, body });
  expect(paid.json()).toMatchObject({ pays: [{ id: rent, amount: 400 }] });
  const charge = { userId, unitId: 1, amount: 40, type: 'Damage Fee', description: 'A pane' };
  const charged = await server.call('POST', '/transactions/charge', { as: manager, body: charge });
  expect(charged.json()).toMatchObject({ pays: null });
});

test('the database refuses to change an allocation, and to allocate more than an entry has', async () => {
  const { sql } = server.database;
  const { userId, post } = await account();
  const rent = await post('Rent', 1000);
  const check = await post('Check', -600);
  const refused = { message: 'the ledger is append-only: reverse the entry instead' };
  await expect(sql`update allocations set amount = 1`).rejects.toMatchObject(refused);
  await expect(sql`delete from allocations`).rejects.toMatchObject(refused);
  await expect(sql`
    insert into allocations (user_id, credit_id, charge_id, amount) values (${userId}, ${check}, ${rent}, 0.01)`).rejects.toMatchObject(
    { constraint: 'open_amounts_within_entry' },
  );
});

test('payments posted at the same time are allocated one after the other', async () => {
  const { userId, post, paying } = await account();
  const rent = await post('Rent', 1000);
  const body = { userId, unitId: 1, amount: 400, type: 'Cash' };
  const answers = await Promise.all(
    [1, 2, 3].map(() => server.call('POST', '/transactions/record-payment', { as: manager, body })),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
  const paid = Object.values(await paying()).map((each) => each[rent]!);
  expect(paid.toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  expect(await ledgerDiscrepancies(server.database)).toEqual([]);
});

test('every type of charge has its rank', async () => {
  const types = Object.values(ENTRY_KINDS).map(({ type }) => type);
  const ranks = await server.database.sql<{ type: string; rank: number }>`
    select type, allocation_rank(type) as rank from unnest(${types}::text[]) as type`;
  const fees = ranks.filter(({ rank }) => rank === 3).map(({ type }) => type);
  expect(fees).toEqual(types.filter((type) => type.endsWith('Fee')));
  expect(ranks.filter(({ rank }) => rank === 1)).toEqual([{ type: 'Rent', rank: 1 }]);
});
