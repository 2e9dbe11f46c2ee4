import { expect } from 'vitest';
import type { JournalFormat } from '../../../../contract/books/books.ts';
import type { EntryType } from '../../../../contract/ledger/entryKinds.ts';
import { postEntries, type NewEntry } from '../../../../server/resources/ledger/postEntries.ts';
import { manager, server } from '../world.ts';

export const ROBIN = 2;
export const NOOR = 3;

export const post = (entries: Partial<NewEntry>[]) =>
  postEntries(
    server.database.sql,
    entries.map((entry) => ({
      ...{
        user_id: ROBIN,
        unit_id: 1,
        amount: 0,
        type: 'Misc Charge',
        description: 'An entry',
        created_by: 1,
      },
      ...entry,
    })),
  );
export const entry = (
  type: EntryType,
  amount: number,
  effective_on: string,
  more: Partial<NewEntry> = {},
) => ({
  ...{ type, amount, effective_on },
  ...(type.startsWith('Card') ? { created_by: null } : {}),
  ...more,
});
export const read = async <T>(route: string): Promise<T> => {
  const answer = await server.call('GET', `/books/${route}`, { as: manager });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<T>();
};
export const journal = async (from: string, to: string, format: JournalFormat = 'hledger') =>
  (await read<{ journal: string }>(`journal?from=${from}&to=${to}&format=${format}`)).journal;
