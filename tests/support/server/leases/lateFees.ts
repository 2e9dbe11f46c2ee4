import { expect } from 'vitest';
import type { LateFeeRule } from '../../../../contract/leases/lateFee.ts';
import type { RecordedPayment, Transaction } from '../../../../contract/ledger/ledger.ts';
import { postLateFees } from '../../../../server/resources/leases/postLateFees.ts';
import { postLeaseCharges } from '../../../../server/resources/leases/postLeaseCharges.ts';
import { manager, resident, server } from '../world.ts';

const NEW_YORK = 'America/New_York';
export const RENT = 1450;

/** Posts what falls due, and then the late fees, as the jobs do at a time. */
export async function runAt(day: string, zone = NEW_YORK): Promise<number> {
  const now = new Date(day.includes('T') ? day : `${day}T15:00:00Z`);
  await postLeaseCharges(server.database, { zone, now });
  return postLateFees(server.database, { zone, now });
}

/** Begins the resident's lease with rent on the 1st, and a rule, straight in the database: both may begin long ago. */
export async function begin(rule: Partial<LateFeeRule> = {}): Promise<number> {
  const { sql } = server.database;
  const [lease] = await sql<{ id: number }>`
    insert into leases (unit_id, starts, proration) values (1, '2026-01-01', 'actual_days') returning id`;
  await sql`insert into lease_tenants (lease_id, user_id, position) values (${lease!.id}, 2, 1)`;
  await sql`
    insert into lease_charges (lease_id, kind, amount, due_day, from_month) values
      (${lease!.id}, 'rent', ${RENT}, 1, '2026-05-01'), (${lease!.id}, 'parking', 80, 1, '2026-05-01')`;
  await setRule({ of: 'property' }, rule);
  return lease!.id;
}

export async function setRule(
  { of, lease = null }: { of: 'property' | 'lease'; lease?: number | null },
  { from_day = '2026-01-01', kind = 'flat', grace_days = 5, ...amounts }: Partial<LateFeeRule>,
) {
  const { amount = kind === 'flat' ? 50 : null, percent = null, cap = null } = amounts;
  const { daily_amount = null, daily_cap = null } = amounts;
  await server.database.sql`
    insert into late_fee_rules
      (property_id, lease_id, from_day, kind, grace_days, amount, percent, cap, daily_amount, daily_cap)
    select case when ${of} = 'property' then property_id end, ${lease}, ${from_day}, ${kind}, ${grace_days},
      ${amount}, ${percent}, ${cap}, ${daily_amount}, ${daily_cap} from units where id = 1`;
}

export const history = async () =>
  (await server.call('GET', '/transactions/my-history', { as: resident })).json<Transaction[]>();
export const fees = async () =>
  (await history())
    .filter(({ type }) => type === 'Late Fee')
    .map(({ effective_on, amount, description }) => [effective_on, amount, description])
    .reverse();
export async function pay(amount: number, received_on?: string): Promise<RecordedPayment> {
  const body = { userId: 2, unitId: 1, amount, type: 'Check', received_on };
  const answer = await server.call('POST', '/transactions/record-payment', { as: manager, body });
  expect(answer.statusCode).toBe(201);
  return answer.json();
}
