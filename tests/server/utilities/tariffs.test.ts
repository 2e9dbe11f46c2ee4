import { beforeEach, expect } from 'vitest';
import { priceOf } from '../../../contract/utilities/billPrice.ts';
import type { AuditEntry } from '../../../contract/audit/audit.ts';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import type { Answer } from '../../../contract/http/route.ts';
import type { Routes } from '../../../contract/routes.ts';
import type { NewTariff, Tariff } from '../../../contract/utilities/tariffs.ts';
import type { UtilityBillEntry, UtilityBillsCreated } from '../../../contract/utilities/utilityBills.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import {
  entry,
  NOOR,
  post,
  RATES,
  refused,
  resetBills,
  ROBIN,
} from '../../support/server/resources/utilities.ts';
import { manager, resident, server, testWith } from '../../support/server/world.ts';

const test = testWith({ TIME_ZONE: 'America/New_York' });

const WATER: NewTariff = {
  ...{ kind: 'water', valid_from: '2026-01-01', fixed_fee: 5, minimum: 20, tax_percent: 8.875 },
  tiers: [
    { up_to: 1000, rate: 0.01 },
    { up_to: null, rate: 0.02 },
  ],
};
const USED = { water_usage: 1200, electric_usage: 100, gas_usage: 0 };

beforeEach(async () => {
  await resetBills();
  await server.database.sql`delete from utility_tariffs`;
});

const list = async () => (await server.call('GET', '/tariffs', { as: manager })).json<Tariff[]>();
const set = async (more: Partial<NewTariff> = {}) => {
  const answer = await server.call('POST', '/tariffs', { as: manager, body: { ...WATER, ...more } });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json<Tariff>();
};

const history = async () =>
  (await server.call('GET', '/transactions/my-history', { as: resident })).json<Transaction[]>();
/** Earlier tests leave entries whose bills they removed. */
const wrongBills = async () =>
  (await ledgerDiscrepancies(server.database)).filter((line) => line.includes('of utility bill'));

/** The bill of a usage as an app prices it that knows this tariff. */
function priced(user_id: number, tariff = WATER): UtilityBillEntry {
  const { cents: _, ...costs } = priceOf(USED, RATES, { water: tariff });
  return { user_id, ...USED, ...costs, by_tariff: true };
}
const amountsOf = (answer: Awaited<ReturnType<typeof post>>) =>
  answer.json<UtilityBillsCreated>().bills.map(({ amount }) => amount);

test('a bill is priced by the tariff, and keeps its working for the resident', async () => {
  await set();
  // 10 + 4 + 5 + 1 to the minimum + 1.78 of tax, and 100 kWh at 0.145
  expect(amountsOf(await post([priced(ROBIN)]))).toEqual([36.28]);
  const [bill] = await history();
  expect(bill).toMatchObject({
    description: 'Water 1,200 gal by tariff = $21.78; Electric 100 kWh × $0.1450 = $14.50',
    utility: {
      water_cost: 21.78,
      working: [
        { kind: 'water', part: 'usage', quantity: 1000, rate: 0.01, amount: 10 },
        { kind: 'water', part: 'usage', quantity: 200, rate: 0.02, amount: 4 },
        { kind: 'water', part: 'fixed_fee', amount: 5 },
        { kind: 'water', part: 'minimum', amount: 1 },
        { kind: 'water', part: 'tax', percent: 8.875, amount: 1.78 },
        { kind: 'electric', part: 'usage', quantity: 100, rate: 0.145, amount: 14.5 },
      ],
    },
  });
  expect(await wrongBills()).toEqual([]);
});

test('a bill that was made does not change when its tariff changes', async () => {
  await set();
  await post([priced(ROBIN)]);
  const before = (await history())[0];
  const { id } = await set({ fixed_fee: 50 });
  await server.call('DELETE', `/tariffs/${id}`, { as: manager });
  expect((await history())[0]).toEqual(before);
});

test('an app that knows no tariffs is billed by the tariff too, and is not asked again', async () => {
  await set();
  const answer = await post([entry(ROBIN, USED)]);
  expect(answer.statusCode).toBe(201);
  expect(amountsOf(answer)).toEqual([36.28]);
});

