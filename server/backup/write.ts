import { fullName, thumbnailName } from '../photos/names.ts';
import type { Database, Sql } from '../database/database.ts';
import type { PhotoStore } from '../photos/store.ts';
import type { AddEntry } from './archive.ts';
import { MANIFEST_PATH, SUMMARY_PATH, type Manifest, type Summary } from './format.ts';
import { readRows, readTables } from './tables.ts';

/**
 * Writes the tables as of one moment, then the photos outside the transaction: a photo never changes and, once it has a
 * row, is never removed. The embedded database has one connection, so its writers wait until the tables are written.
 */
export async function writeBackup(
  database: Database,
  photos: PhotoStore | undefined,
  add: AddEntry,
): Promise<void> {
  const { rows, ids } = await database.transaction(async (sql) => {
    await sql`set transaction isolation level repeatable read, read only`;
    return writeTables(sql, add);
  });
  // A sequence is not rolled back with a transaction, so it is now at least as far as the rows.
  const sequences = await database.sql<{ name: string; last: number | null }>`
    select sequencename as name, last_value as last from pg_sequences
    where schemaname = current_schema() order by sequencename`;
  const files = photos ? await writePhotos(photos, ids, add) : { photo_files: 0, photo_files_missing: 0 };
  await add({ path: SUMMARY_PATH, body: json({ rows, sequences, ...files } satisfies Summary) });
}

async function writeTables(sql: Sql, add: AddEntry) {
  const migrations = await sql<Manifest['migrations'][number]>`
    select version, name, checksum from schema_migrations order by version`;
  const tables = await readTables(sql);
  const manifest: Manifest = {
    format: 1,
    taken_at: new Date().toISOString(),
    migrations,
    tables: tables.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) })),
  };
  await add({ path: MANIFEST_PATH, body: json(manifest) });
  const rows: Summary['rows'] = {};
  for (const table of tables) {
    let count = 0;
    let batch = 0;
    for await (const lines of readRows(sql, table)) {
      const path = `tables/${table.name}/${String((batch += 1)).padStart(6, '0')}.jsonl`;
      await add({ path, body: Buffer.from(`${lines.join('\n')}\n`) });
      count += lines.length;
    }
    rows[table.name] = count;
  }
  const ids = await sql<{ id: string }>`select id from photos order by id`;
  return { rows, ids: ids.map(({ id }) => id) };
}

async function writePhotos(photos: PhotoStore, ids: string[], add: AddEntry) {
  let photo_files = 0;
  let photo_files_missing = 0;
  for (const name of ids.flatMap((id) => [fullName(id), thumbnailName(id)])) {
    const bytes = await photos.get(name);
    if (bytes) {
      await add({ path: `photos/${name}`, body: Buffer.from(bytes) });
      photo_files += 1;
    } else photo_files_missing += 1;
  }
  return { photo_files, photo_files_missing };
}

function json(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);
}
