import { entryKind, type EntryType } from '../../../contract/entryKinds.ts';
import type { Transaction } from '../../../contract/ledger.ts';
import type { Sql } from '../../database/database.ts';

export interface NewEntry {
  user_id: number;
  /** Null for someone who lives in no unit any more. */
  unit_id: number | null;
  /** Dollars, with the sign that the ledger gives them. */
  amount: number;
  type: EntryType;
  description: string;
  /** The id of the entry that this one reverses. */
  reverses?: number;
  /** The manager who posts it; null for what the card provider reported. */
  created_by: number | null;
  /** A PostgreSQL timestamp with its zone; now where it is not given. */
  created_at?: string;
}

export type PostedEntry = Omit<Transaction, 'reversed_by' | 'utility' | 'card'>;

/**
 * Posts entries to the ledger, however many, and answers them in the order in which they were given. Nothing else
 * inserts into `transactions`.
 * @throws {Error} for an entry that its kind does not allow
 * @throws the database's error for an unknown user (`transactions_user_id_fkey`) or unit (`transactions_unit_id_fkey`),
 * and for an entry that is reversed already (`transactions_reversed_once`)
 */
export async function postEntries(sql: Sql, entries: readonly NewEntry[]): Promise<PostedEntry[]> {
  entries.forEach(refuseWrongKind);
  const rows = entries.map((entry, position) => ({ ...entry, position }));
  // By user, alike for everyone: of two postings at once, each would otherwise wait for a balance that the other holds.
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
