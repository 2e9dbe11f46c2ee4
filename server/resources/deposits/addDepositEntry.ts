import type { DepositEntry, NewDepositEntry } from '../../../contract/deposits/deposit.ts';
import { DEPOSIT_KINDS, onlyHeld, onlyOwed, TAKEN_BACK } from '../../../contract/deposits/deposit.ts';
import { ENTRY_KINDS, PAYMENT_TYPES } from '../../../contract/ledger/entryKinds.ts';
import { toCents } from '../../../contract/values/money.ts';
import { changesOf, recordAudit } from '../../database/auditLog.ts';
import { violates, type Sql } from '../../database/database.ts';
import { ApiError, fieldError } from '../../http/apiError.ts';
import { refuseFuture } from '../../http/input/refuseFuture.ts';
import { refuseClosedDay } from '../ledger/closing/closedMonths.ts';
import { namePhotos } from '../../photos/namedPhotos.ts';
import { postEntry } from '../ledger/postEntries.ts';

/** A lease with who is billed for it. */
interface Lease {
  id: number;
  unit_id: number;
  user_id: number;
}

interface EnteredBy {
  /** The id of the manager. */
  author: number;
  /** The community's day, such as `2026-05-26`. */
  today: string;
}

const [RECEIVED, , APPLIED, RETURNED] = DEPOSIT_KINDS;

type Stored = Pick<DepositEntry, 'kind' | 'amount' | 'day' | 'method' | 'reference' | 'description'>;

/**
 * Adds to the deposit of a lease, or takes from it. What is applied is credited to who is billed, in the account of the lease.
 * @throws {ApiError} 404 for an unknown lease, 409 `month_closed`, 400 for a day in the future, for more than is held, and for applying more than is owed
 */
export async function addDepositEntry(
  sql: Sql,
  { author, today }: EnteredBy,
  { lease: leaseId, entry }: { lease: number; entry: NewDepositEntry },
): Promise<void> {
  const { kind, amount, description = null, reference = null } = entry;
  const day = entry.day ?? today;
  refuseFuture('day', day);
  await refuseClosedDay(sql, 'day', day);
  const lease = await lockLease(sql, leaseId);
  const takes = kind === APPLIED || kind === RETURNED;
  if (takes) await requireHeld(sql, lease, amount);
  const moved = kind === RECEIVED || kind === RETURNED;
  const stored: Stored = {
    ...{ kind, day, reference, description },
    amount: takes ? -amount : amount,
    method: moved ? (entry.method ?? PAYMENT_TYPES[0]) : null,
  };
  const transaction_id =
    kind === APPLIED ? await creditLedger(sql, author, { lease, day, amount, description }) : null;
  const id = await store(sql, author, { ...stored, lease, transaction_id, reverses: null });
  await namePhotos(
    sql,
    { kind: 'deposit', id: String(id) },
    { user: { id: author }, digests: entry.following_photos ?? [], taken: entry.photos_taken },
  );
  const changes = changesOf(
    ['kind', 'amount', 'day', 'method', 'reference', 'description'],
    undefined,
    stored,
  );
  await audit(sql, author, { lease, action: 'entered a deposit for', changes });
}

/**
 * Takes back an entry of a deposit by its opposite, today.
 * @throws {ApiError} 404 for an unknown entry, 409 for one that was taken back, and where its money is not held any more
 */
export async function takeBackDepositEntry(
  sql: Sql,
  { author, today }: EnteredBy,
  { lease: leaseId, entry: entryId, reason }: { lease: number; entry: number; reason: string },
): Promise<void> {
  const lease = await lockLease(sql, leaseId);
  const [entry] = await sql<Stored & { user_id: number; transaction_id: number | null }>`
    select kind, amount, method, user_id, transaction_id from deposit_entries
    where id = ${entryId} and lease_id = ${leaseId} and reverses is null`;
  if (!entry) throw new ApiError(404, 'There is no such entry.');
  const transaction_id =
    entry.transaction_id === null
      ? null
      : await takeBackCredit(sql, author, { id: entry.transaction_id, entry, lease, reason });
  await store(sql, author, {
    ...{ kind: TAKEN_BACK, amount: -entry.amount, day: today, method: entry.method, reference: null },
    ...{
      description: reason,
      lease: { ...lease, user_id: entry.user_id },
      transaction_id,
      reverses: entryId,
    },
  }).catch((error: unknown) => {
    if (violates(error, 'deposit_entries_reversed_once')) {
      throw new ApiError(409, 'This entry was already taken back.', { code: 'already_reversed' });
    }
    if (violates(error, 'deposit_entries_held')) {
      throw new ApiError(409, 'This money was applied or returned since. Take that back first.');
    }
    throw error;
  });
  const changes = changesOf(['kind', 'amount', 'description'], undefined, {
    kind: entry.kind,
    amount: Math.abs(entry.amount),
    description: reason,
  });
  await audit(sql, author, { lease, action: 'took back a part of the deposit of', changes });
}

