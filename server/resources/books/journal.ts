import { entryCode, type Posting } from '../../../contract/books/books.ts';
import { DEPOSIT_KINDS } from '../../../contract/deposits/deposit.ts';
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

interface Days {
  from: string;
  to: string;
  zone: string;
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

/**
 * The same as a journal of hledger (https://hledger.org/hledger.html#journal). It names the tenant as the payee, and the property
 * and the unit by tags, and declares all of these, as strict checks ask for (`hledger check --strict`, `ledger --pedantic`). The same
 * entries always give the same text.
 */
export async function journalOf(sql: Sql, days: Days): Promise<string> {
  const entries = await entriesOf(sql, days);
  const head = `; Porchlight, ${days.from} to ${days.to}\n\n${declarationsOf(entries).join('\n')}\n`;
  return `${head}${entries.map(transactionOf).join('')}`;
}

async function entriesOf(sql: Sql, { from, to, zone }: Days): Promise<Entry[]> {
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

/** What the journal uses, declared, in the order of the alphabet. */
function declarationsOf(entries: readonly Entry[]): string[] {
  const accounts = entries.flatMap(postingsOfEntry).map(({ account }) => `account ${account}`);
  const payees = entries.map((entry) => `payee ${payeeOf(entry)}`);
  return [
    ...['commodity $', '    format $1,000.00', 'tag property', 'tag unit'],
    ...[...new Set(accounts)].sort(),
    ...[...new Set(payees)].sort(),
  ];
}

/** Who it is about, without what ends a payee. */
function payeeOf({ first_name, last_name }: Entry): string {
  return plain(`${first_name} ${last_name}`).replaceAll('|', '/');
}

function transactionOf(entry: Entry): string {
  const { property_name, unit_number } = entry;
  const payee = payeeOf(entry);
  return [
    `\n${entry.day} * (${entryCode(entry)}) ${payee} | ${plain(entry.description)}`,
    ...(property_name === null ? [] : [`    ; property: ${tagged(property_name)}`]),
    ...(unit_number === null ? [] : [`    ; unit: ${tagged(unit_number)}`]),
    ...postingsOfEntry(entry).map(({ account, amount }) => `    ${account}  ${dollars(toCents(amount))}`),
    '',
  ].join('\n');
}

function dollars(cents: number): string {
  return `$${toDollars(cents).toFixed(2)}`;
}

/** In one line, without what begins a comment. */
function plain(text: string): string {
  return text
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .replaceAll(';', ',')
    .trim();
}

/** A comma ends a tag. */
const tagged = (text: string) => plain(text).replaceAll(',', ' ');
