import { billDescription, priceOf } from '../../contract/utilities/billPrice.ts';
import type { Settings } from '../../contract/utilities/rates.ts';
import type { Sql } from '../database/database.ts';
import type { Calendar } from './calendar.ts';
import { seededRandom } from './seededRandom.ts';
import { units, type UnitName } from './places.ts';

/** Newest first. `since` is how many months ago the rates came into force. */
const rateHistory: (Settings & { since: number })[] = [
  { since: 2, rate_water: 0.012, rate_electric: 0.145, rate_gas: 1.09 },
  { since: 7, rate_water: 0.012, rate_electric: 0.139, rate_gas: 1.05 },
  { since: 13, rate_water: 0.011, rate_electric: 0.132, rate_gas: 0.98 },
];

export interface Bill extends Settings {
  /** `2026-05-01`, the month that is billed. */
  month: string;
  water_usage: number;
  electric_usage: number;
  gas_usage: number;
  water_cost: number;
  electric_cost: number;
  gas_cost: number;
  due_date: string;
}

/** The bill of a unit for a month, with the description of its ledger entry. */
export function billOf(unit: UnitName, monthsAgo: number, calendar: Calendar) {
  const { since: _, ...rates } = ratesIn(monthsAgo);
  const usage = usageOf(unit, monthsAgo, calendar);
  const { cents, ...costs } = priceOf(usage, rates);
  const bill: Bill = {
    ...rates,
    ...usage,
    ...costs,
    month: calendar.inMonth(monthsAgo, 1, '').trim(),
    due_date: calendar.inMonth(monthsAgo, 26, '').trim(),
  };
  return { bill, description: billDescription(usage, rates), cents };
}

function ratesIn(monthsAgo: number) {
  const rates = rateHistory.find(({ since }) => monthsAgo <= since);
  if (!rates) throw new Error(`There were no rates ${monthsAgo} months ago.`);
  return rates;
}

/** More gas in winter, more electricity in summer, and a factor for each unit. */
function usageOf(unit: UnitName, monthsAgo: number, calendar: Calendar) {
  const month = calendar.inMonth(monthsAgo, 1, '').slice(0, 7);
  const unitRandom = seededRandom(unit);
  const water = unitRandom(1100, 2300);
  const electric = unitRandom(230, 480);
  const gas = unitRandom(300, 700);
  const monthRandom = seededRandom(`${unit} ${month}`);
  const winter = 1 + Math.cos((Number(month.slice(5)) - 1) * (Math.PI / 6)); // 2 in January, 0 in July
  return {
    water_usage: water + 10 * monthRandom(-15, 25),
    electric_usage: electric + Math.round(70 * Math.abs(winter - 1)) + monthRandom(-30, 40),
    gas_usage: units.get(unit)?.allElectric
      ? 0
      : Math.round(gas * (1 + 2 * winter) + monthRandom(0, 200)) / 100,
  };
}

export async function insertRates(sql: Sql, calendar: Calendar, manager: number): Promise<void> {
  const rows = rateHistory
    .map((rates) => ({ ...rates, at: calendar.inMonth(rates.since, 1, '00:00') }))
    .reverse();
  await sql`
    insert into utility_rates (rate_water, rate_electric, rate_gas, effective_at, created_by)
    select rate_water, rate_electric, rate_gas, at at time zone ${calendar.zone}, ${manager}
    from jsonb_to_recordset(${rows}::jsonb)
      as row(rate_water numeric, rate_electric numeric, rate_gas numeric, at timestamp)`;
}

/** Inserts the bills of posted ledger entries. */
export async function insertBills(
  sql: Sql,
  manager: number,
  bills: (Bill & { transaction_id: number | undefined })[],
): Promise<void> {
  await sql`
    insert into utility_bills (transaction_id, user_id, unit_id, month, water_usage, electric_usage, gas_usage,
      rate_water, rate_electric, rate_gas, water_cost, electric_cost, gas_cost, due_date, taken_at, created_by,
      created_at)
    select entry.id, entry.user_id, entry.unit_id, row.month, row.water_usage, row.electric_usage, row.gas_usage,
      row.rate_water, row.rate_electric, row.rate_gas, row.water_cost, row.electric_cost, row.gas_cost,
      row.due_date, entry.created_at - interval '3 hours', ${manager}, entry.created_at
    from jsonb_to_recordset(${bills}::jsonb) as row(transaction_id int, month date,
      water_usage numeric, electric_usage numeric, gas_usage numeric, rate_water numeric, rate_electric numeric,
      rate_gas numeric, water_cost numeric, electric_cost numeric, gas_cost numeric, due_date date)
    join transactions as entry on entry.id = row.transaction_id
    order by entry.id`;
}
