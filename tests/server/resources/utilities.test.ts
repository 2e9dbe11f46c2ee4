import { beforeEach, expect } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import { toCents, toDollars } from '../../../contract/values/money.ts';
import type {
  AlreadyBilled,
  LastReading,
  UtilityBillEntry,
  UtilityBillsCreated,
} from '../../../contract/utilities/utilityBills.ts';
import { priceOf, type Usage } from '../../../contract/utilities/billPrice.ts';
import type { Settings } from '../../../contract/utilities/rates.ts';
import { manager, resident, server, testWith } from '../../support/server/world.ts';

const RATES: Settings = { rate_water: 0.0125, rate_electric: 0.145, rate_gas: 1.09 };
const ROBIN = 2;
const NOOR = 3;
const NICO = 4;

const test = testWith({ TIME_ZONE: 'America/New_York' });

beforeEach(async () => {
  const { sql } = server.database;
  await sql`delete from utility_bills where duplicate_of is not null`;
  await sql`delete from utility_bills`;
  await sql`delete from utility_rates`;
  await sql`update users set is_current_user = true, unit = case id when 2 then 1 when 3 then 2 end`;
  await sql`
    insert into utility_rates (rate_water, rate_electric, rate_gas, effective_at)
    values (${RATES.rate_water}, ${RATES.rate_electric}, ${RATES.rate_gas}, now() - interval '60 days')`;
});

function entry(user_id: number, used: Partial<Usage> = {}, rates = RATES): UtilityBillEntry {
  const usage = { water_usage: 1430.5, electric_usage: 310, gas_usage: 0, ...used };
  const { cents: _, ...costs } = priceOf(usage, rates);
  return { user_id, ...usage, ...costs, due_date: '2026-11-30' };
}
const post = (body: object, headers: Record<string, string> = {}, as = manager) =>
  server.call('POST', '/utilities', { as, body, headers });
const refused = async (...given: Parameters<typeof post>) => {
  const answer = await post(...given);
  return { status: answer.statusCode, ...answer.json<Failure>() };
};
const balance = async (user_id: number) => {
  const [row] = await server.database.sql<{ balance: number }>`
    select balance from balances where user_id = ${user_id}`;
  return toCents(row?.balance ?? 0);
};
const count = async () => (await server.database.sql`select id from utility_bills`).length;

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

test('posted bills are all refused if one cost differs from usage times rate by a cent', async () => {
  const off = entry(NOOR);
  const answer = await refused([
    entry(ROBIN),
    { ...off, water_cost: toDollars(toCents(off.water_cost) + 1) },
  ]);
  expect(answer).toMatchObject({ status: 409, code: 'rates_changed', detail: { rates: RATES } });
  expect(await count()).toBe(0);
});

test('posted bills are all refused if a unit is billed already, with its number, date and author', async () => {
  const before = await balance(NOOR);
  await post([entry(ROBIN)]);
  const answer = await refused([entry(NOOR), entry(ROBIN, { water_usage: 7 })]);
  expect(answer).toMatchObject({ status: 409, code: 'already_billed' });
  expect(answer.message).toMatch(
    /^Already billed for this month: Unit 101 \(Maple Court\) on \w{3} \d{1,2}, \d{4} by Morgan Reyes\.$/,
  );
  expect((answer.detail as AlreadyBilled).bills).toMatchObject([
    { user_id: ROBIN, unit_number: '101', property_name: 'Maple Court', billed_by: 'Morgan Reyes' },
  ]);
  expect(await count()).toBe(1);
  expect(await balance(NOOR)).toBe(before);
});

test('a unit can be billed again if that is confirmed on its bill', async () => {
  await post([entry(ROBIN)]);
  const again = [{ ...entry(ROBIN), confirm_duplicates: true }, entry(NOOR)];
  expect((await post(again)).statusCode).toBe(201);
  expect((await post([{ ...entry(ROBIN), confirm_duplicates: true }])).statusCode).toBe(201);
  expect(await count()).toBe(4);
  expect(await refused(again)).toMatchObject({ status: 409, code: 'already_billed' });
});

test('changed rates are reported before a duplicate bill', async () => {
  await post([entry(ROBIN)]);
  const answer = await refused([{ ...entry(ROBIN), electric_cost: 1 }]);
  expect(answer.code).toBe('rates_changed');
});

