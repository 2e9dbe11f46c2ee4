import { fullName, thumbnailName } from '../photos/names.ts';
import type { Database, Sql } from '../database/database.ts';
import type { PhotoStore } from '../photos/store.ts';
import type { Entry } from './archive.ts';
import { BEGINNING, END, type Beginning, type End } from './format.ts';
import { linesOf, tablesOf } from './tables.ts';

type Add = (entry: Entry) => Promise<void>;

/**
 * Tells a database as of one moment, while others write, and then its photos: these are never changed nor, once they
 * have a row, removed, so nothing waits for them. The embedded database has one connection, so there whoever writes
 * waits until the tables are told.
 */
export async function takeBackup(
  database: Database,
  photos: PhotoStore | undefined,
  add: Add,
): Promise<void> {
  const { rows, ids } = await database.transaction(async (sql) => {
    await sql`set transaction isolation level repeatable read, read only`;
    return tellTables(sql, add);
  });
  // A sequence does not go back with its transaction, so by now it is at least as far as the rows are.
  const sequences = await database.sql<{ name: string; last: number | null }>`
    select sequencename as name, last_value as last from pg_sequences
    where schemaname = current_schema() order by sequencename`;
  const files = photos ? await tellPhotos(photos, ids, add) : { photo_files: 0, photo_files_missing: 0 };
  await add({ path: END, body: json({ rows, sequences, ...files } satisfies End) });
}

async function tellTables(sql: Sql, add: Add) {
  const migrations = await sql<Beginning['migrations'][number]>`
    select version, name, checksum from schema_migrations order by version`;
  const tables = await tablesOf(sql);
  const beginning: Beginning = {
    format: 1,
    taken_at: new Date().toISOString(),
    migrations,
    tables: tables.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) })),
  };
  await add({ path: BEGINNING, body: json(beginning) });
  const rows: End['rows'] = {};
  for (const table of tables) {
    let count = 0;
    let part = 0;
    for await (const lines of linesOf(sql, table)) {
      const path = `tables/${table.name}/${String((part += 1)).padStart(6, '0')}.jsonl`;
      await add({ path, body: Buffer.from(`${lines.join('\n')}\n`) });
      count += lines.length;
    }
    rows[table.name] = count;
  }
  const ids = await sql<{ id: string }>`select id from photos order by id`;
  return { rows, ids: ids.map(({ id }) => id) };
}

async function tellPhotos(photos: PhotoStore, ids: string[], add: Add) {
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
