import { raw } from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../server/database/database.ts';
import { createDemo } from '../../../server/demo/demo.ts';
import { costOfReading } from '../../../server/resources/utilities/common/commonCost.ts';
import { readCommonMeters } from '../../../server/resources/utilities/common/commonMeterRows.ts';
import { NOW, emptyContext } from '../../support/server/operation/demo.ts';

let close: () => Promise<void>;
let sql: Database['sql'];
beforeAll(async () => {
  const { context, ...empty } = await emptyContext();
  close = empty.close;
  await createDemo(context, NOW);
  sql = context.database.sql;
});
afterAll(() => close());

async function count(what: string): Promise<number> {
  const [row] = await sql<{ count: number }>`select count(*) as count from ${raw(what)}`;
  return row!.count;
}

test('the demo has meters in five homes, read for each of their bills, and homes without', async () => {
  const homes = await sql<{ kinds: number; read: number; billed: number }>`
    select count(distinct meters.kind)::int as kinds, count(distinct used.bill_id)::int as read,
      (select count(*)::int from utility_bills where unit_id = meters.unit_id and reversed_by is null) as billed
    from meters left join billed_usages as used on used.meter_id = meters.id group by meters.unit_id`;
  expect(homes.map(({ kinds }) => kinds).sort()).toEqual([2, 2, 3, 3, 3]);
  expect(homes.filter(({ read, billed }) => read !== billed || read < 2)).toEqual([]);
});

test('the demo has a planned tariff with tiers, and a common meter with a bill and a reading that is not billed', async () => {
  const [meter] = await readCommonMeters(sql);
  expect(meter!.readings.map(({ billed, first }) => [billed, first])).toEqual([
    [false, false],
    [true, false],
    [false, true],
  ]);
  expect(
    await sql`select unit_number, amount, kept from common_shares join units on units.id = unit_id order by 1`,
  ).toEqual([
    { unit_number: '1A', amount: 8.16, kept: null },
    { unit_number: '1B', amount: 8.16, kept: null },
    { unit_number: '4A', amount: 8.16, kept: null },
    { unit_number: '4B', amount: 8.16, kept: 'vacant' },
  ]);
  const { cost, working } = await costOfReading(sql, meter!, meter!.readings[0]!.id);
  expect(cost).toBe(35.28);
  expect(working.map(({ part, amount }) => [part, amount])).toEqual([['usage', 35.28]]);
  expect(await sql`select kind, valid_from::text from utility_tariffs`).toEqual([
    { kind: 'water', valid_from: '2026-06-01' },
  ]);
});

test('the demo’s utility bills agree with their usage, rates and entries', async () => {
  const wrong = await sql`
    select bill.id from utility_bills as bill join transactions as entry on entry.id = transaction_id
    where (water_cost, electric_cost, gas_cost)
        <> (round(water_usage * rate_water, 2), round(electric_usage * rate_electric, 2), round(gas_usage * rate_gas, 2))
      or entry.amount <> water_cost + electric_cost + gas_cost
      or (entry.type, entry.user_id, entry.unit_id) is distinct from ('Utility', bill.user_id, bill.unit_id)
      or (entry.description like '%Gas%') <> (gas_usage > 0)`;
  expect(wrong).toEqual([]);
  const shares = await count('common_shares where transaction_id is not null');
  expect(await count("transactions where type = 'Utility'")).toBe((await count('utility_bills')) + shares);
  const [bill] = await sql<{ description: string }>`
    select description from transactions join users on users.id = user_id
    where type = 'Utility' and username = 'resident' order by transactions.id desc limit 1`;
  expect(bill!.description).toMatch(
    /^Water [\d,]+ gal × \$0\.0120 = \$\d+\.\d\d; Electric \d+ kWh × \$0\.1450 = \$\d+\.\d\d; Gas [\d.]+ therms × \$1\.0900 = \$\d+\.\d\d$/,
  );
});

test('the demo’s utility bills are priced at the rates in force at their reading', async () => {
  const wrong = await sql`
    select bill.id from utility_bills as bill cross join lateral (
      select * from utility_rates where effective_at <= bill.taken_at order by effective_at desc limit 1) as rates
    where (bill.rate_water, bill.rate_electric, bill.rate_gas)
      <> (rates.rate_water, rates.rate_electric, rates.rate_gas)`;
  expect(wrong).toEqual([]);
  expect(await count('utility_rates')).toBe(3);
  expect(await count('(select distinct rate_electric from utility_bills) as each')).toBe(3);
});

test('the demo has no utility bills for the current month', async () => {
  const [latest] = await sql<{ month: string }>`select max(month) as month from utility_bills`;
  expect(latest!.month).toBe('2026-04-01');
});
