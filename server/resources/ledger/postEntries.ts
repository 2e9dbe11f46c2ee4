import { entryKind, type EntryType } from '../../../contract/entryKinds.ts';
import type { Transaction } from '../../../contract/ledger.ts';
import type { Sql } from '../../database/database.ts';

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
  /** The id of the manager who posts it; null for an entry of the card provider. */
  created_by: number | null;
  /** A PostgreSQL timestamp with its zone; the default is now. */
  created_at?: string;
}

export type PostedEntry = Omit<Transaction, 'reversed_by' | 'utility' | 'card'>;

/**
 * Posts entries to the ledger and returns them in the given order. Nothing else inserts into `transactions`.
 * @throws {Error} for an entry that its kind does not allow
 * @throws the database's error for an unknown user (`transactions_user_id_fkey`) or unit (`transactions_unit_id_fkey`),
 * and for an entry that was reversed already (`transactions_reversed_once`)
 */
export async function postEntries(sql: Sql, entries: readonly NewEntry[]): Promise<PostedEntry[]> {
  entries.forEach(refuseWrongKind);
  const rows = entries.map((entry, position) => ({ ...entry, position }));
  // Always by user, so that two concurrent postings, which lock the users' balances, cannot deadlock.
  rows.sort((a, b) => a.user_id - b.user_id || a.position - b.position);
  const inserted = await sql<PostedEntry>`
    insert into transactions (user_id, unit_id, amount, type, description, reverses, created_by, created_at)
    select user_id, unit_id, amount, type, description, reverses, created_by, coalesce(created_at, now())
    from jsonb_to_recordset(${rows}::jsonb) as entry(position int, user_id int, unit_id int, amount numeric,
      type text, description text, reverses int, created_by int, created_at timestamptz)
    order by user_id, position
    returning id, user_id, unit_id, amount, type, description, created_at, reverses`;
  const byPosition = new Map(inserted.map((entry, index) => [rows[index]?.position, entry]));
  return entries.map((_, position) => {
    const entry = byPosition.get(position);
    if (!entry) throw new Error('A new entry was not returned.');
    return entry;
  });
}

/** Posts one entry. Throws as `postEntries` does. */
export async function postEntry(sql: Sql, entry: NewEntry): Promise<PostedEntry> {
  const [posted] = await postEntries(sql, [entry]);
  if (!posted) throw new Error('The new entry was not returned.');
  return posted;
}

function refuseWrongKind({ type, amount, reverses, created_by }: NewEntry): void {
  const kind = entryKind(type);
  if ((kind?.postedBy === 'card provider') !== (created_by === null)) {
    throw new Error(`An entry of type ${type} is posted by ${kind?.postedBy ?? 'nobody'}.`);
  }
  const isReversal = reverses !== undefined;
  const sign = amount > 0 === isReversal ? 'credit' : 'charge';
  if (kind?.sign === 'opposite' ? !isReversal : kind?.sign !== sign) {
    throw new Error(`An entry of type ${type} cannot be of ${amount}.`);
  }
}
