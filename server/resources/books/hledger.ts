import { entryCode } from '../../../contract/books/books.ts';
import { oneLine, type JournalEntry } from './postings.ts';

/**
 * A journal of hledger (https://hledger.org/hledger.html#journal), which ledger reads too. It names the tenant as the payee, and the
 * property and the unit by tags, and declares all of these, as strict checks ask for (`hledger check --strict`, `ledger --pedantic`).
 */
export function hledgerOf(entries: readonly JournalEntry[]): string {
  return `${declarationsOf(entries).join('\n')}\n${entries.map(transactionOf).join('')}`;
}

/** What the journal uses, declared, in the order of the alphabet. */
function declarationsOf(entries: readonly JournalEntry[]): string[] {
  const accounts = entries.flatMap(({ postings }) => postings).map(({ account }) => `account ${account}`);
  const payees = entries.map((entry) => `payee ${payeeOf(entry)}`);
  return [
    ...['commodity $', '    format $1,000.00', 'tag property', 'tag unit'],
    ...[...new Set(accounts)].sort(),
    ...[...new Set(payees)].sort(),
  ];
}

/** Without what ends a payee. */
function payeeOf({ payee }: JournalEntry): string {
  return plain(payee).replaceAll('|', '/');
}

function transactionOf(entry: JournalEntry): string {
  const { property_name, unit_number, postings } = entry;
  return [
    `\n${entry.day} * (${entryCode(entry)}) ${payeeOf(entry)} | ${plain(entry.description)}`,
    ...(property_name === null ? [] : [`    ; property: ${tagged(property_name)}`]),
    ...(unit_number === null ? [] : [`    ; unit: ${tagged(unit_number)}`]),
    ...postings.map(({ account, amount }) => `    ${account}  $${amount.toFixed(2)}`),
    '',
  ].join('\n');
}

/** In one line, without what begins a comment. */
function plain(text: string): string {
  return oneLine(text).replaceAll(';', ',');
}

/** A comma ends a tag. */
const tagged = (text: string) => plain(text).replaceAll(',', ' ');
