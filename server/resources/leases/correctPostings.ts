import {
  chargeName,
  LEASE_CHARGE_TYPES,
  type Lease,
  type LeaseCharge,
} from '../../../contract/leases/lease.ts';
import { correctionOf } from '../../../contract/leases/leaseSchedule.ts';
import { ENTRY_KINDS } from '../../../contract/ledger/entryKinds.ts';
import { monthName } from '../../../contract/values/calendar.ts';
import { toCents, toDollars } from '../../../contract/values/money.ts';
import type { Sql } from '../../database/database.ts';
import { postEntries, type NewEntry } from '../ledger/postEntries.ts';

/** A month of a charge as it was posted and corrected until now. */
interface PostedMonth {
  lease_charge_id: number;
  month: string;
  days: number;
  /** Dollars. */
  amount: number;
  user_id: number;
  unit_id: number | null;
}

interface Correction {
  entry: NewEntry;
  lease_charge_id: number;
  month: string;
  days: number;
}

/**
 * Credits what is posted of a lease for days after its last one, and charges the rest of a posted month where the lease goes on again,
 * each to whoever was charged. What management reversed is left alone.
 * @param lease locked, as it is by now
 */
export async function correctPostings(sql: Sql, author: number, lease: Lease): Promise<void> {
  const posted = await sql<PostedMonth>`
    select posting.lease_charge_id, posting.month::text as month, entry.user_id, entry.unit_id,
      coalesce((array_agg(correction.days order by correction.transaction_id desc)
        filter (where correction.transaction_id is not null))[1], posting.days) as days,
      entry.amount + coalesce(sum(corrected.amount), 0) as amount
    from lease_postings as posting
    join lease_charges as charge on charge.id = posting.lease_charge_id
    join transactions as entry on entry.id = posting.transaction_id
    left join (lease_corrections as correction join transactions as corrected on corrected.id = correction.transaction_id
        and not exists (select from transactions as later where later.reverses = corrected.id))
      on correction.lease_charge_id = posting.lease_charge_id and correction.month = posting.month
    where charge.lease_id = ${lease.id} and not exists (select from transactions as later where later.reverses = entry.id)
    group by posting.lease_charge_id, posting.month, posting.days, entry.id
    order by posting.month, posting.lease_charge_id`;
  const corrections = posted.flatMap((month) => {
    const charge = lease.charges.find(({ id }) => id === month.lease_charge_id);
    return charge ? (correct({ author, lease, charge }, month) ?? []) : [];
  });
  if (corrections.length === 0) return;
  const entries = await postEntries(
    sql,
    corrections.map(({ entry }) => entry),
  );
  const rows = corrections.map(({ entry: _entry, ...row }, index) => ({
    ...row,
    transaction_id: entries[index]?.id,
    proration: lease.proration,
  }));
  await sql`
    insert into lease_corrections (transaction_id, lease_charge_id, month, days, proration)
    select * from jsonb_to_recordset(${rows}::jsonb)
      as row(transaction_id int, lease_charge_id int, month date, days int, proration text)`;
}

interface Corrected {
  author: number;
  lease: Lease;
  charge: LeaseCharge;
}

function correct({ author, lease, charge }: Corrected, posted: PostedMonth): Correction | undefined {
  const { lease_charge_id, month, user_id, unit_id } = posted;
  const due = correctionOf(lease, charge, { month, days: posted.days, cents: toCents(posted.amount) });
  if (!due) return undefined;
  const { cents, days } = due;
  const changed = Math.abs(days - posted.days);
  const count = changed === 1 ? '1 day' : `${changed} days`;
  const what = `${chargeName(charge)} for ${monthName(month)}`;
  return {
    ...{ lease_charge_id, month, days },
    entry: {
      ...{ user_id, unit_id, amount: toDollars(cents), created_by: author, lease_id: lease.id },
      ...(cents < 0
        ? {
            type: ENTRY_KINDS.leaseCredit.type,
            description: `${what}: ${count} after the lease ended`,
          }
        : { type: LEASE_CHARGE_TYPES[charge.kind], description: `${what}: ${count} more of the lease` }),
    },
  };
}