test('posted bills are all refused if one is for someone without a unit', async () => {
  await server.database.sql`update users set is_current_user = false where id = ${NOOR}`;
  expect(await refused([entry(ROBIN), entry(NOOR), entry(NICO)])).toMatchObject({
    status: 409,
    code: 'no_tenant',
    message: 'No longer living in a unit, so not to be billed: Noor Aziz; Nico Berg.',
    detail: { user_ids: [NOOR, NICO] },
  });
  expect((await refused([entry(99)])).code).toBe('no_tenant');
  expect(await count()).toBe(0);
});

test('posted bills are refused while no rate is set', async () => {
  await server.database.sql`delete from utility_rates`;
  const none = { rate_water: 0, rate_electric: 0, rate_gas: 0 };
  expect(await refused([entry(ROBIN, {}, none)])).toMatchObject({
    status: 400,
    message: 'Set the utility rates first.',
  });
});

test.each([
  ['an empty list', [], 'Please enter usage data for at least one unit.'],
  ['no list', {}, 'Please enter usage data for at least one unit.'],
  [
    'a usage of nothing',
    [entry(ROBIN, { water_usage: 0, electric_usage: 0 })],
    'A bill needs a usage of more than zero.',
  ],
  [
    'a negative usage',
    [{ ...entry(ROBIN), gas_usage: -1 }],
    'Gas usage must be a number that is not negative.',
  ],
  [
    'numeric text',
    [{ ...entry(ROBIN), water_usage: '12' }],
    'Water usage must be a number that is not negative.',
  ],
  ['a third decimal', [{ ...entry(ROBIN), water_usage: 1.005 }], 'Water usage can have at most 2 decimals.'],
  [
    'a fraction of a cent',
    [{ ...entry(ROBIN), gas_cost: 0.001 }],
    'Gas cost must be an amount in dollars and cents.',
  ],
  ['someone twice', [entry(ROBIN), entry(ROBIN)], 'One person is in this list twice.'],
  ['a date that is none', [{ ...entry(ROBIN), due_date: 'soon' }], 'A due date is written like 2026-11-21.'],
  [
    'a bill of $0.00',
    [entry(ROBIN, { water_usage: 0.3, electric_usage: 0 })],
    'The usage of Unit 101 (Maple Court) comes to $0.00.',
  ],
  [
    'more than an entry may be',
    [entry(ROBIN, { electric_usage: 99_999_999 })],
    'The bill of Unit 101 (Maple Court) is more than $1,000,000.00. Please check its usage.',
  ],
])('posted bills are refused for %s', async (_, body, message) => {
  expect(await refused(body)).toMatchObject({ status: 400, message });
  expect(await count()).toBe(0);
});

test('posting bills is refused to a resident and to someone who is not signed in', async () => {
  expect((await refused([entry(ROBIN)], {}, resident)).status).toBe(403);
  expect((await server.call('POST', '/utilities', { body: [entry(ROBIN)] })).statusCode).toBe(401);
});

test('bills sent twice at the same moment are posted once and answered the same', async () => {
  const key = { 'Idempotency-Key': crypto.randomUUID() };
  const [one, two] = await Promise.all([post([entry(ROBIN)], key), post([entry(ROBIN)], key)]);
  expect([one.statusCode, two.statusCode]).toEqual([201, 201]);
  expect(one.body).toBe(two.body);
  expect(await count()).toBe(1);
});

test('of two managers who post the same month at once, the second is refused with the bills of the first', async () => {
  const before = [await balance(ROBIN), await balance(NOOR)];
  const answers = await Promise.all([
    post([entry(ROBIN), entry(NOOR)]),
    post([entry(NOOR, { water_usage: 9 }), entry(ROBIN, { water_usage: 9 })]),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
  const lost = answers.find(({ statusCode }) => statusCode === 409)?.json<Failure>();
  expect((lost?.detail as AlreadyBilled).bills).toHaveLength(2);
  expect(await count()).toBe(2);
  const won = answers.find(({ statusCode }) => statusCode === 201)?.json<UtilityBillsCreated>();
  const after = [await balance(ROBIN), await balance(NOOR)];
  const amounts = [ROBIN, NOOR].map((id) => won?.bills.find(({ user_id }) => user_id === id)?.amount ?? 0);
  expect(after.map((cents, index) => cents - (before[index] ?? 0))).toEqual(amounts.map(toCents));
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
