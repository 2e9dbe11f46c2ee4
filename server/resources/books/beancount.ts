import { entryCode } from '../../../contract/books/books.ts';
import { oneLine, type JournalEntry } from './postings.ts';

/**
 * A journal of beancount (https://beancount.github.io/docs/beancount_language_syntax.html). It names the tenant as the payee, and the
 * number of the entry, the property and the unit as metadata, and opens each account on the first day.
 * @param from the first day, such as `2026-05-01`
 */
export function beancountOf(entries: readonly JournalEntry[], from: string): string {
  const accounts = entries.flatMap(({ postings }) => postings).map(({ account }) => accountName(account));
  const opened = [...new Set(accounts)].sort().map((account) => `${from} open ${account} USD`);
  return `${['option "operating_currency" "USD"', ...opened].join('\n')}\n${entries.map(transactionOf).join('')}`;
}

/** Such as `Assets:Receivable:User-12` of `assets:receivable:user 12`: each part begins with a capital and has no space. */
function accountName(account: string): string {
  return account
    .split(':')
    .map((part) => `${part.slice(0, 1).toUpperCase()}${part.slice(1).replaceAll(' ', '-')}`)
    .join(':');
}

function transactionOf(entry: JournalEntry): string {
  const { property_name, unit_number, postings } = entry;
  return [
    `\n${entry.day} * ${quoted(entry.payee)} ${quoted(entry.description)}`,
    `  entry: ${quoted(entryCode(entry))}`,
    ...(property_name === null ? [] : [`  property: ${quoted(property_name)}`]),
    ...(unit_number === null ? [] : [`  unit: ${quoted(unit_number)}`]),
    ...postings.map(({ account, amount }) => `  ${accountName(account)}  ${amount.toFixed(2)} USD`),
    '',
  ].join('\n');
}

/** In one line, between quotation marks. */
function quoted(text: string): string {
  return `"${oneLine(text).replace(/["\\]/g, String.raw`\$&`)}"`;
}
