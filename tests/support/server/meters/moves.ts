import type { UtilityBillsCreated } from '../../../../contract/utilities/utilityBills.ts';
import { post, ROBIN } from '../resources/utilities.ts';
import { server } from '../world.ts';
import { addMeter, meteredEntry, resetMeters } from './meters.ts';

/** Who lived in the home of unit 1 before Robin. */
const AVA = 901;

/** Removes all meters, and who lives in unit 1 by a lease. */
export async function resetMoves(): Promise<void> {
  const { sql } = server.database;
  await sql`delete from lease_tenants where lease_id in (select id from leases where unit_id = 1)`;
  await resetMeters();
  await sql`
    insert into users (id, username, first_name, last_name, email, password_hash, is_manager) overriding system value
    values (${AVA}, 'ava', 'Ava', 'Before', 'ava@example.com', 'none', false) on conflict do nothing`;
  await sql`update users set unit = null, is_current_user = false where id = ${AVA}`;
}

export const leased = async (user: number, starts: string, ends: string | null = null) => {
  const { sql } = server.database;
  const [lease] = await sql<{ id: number }>`
    insert into leases (unit_id, starts, ends, proration) values (1, ${starts}, ${ends}, 'actual_days') returning id`;
  await sql`insert into lease_tenants (lease_id, user_id, position) values (${lease!.id}, ${user}, 1)`;
};
export const since = (user: number, day: string) =>
  server.database.sql`update users set unit_since = ${day}::timestamptz where id = ${user}`;
async function lives(user: number, day: string | null): Promise<void> {
  await server.database
    .sql`update users set unit = ${day === null ? null : 1}, is_current_user = true where id = ${user}`;
  if (day !== null) await since(user, day);
}
/** Lets a home be billed again in the same month. */
export const monthBefore = () =>
  server.database.sql`update utility_bills set month = month - interval '1 month'`;

/** Ava was billed up to 1100 on September 30. The home was empty until Robin’s lease of November 5. */
export async function vacancy() {
  await server.database.sql`update users set unit = null where id = ${ROBIN}`;
  await lives(AVA, '2026-01-01');
  await leased(AVA, '2026-01-01', '2026-09-30');
  const { id } = await addMeter(1);
  const answer = await post([
    await meteredEntry(AVA, 1, [{ meter_id: id, value: 1100, read_on: '2026-09-30' }]),
  ]);
  const [{ transaction_id } = { transaction_id: 0 }] = answer.json<UtilityBillsCreated>().bills;
  await monthBefore();
  await lives(AVA, null);
  await lives(ROBIN, '2026-11-05');
  await leased(ROBIN, '2026-11-05');
  return { id, transaction_id };
}
export const MOVING_IN = { value: 1130, read_on: '2026-11-05' };
