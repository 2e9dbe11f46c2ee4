import type { Sql as Part } from 'sql-template-tag';
import { chargeName, LEASE_CHARGE_TYPES, type LeaseCharge } from '../../../contract/leases/lease.ts';
import { daysIn, monthName } from '../../../contract/values/calendar.ts';
import { chargesDue, type LeaseTerm } from '../../../contract/leases/leaseSchedule.ts';
import { toDollars } from '../../../contract/values/money.ts';
import type { Database, Sql } from '../../database/database.ts';
import { chargesOfLease } from '../ledger/chargesOfLease.ts';
import { isPostingPaused } from './leaseQueries.ts';
import { localDayOf } from './localDay.ts';
import { postEntries, type NewEntry } from '../ledger/postEntries.ts';

/** How many leases one transaction posts for, so that others do not wait long for it. */
const BATCH = 500;

interface Options {
  /** The community's time zone. */
  zone: string;
  now?: Date;
  /** Ends the work between two batches. */
  stopping?: AbortSignal;
}

/**
 * Posts every charge of a lease that has fallen due on the community's day and is not posted yet, each dated at its due day.
 * A month is posted once, also by several processes and after a kill: the fact has a primary key, and is written in the
 * statement of the entry. Returns how many were posted.
 */
export async function postLeaseCharges(
  database: Pick<Database, 'transaction'>,
  { zone, now = new Date(), stopping }: Options,
): Promise<number> {
  let posted = 0;
  let after: number | undefined = 0;
  while (after !== undefined && !stopping?.aborted) {
    const from: number = after;
    const batch = await database.transaction((sql) => postBatch(sql, { zone, now, after: from }));
    posted += batch.posted;
    after = batch.last;
  }
  return posted;
}

/** Posts for the next leases after one. Returns the last of them; none where there are no more. */
async function postBatch(
  sql: Sql,
  { zone, now, after }: { zone: string; now: Date; after: number },
): Promise<{ posted: number; last: number | undefined }> {
  if (await isPostingPaused(sql)) return { posted: 0, last: undefined };
  const localDay = await localDayOf(sql, { zone, now });
  // Those of which a month has started that is not posted; on which of its days it falls due, the contract says.
  const candidates = await sql<{ id: number }>`
    select leases.id from leases join units on units.id = leases.unit_id join properties on properties.id = units.property_id
    where leases.id > ${after} and not leases.paused and leases.starts <= ${localDay} and exists (
      select from lease_charges as charge
      cross join lateral (select greatest(charge.from_month, date_trunc('month', leases.starts)::date,
        (select max(month) + interval '1 month' from lease_postings where lease_charge_id = charge.id)::date) as month) as next
      where charge.lease_id = leases.id and next.month <= least(charge.to_month, leases.ends, ${localDay}))
    order by leases.id limit ${BATCH}`;
  const ids = candidates.map(({ id }) => id);
  const due = (await readLeases(sql, ids, localDay)).filter((lease) => entriesOf(lease, now).length > 0);
  const entries = due.length > 0 ? await lockedEntries(sql, due, { localDay, now }) : [];
  if (entries.length > 0) await postEntries(sql, entries);
  return { posted: entries.length, last: ids.length < BATCH ? undefined : ids.at(-1) };
}

/** What leases post, read again once they are locked, so that it is known what was posted meanwhile. */
async function lockedEntries(
  sql: Sql,
  due: readonly Schedule[],
  { localDay, now }: { localDay: Part; now: Date },
): Promise<NewEntry[]> {
  const ids = due.map(({ id }) => id);
  await sql`select from leases where id = any(${ids}::int[]) order by id for update`;
  return (await readLeases(sql, ids, localDay)).flatMap((lease) => entriesOf(lease, now));
}

interface Schedule extends LeaseTerm {
  id: number;
  /** The day at its property. */
  today: string;
  unit_id: number;
  billed: number;
  charges: LeaseCharge[];
}

function readLeases(sql: Sql, ids: readonly number[], localDay: Part): Promise<Schedule[]> {
  return sql<Schedule>`
    select leases.id, ${localDay}::text as today, leases.unit_id, leases.starts::text as starts, leases.ends::text as ends, leases.proration,
      (select user_id from lease_tenants where lease_id = leases.id order by position limit 1) as billed,
      ${chargesOfLease()} as charges
    from leases join units on units.id = leases.unit_id join properties on properties.id = units.property_id
    where leases.id = any(${ids}::int[]) and not leases.paused order by leases.id`;
}

/** What one lease posts by its day, in the order in which it fell due. */
function entriesOf({ today, unit_id, billed, charges, ...term }: Schedule, now: Date): NewEntry[] {
  return chargesDue({ ...term, charges }, today).map(({ charge, month, due_on, cents, days }) => {
    const whole = daysIn(month);
    const part = days === whole ? '' : ` (${days} of ${whole} days)`;
    return {
      user_id: billed,
      unit_id,
      amount: toDollars(cents),
      type: LEASE_CHARGE_TYPES[charge.kind],
      description: `${chargeName(charge)} for ${monthName(month)}${part}`,
      created_by: null,
      created_at: now.toISOString(),
      effective_on: due_on,
      lease_month: { lease_charge_id: charge.id, month, days, proration: term.proration },
    };
  });
}
