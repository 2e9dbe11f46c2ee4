import { entryKind, type EntryType } from '../../../contract/ledger/entryKinds.ts';
import type { Proration } from '../../../contract/leases/leaseSchedule.ts';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import type { Signature } from '../../../contract/ledger/signature.ts';
import type { Sql } from '../../database/database.ts';
import { datedAfterClosed } from './closing/closedMonths.ts';
import { notifyOfEntries } from './notifyOfEntries.ts';

export interface NewEntry {
  user_id: number;
  /** Null for a former tenant. */
  unit_id: number | null;
  /** Dollars: positive for a charge, negative for a credit. */
  amount: number;
  type: EntryType;
  description: string;
  /** The id of the entry that this one reverses. */
  reverses?: number;
  /** The id of the entry that this one takes back in part, or without reversing it. */
  corrects?: number | undefined;
  /** The id of the manager who posts it; null for an entry of the card provider or of a lease. */
  created_by: number | null;
  /** A PostgreSQL timestamp with its zone; the default is now. */
  created_at?: string | undefined;
  /** The day for which it counts, if that may not be the day it is posted on. */
  effective_on?: string | undefined;
  /** Whether a manager agreed that it counts after the closed months where its day is in one, as the server’s own entries do. */
  after_closed?: boolean | undefined;
  /** Such as the number of a check. */
  reference?: string | undefined;
  /** A number of a receipt book, once ever. */
  receipt_number?: string | undefined;
  /** Of the payer, for the receipt. */
  signature?: Signature | undefined;
  /** The Idempotency-Key that a payment was sent with. */
  created_with?: string | undefined;
  /** The month of a lease's charge that it posts, once ever. */
  lease_month?: PostedMonth;
  /** The late rent that it is a fee for, once a day. */
  late_fee?: PostedLateFee;
  /** The lease in whose account it stands; found by the entry that it reverses, or by its person, unit and day, where it is not given. */
  lease_id?: number | undefined;
  /** The id of the tenant who paid, where that is not whose entry it is. */
  paid_by?: number | undefined;
}

/** What is stored of a lease's charge being posted for a month. */
export interface PostedMonth {
  lease_charge_id: number;
  month: string;
  days: number;
  proration: Proration;
}

/** What is stored of a late fee being charged for a month's rent on a day. */
export interface PostedLateFee {
  lease_charge_id: number;
  month: string;
  day: string;
  rule_id: number;
  /** Paid before this day, the rent would have borne no such fee. */
  late_on: string;
  /** Dollars of the rent that were not paid. */
  unpaid: number;
}

export type PostedEntry = Omit<
  Transaction,
  'reversed_by' | 'utility' | 'card' | 'lease' | 'pays' | 'late_fee' | 'receipt_number' | 'payer'
> & { paid_by: number | null };

interface PostingOptions {
  notifies?: boolean;
  dayField?: string;
}

/**
 * Posts entries to the ledger, none of them into a closed month, notifies their tenants unless `notifies` is false, and returns them
 * in the given order. Nothing else inserts into `transactions`.
 * @param options `dayField`: what the manager’s call names the day
 * @throws {ApiError} 409 `month_closed` for a manager’s entry of a closed month
 * @throws {Error} for an entry that its kind does not allow
 * @throws the database's error for an unknown user (`transactions_user_id_fkey`) or unit (`transactions_unit_id_fkey`),
 * for an entry that was reversed already (`transactions_reversed_once`), for a month of a lease's charge that was
 * posted already (`lease_postings_pkey`), for a second late fee of a month on one day (`late_fees_pkey`), and for a receipt
 * number that was used (`transactions_receipt_number_once`)
 */
