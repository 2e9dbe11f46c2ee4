import fc from 'fast-check';
import { expect } from 'vitest';
import { toCents, toDollars } from '../../../contract/values/money.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { resident, server, test } from '../../support/server/payingWorld.ts';

/** The water of May, for the resident of unit 1: 1,850 gallons at $0.0120 and 412 kWh at $0.1450, no gas. */
async function postBill(amount = 81.94): Promise<number> {
  const { sql } = server.database;
  const [entry] = await sql<{ id: number }>`
    insert into transactions (user_id, unit_id, amount, type, description, created_at)
    values (2, 1, ${amount}, 'Utility', 'Water and electric', '2026-05-26T14:00:00Z') returning id`;
  await sql`
    insert into utility_bills (transaction_id, user_id, unit_id, month, water_usage, electric_usage, gas_usage,
      rate_water, rate_electric, rate_gas, water_cost, electric_cost, gas_cost, due_date, taken_at)
    values (${entry!.id}, 2, 1, '2026-05-01', 1850, 412, 0, 0.012, 0.145, 1.09, 22.20, 59.74, 0, '2026-05-26',
      '2026-05-26T14:00:00Z')`;
  return entry!.id;
}

test('a resident reads only their own ledger, newest first', async () => {
  await postBill();
  await server.charge('resident', 25);
  await server.charge('neighbour', 99);
  const history = await server.history(resident);
  expect(history.map(({ amount }) => amount)).toEqual([25, 81.94]);
  expect(history[0]).toMatchObject({ user_id: 2, unit_id: 1, utility: null, card: null, reversed_by: null });
  expect((await server.call('GET', '/transactions/my-history')).statusCode).toBe(401);
});

test('a utility charge has its usage, rates and costs', async () => {
  await postBill();
  expect((await server.history(resident))[0]!.utility).toEqual({
    water_usage: 1850,
    electric_usage: 412,
    gas_usage: 0,
    rate_water: 0.012,
    rate_electric: 0.145,
    rate_gas: 1.09,
    water_cost: 22.2,
    electric_cost: 59.74,
    gas_cost: 0,
    due_date: '2026-05-26',
    month: '2026-05-01',
    readings: null,
    working: null,
  });
});

test('an entry and its reversal name each other’s id', async () => {
  await server.charge('resident', 25);
  await server.database.sql`
    insert into transactions (user_id, amount, type, description, reverses) values (2, -25, 'Misc Charge', 'Mistake', 1)`;
  expect(await server.history(resident)).toMatchObject([
    { id: 2, reverses: 1, reversed_by: null },
    { id: 1, reverses: null, reversed_by: 2 },
  ]);
});

test('the database refuses to update or delete an entry', async () => {
  await server.charge('resident', 25);
  const { sql } = server.database;
  const refused = { message: 'the ledger is append-only: reverse the entry instead' };
  await expect(sql`update transactions set amount = 1`).rejects.toMatchObject(refused);
  await expect(sql`delete from transactions`).rejects.toMatchObject(refused);
  await expect(sql`truncate transactions cascade`).rejects.toMatchObject(refused);
});

test('a balance is the sum of its entries to the cent', async () => {
  const cents = fc.integer({ min: -100_000_000, max: 100_000_000 }).filter((amount) => amount !== 0);
  let expected = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(cents, { minLength: 1, maxLength: 30 }), async (amounts) => {
      await server.database.sql`
        insert into transactions (user_id, amount, type, description)
        select 2, amount, 'Misc Charge', 'Any' from unnest(${amounts.map(toDollars)}::numeric[]) as amount`;
      expected += amounts.reduce((sum, amount) => sum + amount, 0);
      expect(toCents(await server.balance('resident'))).toBe(expected);
      const told = (await server.history(resident)).reduce((sum, { amount }) => sum + toCents(amount), 0);
      expect(told).toBe(expected);
    }),
    { numRuns: 20 },
  );
  expect(await ledgerDiscrepancies(server.database)).toEqual([]);
});

test('check:ledger reports every discrepancy, and none in a correct ledger', async () => {
  const { sql } = server.database;
  await postBill();
  const started = await server.begin(resident);
  await server.pay(started.clientSecret);
  await server.deliver(server.events());
  expect(await ledgerDiscrepancies(server.database)).toEqual([]);
  const { id: intent } = server.events('payment_intent.succeeded')[0]!.data.object as { id: string };

  await sql`update balances set balance = balance + 0.01 where user_id = 2`;
  await sql`insert into balances values (3, 5)`;
  await postBill(82).catch(() => undefined);
  await sql`update utility_bills set gas_usage = 1`;
  await sql`
    insert into transactions (user_id, amount, type, description, reverses) values
      (2, -1, 'Utility', 'Not all of it', 1), (2, -7, 'Card Payment', 'From nowhere', null)`;
  await sql`insert into transactions (user_id, amount, type, description) values (3, 9, 'Utility', 'No bill')`;
  await sql`update payment_intents set amount = 80`;
  await sql`
    insert into payment_takebacks (stripe_id, payment_intent_id, kind, amount, taken)
    select 're_1', id, 'refund', 5, true from payment_intents`;
  expect(await ledgerDiscrepancies(server.database)).toEqual([
    'The balance of user 2 is kept as 74.01, and their entries sum to 74.00',
    'The balance of user 3 is kept as 14.00, and their entries sum to 9.00',
    'Entry 4 of -1.00 for user 2 reverses entry 1 of 81.94 for user 2',
    'A cost of utility bill 1 is not its usage times its rate',
    'Entry 3 is a utility charge without a bill',
    'Entry 6 is a utility charge without a bill',
    'Entry 5 of -7.00 is a card payment that the provider never reported',
    `Payment ${intent} of 80.00 by user 2 has entry 2 of -81.94 for user 2`,
    'The refund re_1 of 5.00 has no entry',
  ]);
});

test('check:ledger reports a bill whose costs do not sum to the amount of its entry', async () => {
  await postBill(81.95);
  expect(await ledgerDiscrepancies(server.database)).toEqual([
    'The costs of utility bill 1 sum to 81.94, and its entry 1 is of 81.95',
  ]);
});