/** Locks the lease, so that nothing else is added to its deposit before the transaction ends. @throws {ApiError} 404 */
async function lockLease(sql: Sql, id: number): Promise<Lease> {
  await sql`select from leases where id = ${id} for update`;
  const [lease] = await sql<Lease>`
    select leases.id, leases.unit_id, billed.user_id
    from leases join lease_tenants as billed on billed.lease_id = leases.id and billed.position = 1
    where leases.id = ${id}`;
  if (!lease) throw new ApiError(404, 'This lease is not there any more.');
  return lease;
}

/** @throws {ApiError} 400 at `amount` */
async function requireHeld(sql: Sql, { id }: Lease, amount: number): Promise<void> {
  const [deposit] = await sql<{ held: number }>`
    select coalesce(sum(amount), 0) as held from deposit_entries where lease_id = ${id}`;
  const held = toCents(deposit?.held ?? 0);
  if (toCents(amount) > held) throw fieldError(400, 'amount', onlyHeld(held));
}

interface Applied {
  lease: Lease;
  day: string;
  amount: number;
  description: string | null;
}

/** Returns the id of the ledger's entry. @throws {ApiError} 400 at `amount` for more than is owed */
async function creditLedger(
  sql: Sql,
  author: number,
  { lease, day, amount, description }: Applied,
): Promise<number> {
  const { user_id, unit_id, id: lease_id } = lease;
  const [account] = await sql<{ balance: number }>`
    select balance from balances where user_id = ${user_id} for update`;
  const owed = Math.max(toCents(account?.balance ?? 0), 0);
  if (toCents(amount) > owed) throw fieldError(400, 'amount', onlyOwed(owed));
  const { type } = ENTRY_KINDS.depositApplied;
  const credit = await postEntry(sql, {
    ...{ user_id, unit_id, lease_id, type, amount: -amount, effective_on: day, created_by: author },
    description: description ?? type,
  });
  return credit.id;
}

interface TakenBack {
  id: number;
  entry: { user_id: number; amount: number };
  lease: Lease;
  reason: string;
}

async function takeBackCredit(
  sql: Sql,
  author: number,
  { id, entry, lease, reason }: TakenBack,
): Promise<number> {
  const { user_id, amount } = entry;
  const reversal = await postEntry(
    sql,
    {
      ...{ user_id, unit_id: lease.unit_id, amount: -amount, type: ENTRY_KINDS.reversal.type, reverses: id },
      ...{ description: reason, created_by: author },
    },
    { notifies: false },
  ).catch((error: unknown) => {
    if (violates(error, 'transactions_reversed_once')) {
      throw new ApiError(409, 'This entry was already taken back.', { code: 'already_reversed' });
    }
    throw error;
  });
  return reversal.id;
}

type Row = Stored & Pick<DepositEntry, 'reverses' | 'transaction_id'> & { lease: Lease };

/** Returns the entry's id. */
async function store(sql: Sql, author: number, { lease, ...row }: Row): Promise<number> {
  const [stored] = await sql<{ id: number }>`
    insert into deposit_entries
      (lease_id, user_id, kind, amount, day, method, reference, description, reverses, transaction_id, created_by)
    values (${lease.id}, ${lease.user_id}, ${row.kind}, ${row.amount}, ${row.day}, ${row.method}, ${row.reference},
      ${row.description}, ${row.reverses}, ${row.transaction_id}, ${author})
    returning id`;
  if (!stored) throw new Error('The entry was not stored.');
  return stored.id;
}

async function audit(
  sql: Sql,
  author: number,
  { lease, ...record }: { lease: Lease; action: string; changes: ReturnType<typeof changesOf> },
): Promise<void> {
  await recordAudit(sql, author, [{ subject: 'lease', subject_id: lease.id, ...record }]);
}
