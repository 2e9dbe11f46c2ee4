import { toCents, toDollars } from '../../../contract/values/money.ts';
import sqlTag, { type Sql as Part } from 'sql-template-tag';
import type { Sql } from '../../database/database.ts';
import { accountOf } from './accounts.ts';

interface JournalEntry {
  id: number;
  day: string;
  user_id: number;
  amount: string;
  /** What the card provider kept of it, in dollars. */
  fee: string | null;
  description: string;
  /** The type of the entry, or of the one that it takes back. */
  type: string;
}

/** The day for which an entry (`entry`) counts, in the community's time zone. */
export const dayOf = (zone: string): Part =>
  sqlTag`coalesce(entry.effective_on, (entry.created_at at time zone ${zone})::date)`;

/**
 * The entries of some days, both included, as a journal of hledger (https://hledger.org/hledger.html#journal): each moves an
 * amount between a tenant's receivable account, named by the user's id, and an account of income or of money received, less what
 * the card provider kept of it. The same entries always give the same text.
 */
export async function journalOf(
  sql: Sql,
  { from, to, zone }: { from: string; to: string; zone: string },
): Promise<string> {
  const day = dayOf(zone);
  const entries = await sql<JournalEntry>`
    select entry.id, ${day}::text as day, entry.user_id, entry.amount::text as amount,
      paid.provider_fee::text as fee, entry.description,
      coalesce(earlier.type, entry.type) as type
    from transactions as entry left join transactions as earlier on earlier.id = entry.reverses
    left join payment_intents as paid on paid.transaction_id = entry.id and paid.provider_fee > 0
    where ${day} between ${from}::date and ${to}::date
    order by ${day}, entry.id`;
  const head = `; Porchlight, ${from} to ${to}\n\ncommodity $1,000.00\n`;
  return `${head}${entries.map(transactionOf).join('')}`;
}

function transactionOf({ id, day, user_id, amount, fee, description, type }: JournalEntry): string {
  const cents = -toCents(Number(amount));
  const kept = toCents(Number(fee ?? 0));
  return [
    `\n${day} * (${id}) ${plain(description)}`,
    `    assets:receivable:user ${user_id}  ${dollars(-cents)}`,
    `    ${accountOf(type, Number(amount))}  ${dollars(cents - kept)}`,
    ...(kept > 0 ? [`    expenses:payment fees  ${dollars(kept)}`] : []),
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
