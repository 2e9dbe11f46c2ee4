import type { Transaction } from 'dexie';
import type { ReadHead, ReadPart } from '../storedRecords.ts';

/** A cached read of version 1, where all stood in one table: an answer, the parts of a list, rows, or a last look. */
export interface ReadOfVersion1 {
  userId: number;
  /** The read's own; after `list `, `checked ` or `unfinished `; or of rows `part ` and their id. */
  key: string;
  answer: unknown;
  asOf: Date;
  etag?: string | undefined;
  cursor?: string | undefined;
  contract?: string | undefined;
}

/** Moves the cached reads of version 1 into the tables of today, so that without a connection they are still there. */
export async function upgradeReads(transaction: Transaction): Promise<void> {
  const kept = transaction.table<ReadOfVersion1, [number, string]>('kept');
  const records = await kept.toArray();
  const byKey = new Map(records.map((record) => [`${record.userId} ${record.key}`, record]));
  const heads: ReadHead[] = [];
  const parts: ReadPart[] = [];
  for (const { userId, key: recordKey, answer, asOf, etag, cursor, contract } of records) {
    // What was not read to its end is read again.
    if (/^(part|checked|unfinished|list unfinished) /.test(recordKey)) continue;
    const key = recordKey.replace(/^list /, '');
    const isList = key !== recordKey;
    // An app from before there were parts wrote lists whole: what it wrote is newer.
    if (isList && byKey.has(`${userId} ${key}`)) continue;
    const ids = isList ? (answer as string[]) : [];
    const rows = ids.map((id) => byKey.get(`${userId} part ${id}`)?.answer);
    if (rows.includes(undefined)) continue;
    const checked = byKey.get(`${userId} checked ${key}`);
    heads.push({
      ...{ userId, key, asOf, checked: checked?.asOf, etag, contract },
      cursor: cursor && (checked?.cursor ?? cursor),
    });
    parts.push({ userId, key, id: '', asOf, ...(isList ? { parts: ids } : { answer }) });
    parts.push(...ids.map((id, index) => ({ userId, key, id, answer: rows[index] })));
  }
  await transaction.table('reads').bulkPut(heads);
  await transaction.table('readParts').bulkPut(parts);
  await kept.clear();
}