export async function postEntries(
  sql: Sql,
  entries: readonly NewEntry[],
  { notifies = true, dayField = 'effective_on' }: PostingOptions = {},
): Promise<PostedEntry[]> {
  entries.forEach(refuseWrongKind);
  const dated = await datedAfterClosed(sql, entries, dayField);
  const rows = dated.map(({ lease_id, paid_by, ...entry }, position) => ({
    ...{ ...entry, ...entry.lease_month, position },
    ...{ given_lease_id: lease_id, payer: paid_by },
  }));
  // Always by user, so that two concurrent postings, which lock the users' balances, cannot deadlock. One statement posts
  // an entry and the fact that its month or its late fee is posted.
  const posted = await sql<PostedEntry>`
    with entry as materialized (
      select nextval(pg_get_serial_sequence('transactions', 'id'))::int as id, row.*,
        case when reverses is null then coalesce(given_lease_id, (select lease_id from lease_charges
            where lease_charges.id = coalesce(lease_charge_id, (late_fee ->> 'lease_charge_id')::int)),
            lease_account(user_id, unit_id, coalesce(effective_on, (coalesce(created_at, now()) at time zone 'UTC')::date)))
          else (select lease_id from transactions where transactions.id = row.reverses) end as lease_id,
        coalesce(payer, (select paid_by from transactions where transactions.id = row.reverses)) as paid_by
      from (
        select * from jsonb_to_recordset(${rows}::jsonb) as row(position int, user_id int, unit_id int, amount numeric,
          type text, description text, reverses int, created_by int, created_at timestamptz, effective_on date,
          reference text, receipt_number text, signature jsonb, created_with uuid,
          lease_charge_id int, month date, days int, proration text, late_fee jsonb, given_lease_id int, payer int)
        order by user_id, position
      ) as row
    ), posted as (
      insert into transactions (id, user_id, unit_id, amount, type, description, reverses, created_by, created_at, effective_on,
        reference, receipt_number, signature, created_with, lease_id, paid_by)
      select id, user_id, unit_id, amount, type, description, reverses, created_by, coalesce(created_at, now()), effective_on,
        reference, receipt_number, signature, created_with, lease_id, paid_by
      from entry order by id
      returning id, user_id, unit_id, amount, type, description, created_at, effective_on::text, reverses, reference,
        created_with, paid_by
    ), posted_months as (
      insert into lease_postings (lease_charge_id, month, transaction_id, days, proration)
      select lease_charge_id, month, id, days, proration from entry where lease_charge_id is not null
    ), posted_fees as (
      insert into late_fees (lease_charge_id, month, day, transaction_id, rule_id, late_on, unpaid)
      select fee.lease_charge_id, fee.month, day, id, rule_id, late_on, unpaid
      from entry cross join lateral jsonb_to_record(late_fee)
        as fee(lease_charge_id int, month date, day date, rule_id int, late_on date, unpaid numeric)
      where late_fee is not null
    )
    select posted.* from posted join entry using (id) order by entry.position`;
  if (notifies) await notifyOfEntries(sql, posted);
  return posted;
}

/** Posts one entry. Throws as `postEntries` does. */
export async function postEntry(
  sql: Sql,
  entry: NewEntry,
  options: PostingOptions = {},
): Promise<PostedEntry> {
  const [posted] = await postEntries(sql, [entry], options);
  if (!posted) throw new Error('The new entry was not returned.');
  return posted;
}

function refuseWrongKind({ type, amount, reverses, created_by, lease_month, late_fee }: NewEntry): void {
  const kind = entryKind(type);
  const poster = created_by !== null ? 'management' : (lease_month ?? late_fee) ? 'lease' : 'card provider';
  if (!kind?.postedBy.split(' or ').includes(poster)) {
    throw new Error(`An entry of type ${type} is posted by ${kind?.postedBy ?? 'nobody'}.`);
  }
  const isReversal = reverses !== undefined;
  const sign = amount > 0 === isReversal ? 'credit' : 'charge';
  if (kind.sign === 'opposite' ? !isReversal : kind.sign !== sign) {
    throw new Error(`An entry of type ${type} cannot be of ${amount}.`);
  }
}
