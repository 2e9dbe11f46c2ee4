import type { Posting } from '../../../contract/books/books.ts';
import { toCents, toDollars } from '../../../contract/values/money.ts';
import sqlTag, { type Sql as Part } from 'sql-template-tag';
import type { Sql } from '../../database/database.ts';
import { accountOf } from './accounts.ts';

interface Entry extends Omit<Posting, 'account' | 'amount'> {
  amount: string;
  /** What the card provider kept of it, in dollars. */
  fee: string | null;
  /** The type of the entry, or of the one that it takes back. */
  type: string;
}

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
 * user's id, and an account of income or of money received, less what the card provider kept of it.
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
    select entry.id as entry, ${day}::text as day, entry.user_id, entry.amount::text as amount,
      paid.provider_fee::text as fee, entry.description,
      coalesce(earlier.type, entry.type) as type,
      users.first_name, users.last_name, units.unit_number, properties.property_name
    from transactions as entry left join transactions as earlier on earlier.id = entry.reverses
    left join payment_intents as paid on paid.transaction_id = entry.id and paid.provider_fee > 0
    join users on users.id = entry.user_id
    left join units on units.id = entry.unit_id
    left join property_labels as properties on properties.id = units.property_id
    where ${day} between ${from}::date and ${to}::date
    order by ${day}, entry.id`;
}

function postingsOfEntry({ amount, fee, type, ...entry }: Entry): Posting[] {
  const cents = toCents(Number(amount));
  const kept = toCents(Number(fee ?? 0));
  const sides: [account: string, cents: number][] = [
    [`assets:receivable:user ${entry.user_id}`, cents],
    [accountOf(type, Number(amount)), -cents - kept],
    ...(kept > 0 ? [['expenses:payment fees', kept] satisfies [string, number]] : []),
  ];
  return sides.map(([account, each]) => ({ ...entry, account, amount: toDollars(each) }));
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
    `\n${entry.day} * (${entry.entry}) ${payee} | ${plain(entry.description)}`,
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
