import type { JournalFormat } from '../../../contract/books/books.ts';
import type { Sql } from '../../database/database.ts';
import { beancountOf } from './beancount.ts';
import { hledgerOf } from './hledger.ts';
import { journalEntriesOf, type Days } from './postings.ts';

/** The entries of some days as text that programs of plain-text accounting read. The same entries always give the same text. */
export async function journalOf(
  sql: Sql,
  { format, ...days }: Days & { format: JournalFormat },
): Promise<string> {
  const entries = await journalEntriesOf(sql, days);
  const head = `; Porchlight, ${days.from} to ${days.to}\n\n`;
  return head + (format === 'beancount' ? beancountOf(entries, days.from) : hledgerOf(entries));
}
