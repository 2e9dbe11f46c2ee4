import { beforeEach, expect } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import { toCents, toDollars } from '../../../contract/values/money.ts';
import type { AlreadyBilled, UtilityBillsCreated } from '../../../contract/utilities/utilityBills.ts';
import { resident, server, testWith } from '../../support/server/world.ts';
import {
  RATES,
  ROBIN,
  NOOR,
  entry,
  post,
  refused,
  balance,
  resetBills,
} from '../../support/server/resources/utilities.ts';

const NICO = 4;

const test = testWith({ TIME_ZONE: 'America/New_York' });
beforeEach(resetBills);

const count = async () => (await server.database.sql`select id from utility_bills`).length;

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
