import type { Database, Sql } from '../database/database.ts';
import { openDatabase, type DatabaseLocation } from '../database/openDatabase.ts';
import { readMigrations } from '../database/migrate.ts';
import type { PhotoStore } from '../photos/store.ts';
import { IncompleteBackupError, type Entry } from './archive.ts';
import { Manifest, MANIFEST_PATH, Summary, SUMMARY_PATH } from './format.ts';
import { identifier, insertRows, readTables, withoutConstraints, type Table } from './tables.ts';

/**
 * Restores a backup into an empty database and its photos into the photo store. After an error no row is restored. The
 * backup of an older version is migrated to this one, and `finish` is run on it then.
 * @throws {Error} with a message for the operator
 */
export async function loadBackup(
  where: DatabaseLocation,
  photos: PhotoStore | undefined,
  entries: AsyncIterator<Entry>,
  finish?: (database: Database) => Promise<void>,
): Promise<Summary> {
  try {
    return await load(where, photos, entries, finish);
  } finally {
    // Closes the source, which would keep the process running.
    await entries.return?.();
  }
}

async function load(
  where: DatabaseLocation,
  photos: PhotoStore | undefined,
  entries: AsyncIterator<Entry>,
  finish?: (database: Database) => Promise<void>,
): Promise<Summary> {
  const manifest = await readManifest(entries);
  const version = schemaVersion(manifest);
  await refuseFilled(where);
  const atVersion = await openDatabase(where, { upTo: version });
  let summary: Summary;
  try {
    summary = await atVersion.transaction((sql) => insertEntries(sql, manifest, { photos, entries }));
    await atVersion.sql`analyze`;
  } finally {
    await atVersion.close();
  }
  // Opening it again applies the later migrations to the restored rows.
  const migrated = await openDatabase(where);
  try {
    await finish?.(migrated);
  } finally {
    await migrated.close();
  }
  return summary;
}

async function readManifest(entries: AsyncIterator<Entry>): Promise<Manifest> {
  const first = await entries.next();
  if (first.done || first.value.path !== MANIFEST_PATH) throw new IncompleteBackupError();
  const parsed = Manifest.safeParse(JSON.parse(first.value.body.toString()));
  if (!parsed.success) throw new Error(parsed.error.issues[0]?.message, { cause: parsed.error });
  return parsed.data;
}

/** The backup's last migration. This version must know all of them. */
function schemaVersion({ migrations }: Manifest): number {
  const known = readMigrations();
  for (const [index, { name, checksum }] of migrations.entries()) {
    if (known[index]?.name !== name || known[index].checksum !== checksum) {
      throw new Error(
        `This backup is of another version of Porchlight: its database has ${name}, which is not known here. Restore it with the version that took it, or a newer one.`,
      );
    }
  }
  return migrations.at(-1)?.version ?? 0;
}

interface Source {
  photos: PhotoStore | undefined;
  entries: AsyncIterator<Entry>;
}

async function insertEntries(sql: Sql, manifest: Manifest, { photos, entries }: Source): Promise<Summary> {
  await sql`set local statement_timeout = 0`;
  // A slow photo store must not end the transaction.
  await sql`set local idle_in_transaction_session_timeout = 0`;
  const tables = await readTables(sql);
  await assertEmpty(sql, tables);
  const targets = new Map(
    manifest.tables.map(({ name, columns }) => [name, selectColumns(tables, name, columns)]),
  );
  const rows: Summary['rows'] = Object.fromEntries([...targets.keys()].map((name) => [name, 0]));
  let files = 0;
  let summary: Summary | undefined;
  await withoutConstraints(sql, tables, async () => {
    while (!summary) {
      const next = await entries.next();
      if (next.done) throw new IncompleteBackupError();
      const { path, body } = next.value;
      const [kind, name = ''] = path.split('/');
      const table = targets.get(name);
      if (path === SUMMARY_PATH) summary = Summary.parse(JSON.parse(body.toString()));
      else if (kind === 'tables' && table) {
        const lines = body.toString().trimEnd().split('\n');
        await insertRows(sql, table, lines);
        rows[name] = (rows[name] ?? 0) + lines.length;
      } else if (kind === 'photos') {
        await photos?.put(name, body);
        files += 1;
      } else throw new IncompleteBackupError();
    }
  });
  if (files !== summary?.photo_files) throw new IncompleteBackupError();
  for (const [name, count] of Object.entries(summary.rows)) {
    if (rows[name] !== count) throw new IncompleteBackupError();
  }
  for (const { name, last } of summary.sequences) {
    if (last !== null) await sql`select setval(${`"${name}"`}::regclass, ${last})`;
  }
  return summary;
}

/** Before any migration, since a filled database of this version is newer than the backup of an older one. */
async function refuseFilled(where: DatabaseLocation): Promise<void> {
  const target = await openDatabase(where, { asItIs: true });
  try {
    await assertEmpty(target.sql, await readTables(target.sql));
  } finally {
    await target.close();
  }
}

/** @throws {Error} where a table has rows */
async function assertEmpty(sql: Sql, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) {
    const [row] = await sql`select 1 from ${identifier(name)} limit 1`;
    if (row) {
      throw new Error(
        `The database to fill is not empty: its table ${name} has rows. Name an empty one, or another DATA_DIR.`,
      );
    }
  }
}

function selectColumns(tables: readonly Table[], name: string, columns: string[]): Table {
  const table = tables.find((each) => each.name === name);
  const selected = columns.map((column) => table?.columns.find((each) => each.name === column));
  if (!table || selected.some((column) => !column)) throw new IncompleteBackupError();
  return { name, columns: selected.filter((column) => column !== undefined) };
}
