import type { Failure } from '../../../../contract/http/failure.ts';
import type { Transaction } from '../../../../contract/ledger/ledger.ts';
import type { CommonMeter } from '../../../../contract/utilities/commonMeters.ts';
import type { CommonCost } from '../../../../contract/utilities/commonShares.ts';
import type { SharedBy } from '../../../../contract/utilities/commonShares.ts';
import { ledgerDiscrepancies } from '../../../../server/resources/ledger/discrepancies.ts';
import { manager, resident, server } from '../world.ts';
import { resetMeters } from './meters.ts';

export const PROPERTY = 1;
export const HOMES = [1, 2];

/** Homes with an area whose people have lived there for long, and no meter. */
export async function resetCommonMeters(): Promise<void> {
  await resetMeters();
  const { sql } = server.database;
  await sql`delete from lease_tenants`;
  await sql`delete from leases`;
  await sql`update users set unit_since = '2025-01-01' where unit is not null`;
  await sql`update units set area = case id when 1 then 850.5 else 1200 end`;
}

export const ask = async (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  as = manager,
) => {
  const answer = await server.call(method, path, { as, ...(body ? { body } : {}) });
  return { status: answer.statusCode, json: answer.json<Failure & CommonMeter & CommonCost>() };
};

let number = 117;

export async function addMeter(shared_by: SharedBy, unit_ids = HOMES): Promise<CommonMeter> {
  const { status, json } = await ask('POST', `/properties/${PROPERTY}/common-meters`, {
    ...{ kind: 'water', serial_number: String((number += 1)), measure: 'gal', digits: 6, multiplier: 1 },
    ...{ first_value: 1000, installed_on: '2026-01-01', shared_by, unit_ids },
  });
  if (status !== 201) throw new Error(JSON.stringify(json));
  return json;
}

export async function read(meter: number, value: number, read_on = '2026-02-01') {
  const { status, json } = await ask('POST', `/common-meters/${meter}/readings`, { value, read_on });
  if (status !== 201) throw new Error(JSON.stringify(json));
  return json.readings[0]!.id;
}
export const costOf = (meter: number, reading: number) =>
  ask('GET', `/common-meters/${meter}/readings/${reading}/shares`);
export const bill = (meter: number, reading: number, shares: CommonCost['shares']) =>
  ask('POST', `/common-meters/${meter}/readings/${reading}/bill`, {
    shares: shares.map(({ unit_id, amount }) => ({ unit_id, amount })),
  });
/** Robin's entries, newest first. */
export const history = async () =>
  (await server.call('GET', '/transactions/my-history', { as: resident })).json<Transaction[]>();
export const discrepancies = async () =>
  (await ledgerDiscrepancies(server.database)).filter(
    (line) => line.includes('common') || line.includes('utility charge without'),
  );
