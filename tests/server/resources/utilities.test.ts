import { beforeEach, expect } from 'vitest';
import type { LastReading, UtilityBillsCreated } from '../../../contract/utilities/utilityBills.ts';
import { manager, resident, server, testWith } from '../../support/server/world.ts';
import {
  ROBIN,
  NOOR,
  entry,
  post,
  refused,
  balance,
  resetBills,
} from '../../support/server/resources/utilities.ts';

const test = testWith({ TIME_ZONE: 'America/New_York' });
beforeEach(resetBills);

test('a utility bill is a ledger entry that lists usage × rate for each meter, and changes the balance', async () => {
  const before = await balance(ROBIN);
  const answer = await post([entry(ROBIN, { gas_usage: 4.25 }), entry(NOOR)]);
  expect(answer.statusCode).toBe(201);
  const created = answer.json<UtilityBillsCreated>();
  expect(created.message).toBe('Successfully created 2 utility bill(s)!');
  expect(created.bills.map(({ user_id, unit_id, amount }) => ({ user_id, unit_id, amount }))).toEqual([
    { user_id: ROBIN, unit_id: 1, amount: 67.46 },
    { user_id: NOOR, unit_id: 2, amount: 62.83 },
  ]);
  const [row] = await server.database.sql`
    select transactions.*, bill.water_usage, bill.water_cost, bill.rate_water, bill.due_date, bill.created_by as author
    from transactions join utility_bills as bill on bill.transaction_id = transactions.id
    where transactions.user_id = ${ROBIN} order by transactions.id desc limit 1`;
  expect(row).toMatchObject({
    type: 'Utility',
    amount: 67.46,
    unit_id: 1,
    description:
      'Water 1,430.5 gal × $0.0125 = $17.88; Electric 310 kWh × $0.1450 = $44.95; Gas 4.25 therms × $1.0900 = $4.63',
    water_usage: 1430.5,
    water_cost: 17.88,
    rate_water: 0.0125,
    due_date: '2026-11-30',
    created_by: 1,
    author: 1,
  });
  expect((await balance(ROBIN)) - before).toBe(6746);
});

test('the description of a utility bill leaves out a meter without usage', async () => {
  await post([entry(ROBIN, { water_usage: 0, electric_usage: 10 })]);
  const [row] = await server.database.sql`
    select description from transactions where user_id = ${ROBIN} order by id desc limit 1`;
  expect(row).toEqual({ description: 'Electric 10 kWh × $0.1450 = $1.45' });
});

test('a utility bill without a due date is due today in the community’s time zone', async () => {
  const { due_date: _, ...without } = entry(ROBIN);
  await post([without]);
  const [row] = await server.database.sql`
    select due_date = (now() at time zone 'America/New_York')::date as today from utility_bills`;
  expect(row).toEqual({ today: true });
});

test.each(['9999-12-31', '0000-01-01'])('the due date %s is refused in words', async (due_date) => {
  const { status, message } = await refused([{ ...entry(ROBIN), due_date }]);
  expect(status).toBe(400);
  expect(message).toContain('Please give a date from 2000 to 2099.');
});

test('a utility bill is priced at the rates in force when the reading was taken, not when it arrived', async () => {
  await server.database.sql`
    insert into utility_rates (rate_water, rate_electric, rate_gas, effective_at)
    values (0.02, 0.2, 2, now() - interval '1 day')`;
  const taken = new Date(Date.now() - 2 * 24 * 60 * 60_000).toISOString();
  expect((await post([entry(ROBIN)], { 'Captured-At': taken })).statusCode).toBe(201);
  const answer = await refused([entry(NOOR)]);
  expect(answer).toMatchObject({
    status: 409,
    code: 'rates_changed',
    detail: { rates: { rate_water: 0.02, rate_electric: 0.2, rate_gas: 2 } },
  });
  const rates = { rate_water: 0.02, rate_electric: 0.2, rate_gas: 2 };
  expect((await post([entry(NOOR, {}, rates)])).statusCode).toBe(201);
});

test('a utility bill belongs to the month of its reading in the community’s time zone', async () => {
  // 03:30 in London on the first is still the last day of the month before in New York.
  const now = new Date();
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1, 3, 30));
  const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
  const answer = await post([entry(ROBIN)], { 'Captured-At': first.toISOString() });
  expect(answer.json<UtilityBillsCreated>().bills[0]?.month).toBe(before.toISOString().slice(0, 10));
});

test('the last reading and usual usage of a unit come from its last six bills, without reversed ones', async () => {
  const { sql } = server.database;
  for (let month = 1; month <= 8; month++) {
    await sql`
      with entry as (
        insert into transactions (user_id, unit_id, amount, type, description)
        values (${ROBIN}, 1, 10, 'Utility', 'a bill') returning id
      )
      insert into utility_bills (transaction_id, user_id, unit_id, month, water_usage, electric_usage, gas_usage,
        rate_water, rate_electric, rate_gas, water_cost, electric_cost, gas_cost, due_date, taken_at)
      select id, ${ROBIN}, 1, make_date(2026, ${month}, 1), ${100 * month}, 10.1, 0, 1, 1, 1, 1, 1, 1, '2026-01-01',
        make_timestamptz(2026, ${month}, 20, 12, 0, 0) from entry`;
  }
  await sql`
    insert into transactions (user_id, amount, type, description, reverses)
    select entry.user_id, -amount, 'Reversal', 'wrong', entry.id
    from transactions as entry join utility_bills on transaction_id = entry.id where month = '2026-08-01'`;
  const answer = await server.call('GET', '/utilities/last-readings', { as: manager });
  expect(answer.json<LastReading[]>()).toMatchObject([
    {
      unit_id: 1,
      month: '2026-07-01',
      water_usage: 700,
      electric_usage: 10.1,
      gas_usage: 0,
      usual_water: 450,
      usual_electric: 10.1,
      usual_gas: 0,
    },
  ]);
  expect((await server.call('GET', '/utilities/last-readings', { as: resident })).statusCode).toBe(403);
});
