import type { Failure } from '../../../../contract/http/failure.ts';
import { homeUsage } from '../../../../contract/utilities/homeUsage.ts';
import type {
  BilledReading,
  InstalledMeter,
  NewMeter,
} from '../../../../contract/utilities/installedMeter.ts';
import { priceOf } from '../../../../contract/utilities/billPrice.ts';
import type { UtilityBillEntry } from '../../../../contract/utilities/utilityBills.ts';
import { RATES, resetBills } from '../resources/utilities.ts';
import { manager, server } from '../world.ts';

const WATER: NewMeter = {
  ...{ kind: 'water', serial_number: 'W-1', measure: 'gal', digits: 5, multiplier: 1 },
  ...{ first_value: 1000, installed_on: '2026-01-01' },
};

/** Removes all meters, bills and rates, and sets the rates of the tests. */
export async function resetMeters(): Promise<void> {
  const { sql } = server.database;
  await sql`delete from sent_readings`;
  await sql`delete from reading_requests`;
  await sql`delete from billed_usages`;
  await sql`delete from meter_readings`;
  await sql`delete from meters`;
  await resetBills();
}

export const call = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, as = manager) => {
  const answer = await server.call(method, path, { as, ...(body ? { body } : {}) });
  return { status: answer.statusCode, json: answer.json<Failure & Record<string, unknown>>() };
};

export async function addMeter(unit: number, more: Partial<NewMeter> = {}): Promise<InstalledMeter> {
  const answer = await server.call('POST', `/units/${unit}/meters`, {
    as: manager,
    body: { ...WATER, ...more },
  });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json<InstalledMeter>();
}

export const listMeters = async () =>
  (await server.call('GET', '/meters', { as: manager })).json<InstalledMeter[]>();
export const metersOf = async (unit: number) =>
  (await listMeters()).filter(({ unit_id }) => unit_id === unit);

/** The bill of a home by what its meters show, as the app sends it. */
export async function meteredEntry(
  user_id: number,
  unit: number,
  given: (Partial<BilledReading> & { meter_id: number; value: number })[],
): Promise<UtilityBillEntry> {
  const meters = await metersOf(unit);
  const readings = given.map((reading) => {
    const from = meters.find(({ id }) => id === reading.meter_id)!.last.id;
    return { from, ...reading };
  });
  const usage = homeUsage(meters, readings);
  const { cents: _, ...costs } = priceOf(usage, RATES);
  return { user_id, ...usage, ...costs, due_date: '2026-11-30', readings };
}
