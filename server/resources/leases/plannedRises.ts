import type { Lease, LeaseCharge } from '../../../contract/leases/lease.ts';
import { addMonths } from '../../../contract/values/calendar.ts';
import type { Sql } from '../../database/database.ts';

/** What stands before and after a charge in its history, of a lease that is locked. */
export interface ChargeHistory {
  /** What the charge was before it was a rise. */
  followed: LeaseCharge | undefined;
  /** The rises that are planned after it, the earliest first: up to one that is posted already. */
  rises: LeaseCharge[];
}

export async function readHistory(sql: Sql, { id, charges }: Lease, of: LeaseCharge): Promise<ChargeHistory> {
  const links = await sql<{ id: number; follows: number }>`
    select id, follows from lease_charges where lease_id = ${id} and follows is not null`;
  const chargeWith = (wanted: number | undefined) => charges.find((each) => each.id === wanted);
  const riseOf = (charge: LeaseCharge) => chargeWith(links.find(({ follows }) => follows === charge.id)?.id);
  const rises: LeaseCharge[] = [];
  for (let next = riseOf(of); next?.posted_through === null; next = riseOf(next)) rises.push(next);
  return { followed: chargeWith(links.find((link) => link.id === of.id)?.follows), rises };
}

/** Begins a rise of a charge in one of its later months. What followed the charge follows the rise. */
export async function insertRise(
  sql: Sql,
  author: number,
  lease: Lease,
  { before, after }: { before: LeaseCharge; after: LeaseCharge },
): Promise<void> {
  const { kind, description, to_month } = before;
  const { amount, due_day, from_month } = after;
  await setLastMonth(sql, before, addMonths(from_month, -1));
  const [rise] = await sql<{ id: number }>`
    insert into lease_charges (lease_id, kind, description, amount, due_day, from_month, to_month, follows, created_by)
    values (${lease.id}, ${kind}, ${description}, ${amount}, ${due_day}, ${from_month}, ${to_month}, ${before.id}, ${author})
    returning id`;
  if (!rise) throw new Error('The rise was not returned.');
  await sql`update lease_charges set follows = ${rise.id} where follows = ${before.id} and id <> ${rise.id}`;
}

/** Deletes charges that stand one after the other. A rise that is posted stays, and follows what is left before it. */
export async function deleteCharges(
  sql: Sql,
  charges: readonly LeaseCharge[],
  { followed }: Pick<ChargeHistory, 'followed'>,
): Promise<void> {
  const ids = charges.map(({ id }) => id);
  await sql`
    update lease_charges set follows = ${followed?.id ?? null}
    where follows = any(${ids}::int[]) and id <> all(${ids}::int[])`;
  await sql`delete from lease_charges where id = any(${ids}::int[])`;
}

export async function setLastMonth(sql: Sql, { id }: LeaseCharge, month: string | null): Promise<void> {
  await sql`update lease_charges set to_month = ${month} where id = ${id}`;
}