test('an app that knows tariffs is told where one changed, with those of the day', async () => {
  const before = { ...WATER, fixed_fee: 7 };
  await set();
  const answer = await refused([priced(ROBIN, before)]);
  expect(answer).toMatchObject({ status: 409, code: 'rates_changed' });
  expect(answer.detail).toMatchObject({ rates: RATES, tariffs: [{ kind: 'water', fixed_fee: 5 }] });
  expect(await refused([{ ...entry(ROBIN, USED), by_tariff: true }])).toMatchObject({
    code: 'rates_changed',
  });
});

test('a reading is priced by the tariff of its own day, not by a later one', async () => {
  await set();
  await set({ valid_from: '2099-01-01', fixed_fee: 90 });
  expect(amountsOf(await post([priced(ROBIN)]))).toEqual([36.28]);
});

test('a property has its own tariff', async () => {
  await set({ fixed_fee: 1 });
  await set({ property_id: 1 });
  expect(amountsOf(await post([priced(ROBIN), priced(NOOR)]))).toEqual([36.28, 36.28]);
  expect(await list()).toHaveLength(2);
});

test('usage is billed where all flat rates are zero and a tariff is not', async () => {
  await server.database.sql`delete from utility_rates`;
  await set();
  const usage = { ...USED, electric_usage: 0 };
  const { cents: _, ...costs } = priceOf(
    usage,
    { rate_water: 0, rate_electric: 0, rate_gas: 0 },
    { water: WATER },
  );
  expect((await post([{ user_id: ROBIN, ...usage, ...costs, by_tariff: true }])).statusCode).toBe(201);
});

test('a tariff alone counts as rates that are set: meters that are not read are on the list of today', async () => {
  await server.database.sql`delete from utility_rates`;
  const kinds = async () => {
    const today = await server.call('GET', '/today', { as: manager });
    return today.json<{ groups: { kind: string }[] }>().groups.map(({ kind }) => kind);
  };
  const steps = async () =>
    (await server.call('GET', '/first-steps', { as: manager }))
      .json<Answer<Routes['readFirstSteps']>>()
      .steps.flatMap(({ step, done }) => (done ? [step] : []));
  expect(await kinds()).not.toContain('unread_meters');
  expect(await steps()).not.toContain('rates');
  await set();
  expect(await kinds()).toContain('unread_meters');
  expect(await steps()).toContain('rates');
});

test('a tariff of the same day replaces the one before, and both are recorded with the rates', async () => {
  await set();
  const again = await set({ fixed_fee: 6 });
  expect(await list()).toEqual([again]);
  await server.call('DELETE', `/tariffs/${again.id}`, { as: manager });
  expect(await list()).toEqual([]);
  const audit = await server.call('GET', '/audit?subject=rates&id=1', { as: manager });
  const tail = 'up to 1,000 gal $0.0100, above $0.0200, at least $20.00, tax 8.875%';
  const changes = audit.json<AuditEntry[]>().map(({ changes }) => changes.tariff_water);
  expect(changes.slice(0, 2)).toEqual([
    { before: `from Jan 1, 2026: fixed fee $6.00, ${tail}`, after: null },
    {
      before: `from Jan 1, 2026: fixed fee $5.00, ${tail}`,
      after: `from Jan 1, 2026: fixed fee $6.00, ${tail}`,
    },
  ]);
});

test('a tariff is refused for a property that is not there, and removed once', async () => {
  const answer = await server.call('POST', '/tariffs', { as: manager, body: { ...WATER, property_id: 999 } });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ fields: { property_id: 'This property is not there any more.' } });
  expect((await server.call('DELETE', '/tariffs/999', { as: manager })).statusCode).toBe(404);
});

test('a tariff without tiers is stored, and prices at the flat rate', async () => {
  expect((await set({ tiers: [], minimum: 0, fixed_fee: 0, tax_percent: 0 })).tiers).toEqual([]);
  expect(amountsOf(await post([entry(ROBIN, USED)]))).toEqual([29.5]);
});

test('check:ledger finds a bill whose lines are not its costs', async () => {
  await set();
  await post([priced(ROBIN)]);
  await server.database.sql`
    update utility_bills set working = jsonb_set(working, '{0,amount}', '11') where working is not null`;
  const [bill] = await server.database.sql<{
    id: number;
  }>`select id from utility_bills order by id desc limit 1`;
  expect(await wrongBills()).toEqual([
    `The lines of utility bill ${bill!.id} sum to 22.78 for water, and it costs 21.78`,
    `A line of utility bill ${bill!.id} is not its quantity times its rate`,
  ]);
});
