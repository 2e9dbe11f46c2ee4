import { openDatabase, type Sql, type DatabaseLocation } from '../database/database.ts';
import { readMigrations } from '../database/migrate.ts';
import type { PhotoStore } from '../photos/store.ts';
import { NotWhole, type Entry } from './archive.ts';
import { Beginning, BEGINNING, End, END } from './format.ts';
import { identifier, insertLines, tablesOf, withoutRules, type Table } from './tables.ts';

/**
 * Fills an empty database with a backup, and the photo store with its photos: all of it or, where anything is wrong,
 * no row. The backup of an older version is brought up to this one.
 * @throws {Error} in words for the operator
 */
export async function loadBackup(
  where: DatabaseLocation,
  photos: PhotoStore | undefined,
  entries: AsyncIterator<Entry>,
): Promise<End> {
  try {
    return await load(where, photos, entries);
  } finally {
    // Else what they are read from stays open, and the process with it.
    await entries.return?.();
  }
}

async function load(
  where: DatabaseLocation,
  photos: PhotoStore | undefined,
  entries: AsyncIterator<Entry>,
): Promise<End> {
  const beginning = await readBeginning(entries);
  const version = versionOf(beginning);
  const then = await openDatabase(where, { upTo: version });
  let end: End;
  try {
    end = await then.transaction((sql) => fill(sql, beginning, { photos, entries }));
    await then.sql`analyze`;
  } finally {
    await then.close();
  }
  // What came after the backup is applied to its rows, as it would have been on the server it was taken from.
  const now = await openDatabase(where);
  await now.close();
  return end;
}

async function readBeginning(entries: AsyncIterator<Entry>): Promise<Beginning> {
  const first = await entries.next();
  if (first.done || first.value.path !== BEGINNING) throw new NotWhole();
  const parsed = Beginning.safeParse(JSON.parse(first.value.body.toString()));
  if (!parsed.success) throw new Error(parsed.error.issues[0]?.message, { cause: parsed.error });
  return parsed.data;
}

/** The last migration that the backup had seen, of which we must know every one. */
function versionOf({ migrations }: Beginning): number {
  const ours = readMigrations();
  for (const [index, { name, checksum }] of migrations.entries()) {
    if (ours[index]?.name !== name || ours[index].checksum !== checksum) {
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

async function fill(sql: Sql, beginning: Beginning, { photos, entries }: Source): Promise<End> {
  await sql`set local statement_timeout = 0`;
  // Photos on their way to a slow store are no reason to give up.
  await sql`set local idle_in_transaction_session_timeout = 0`;
  const tables = await tablesOf(sql);
  await refuseFull(sql, tables);
  const targets = new Map(
    beginning.tables.map(({ name, columns }) => [name, targetOf(tables, name, columns)]),
  );
  const rows: End['rows'] = Object.fromEntries([...targets.keys()].map((name) => [name, 0]));
  let files = 0;
  let end: End | undefined;
  await withoutRules(sql, tables, async () => {
    while (!end) {
      const next = await entries.next();
      if (next.done) throw new NotWhole();
      const { path, body } = next.value;
      const [kind, name = ''] = path.split('/');
      const table = targets.get(name);
      if (path === END) end = End.parse(JSON.parse(body.toString()));
      else if (kind === 'tables' && table) {
        const lines = body.toString().trimEnd().split('\n');
        await insertLines(sql, table, lines);
        rows[name] = (rows[name] ?? 0) + lines.length;
      } else if (kind === 'photos') {
        await photos?.put(name, body);
        files += 1;
      } else throw new NotWhole();
    }
  });
  return checked(sql, end, { rows, files });
}

async function checked(
  sql: Sql,
  end: End | undefined,
  { rows, files }: { rows: End['rows']; files: number },
): Promise<End> {
  if (files !== end?.photo_files) throw new NotWhole();
  for (const [name, count] of Object.entries(end.rows)) if (rows[name] !== count) throw new NotWhole();
  for (const { name, last } of end.sequences) {
    if (last !== null) await sql`select setval(${`"${name}"`}::regclass, ${last})`;
  }
  return end;
}

/** @throws {Error} where anything is in the way */
async function refuseFull(sql: Sql, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) {
    const [row] = await sql`select 1 from ${identifier(name)} limit 1`;
    if (row) {
      throw new Error(
        `The database to fill is not empty: its table ${name} has rows. Name an empty one, or another DATA_DIR.`,
      );
    }
  }
}

function targetOf(tables: readonly Table[], name: string, columns: string[]): Table {
  const table = tables.find((each) => each.name === name);
  const found = columns.map((column) => table?.columns.find((each) => each.name === column));
  if (!table || found.some((column) => !column)) throw new NotWhole();
  return { name, columns: found.filter((column) => column !== undefined) };
}
