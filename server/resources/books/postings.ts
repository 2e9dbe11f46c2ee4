import { DEPOSIT_KINDS } from '../../../contract/deposits/deposit.ts';
import type { Posting } from '../../../contract/books/books.ts';
import { toCents, toDollars } from '../../../contract/values/money.ts';
import sqlTag, { type Sql as Part } from 'sql-template-tag';
import type { Sql } from '../../database/database.ts';
import { accountOf, DEPOSITS_BANK, DEPOSITS_HELD, DEPOSITS_INTEREST } from './accounts.ts';

interface Entry extends Omit<Posting, 'account' | 'amount'> {
  amount: string;
  /** What the card provider kept of it, in dollars. */
  fee: string | null;
  /** The type of the entry, or of the one that it takes back; of a deposit, the kind. */
  type: string;
  /** In whose account it stands, or whose deposit it is of. */
  lease_id: number | null;
}

const [, INTEREST] = DEPOSIT_KINDS;

/** Both days included. */
export interface Days {
  from: string;
  to: string;
  zone: string;
  /** Null for all. */
  property: number | null;
}

/** The day for which an entry (`entry`) counts, in the community's time zone. */
export const dayOf = (zone: string): Part =>
  sqlTag`coalesce(entry.effective_on, (entry.created_at at time zone ${zone})::date)`;

/**
 * The entries of some days, both included, as postings: each moves an amount between a tenant's receivable account, named by the
 * user's id, and an account of income or of money received, less what the card provider kept of it. What is held of a deposit is owed
 * by an account of its lease: it comes into the bank or from interest, and goes to the bank or, where it is applied, to the tenant's
 * receivable account by the entry of the ledger.
 */
export async function postingsOf(sql: Sql, days: Days): Promise<Posting[]> {
  return (await entriesOf(sql, days)).flatMap(postingsOfEntry);
}

/** One entry of a journal, with its postings, at least two. */
export interface JournalEntry extends Pick<
  Posting,
  'entry' | 'deposit_entry' | 'day' | 'description' | 'property_name' | 'unit_number'
> {
  /** Who it is about, in one line. */
  payee: string;
  postings: { account: string; amount: number }[];
}

/** The same, entry by entry. */
export async function journalEntriesOf(sql: Sql, days: Days): Promise<JournalEntry[]> {
  return (await entriesOf(sql, days)).map((entry) => ({
    ...entry,
    payee: oneLine(`${entry.first_name} ${entry.last_name}`),
    description: oneLine(entry.description),
    postings: postingsOfEntry(entry),
  }));
}

/** Without what is no text: line breaks, tabs and what nobody sees. */
export function oneLine(text: string): string {
  return text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
}

async function entriesOf(sql: Sql, { from, to, zone, property }: Days): Promise<Entry[]> {
  const day = dayOf(zone);
  return sql<Entry>`
    with entries as (
      select entry.id as entry, null::int as deposit_entry, ${day} as on_day, entry.user_id, entry.amount,
        paid.provider_fee as fee, entry.description, coalesce(earlier.type, entry.type) as type, entry.unit_id, entry.lease_id
      from transactions as entry left join transactions as earlier on earlier.id = entry.reverses
      left join payment_intents as paid on paid.transaction_id = entry.id and paid.provider_fee > 0
      where ${day} between ${from}::date and ${to}::date
      union all
      -- What is applied is the ledger's entry.
      select null, entry.id, entry.day, entry.user_id, entry.amount, null,
        'Deposit ' || lower(entry.kind) || coalesce(': ' || entry.description, ''), coalesce(earlier.kind, entry.kind),
        leases.unit_id, entry.lease_id
      from deposit_entries as entry left join deposit_entries as earlier on earlier.id = entry.reverses
      join leases on leases.id = entry.lease_id
      where entry.day between ${from}::date and ${to}::date and entry.transaction_id is null
    )
    select entries.entry, entries.deposit_entry, entries.on_day::text as day, entries.user_id, entries.amount::text as amount,
      entries.fee::text as fee, entries.description, entries.type, entries.lease_id,
      users.first_name, users.last_name, units.unit_number, properties.property_name
    from entries join users on users.id = entries.user_id
    left join units on units.id = entries.unit_id
    left join property_labels as properties on properties.id = units.property_id
    where ${property}::int is null or units.property_id = ${property}::int
    order by entries.on_day, entries.entry, entries.deposit_entry`;
}

function postingsOfEntry({ fee, ...entry }: Entry): Posting[] {
  const cents = toCents(Number(entry.amount));
  const kept = toCents(Number(fee ?? 0));
  const sides: [account: string, cents: number][] =
    entry.deposit_entry === null
      ? [
          [`assets:receivable:user ${entry.user_id}`, cents],
          [accountOfEntry(entry), -cents - kept],
          ...(kept > 0 ? [['expenses:payment fees', kept] satisfies [string, number]] : []),
        ]
      : [
          [entry.type === INTEREST ? DEPOSITS_INTEREST : DEPOSITS_BANK, cents],
          [depositOf(entry), -cents],
        ];
  const { type: _type, lease_id: _lease, ...posting } = entry;
  return sides.map(([account, each]) => ({ ...posting, account, amount: toDollars(each) }));
}

function accountOfEntry(entry: Pick<Entry, 'type' | 'amount' | 'lease_id'>): string {
  const account = accountOf(entry.type, Number(entry.amount));
  return account === DEPOSITS_HELD ? depositOf(entry) : account;
}

function depositOf({ lease_id }: Pick<Entry, 'lease_id'>): string {
  return `${DEPOSITS_HELD}:lease ${lease_id}`;
}
