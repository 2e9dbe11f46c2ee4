import type { Failure } from '../../../../contract/http/failure.ts';
import { toCents } from '../../../../contract/values/money.ts';
import type { UtilityBillEntry } from '../../../../contract/utilities/utilityBills.ts';
import { priceOf, type Usage } from '../../../../contract/utilities/billPrice.ts';
import type { Settings } from '../../../../contract/utilities/rates.ts';
import { manager, server } from '../world.ts';

export const RATES: Settings = { rate_water: 0.0125, rate_electric: 0.145, rate_gas: 1.09 };
export const ROBIN = 2;
export const NOOR = 3;

export function entry(user_id: number, used: Partial<Usage> = {}, rates = RATES): UtilityBillEntry {
  const usage = { water_usage: 1430.5, electric_usage: 310, gas_usage: 0, ...used };
  const { cents: _, ...costs } = priceOf(usage, rates);
  return { user_id, ...usage, ...costs, due_date: '2026-11-30' };
}
export const post = (body: object, headers: Record<string, string> = {}, as = manager) =>
  server.call('POST', '/utilities', { as, body, headers });
export const refused = async (...given: Parameters<typeof post>) => {
  const answer = await post(...given);
  return { status: answer.statusCode, ...answer.json<Failure>() };
};
export const balance = async (user_id: number) => {
  const [row] = await server.database.sql<{ balance: number }>`
    select balance from balances where user_id = ${user_id}`;
  return toCents(row?.balance ?? 0);
};
export async function resetBills(): Promise<void> {
  const { sql } = server.database;
  await sql`delete from utility_bills where duplicate_of is not null`;
  await sql`delete from utility_bills`;
  await sql`delete from utility_rates`;
  await sql`update users set is_current_user = true, unit = case id when 2 then 1 when 3 then 2 end`;
  await sql`
    insert into utility_rates (rate_water, rate_electric, rate_gas, effective_at)
    values (${RATES.rate_water}, ${RATES.rate_electric}, ${RATES.rate_gas}, now() - interval '60 days')`;
}
