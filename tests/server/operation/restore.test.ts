import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { raw } from 'sql-template-tag';
import { afterAll, afterEach, beforeEach, describe, expect, vi } from 'vitest';
import { createArchive, readArchive, type Entry } from '../../../server/backup/archive.ts';
import { finishRestore } from '../../../server/backup/finishRestore.ts';
import { MANIFEST_PATH, type Manifest } from '../../../server/backup/format.ts';
import { loadBackup } from '../../../server/backup/load.ts';
import { readTables } from '../../../server/backup/tables.ts';
import { writeBackup } from '../../../server/backup/write.ts';
import type { Database } from '../../../server/database/database.ts';
import { openDatabase, type DatabaseLocation } from '../../../server/database/openDatabase.ts';
import { folderStore } from '../../../server/photos/folderStore.ts';
import { addEntry } from '../../support/server/accounts.ts';
import { copyBlankDatabase } from '../../support/server/databases/embeddedCopies.ts';
import { serverDatabase } from '../../support/server/databases/database.ts';
import { postgresIfInstalled } from '../../support/server/databases/postgres.ts';
import { reported } from '../../support/server/requests.ts';
import { server, test } from '../../support/server/world.ts';
import { startServer } from '../../support/server/serverProcess.ts';

vi.setConfig({ testTimeout: 120_000 });

const postgres = await postgresIfInstalled();
afterAll(() => postgres?.stop());

let backup: Entry[];
test.beforeAll(async () => {
  await reported(server, 'resident', 'A leak with “quotes”, \\ and\na second line', {
    photos: ['teal', 'maroon'],
  });
  const charge = await addEntry(server, 'resident', { amount: 1250.1, type: 'Rent' });
  await server.database.sql`
    insert into transactions (user_id, amount, type, description, reverses)
    values (2, -1250.10, 'Rent', 'Typed twice', ${charge})`;
  await addEntry(server, 'neighbour', { amount: 0.07, type: 'Other' });
  backup = await entriesIn(server.database);
});

let folder: string;
let target: DatabaseLocation;
const store = () => folderStore(path.join(folder, 'photos'));
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'porchlight-restore-'));
  target = await emptyDatabase('database');
});
afterEach(() => rm(folder, { recursive: true }));

async function emptyDatabase(name: string): Promise<DatabaseLocation> {
  const directory = path.join(folder, name);
  await copyBlankDatabase(directory);
  return { directory };
}

async function entriesIn(database: Database): Promise<Entry[]> {
  const entries: Entry[] = [];
  const stream = createArchive((add) => writeBackup(database, folderStore(server.photosFolder), add));
  for await (const entry of readArchive(stream)) entries.push(entry);
  return entries;
}

async function* given(entries: Entry[]): AsyncGenerator<Entry> {
  yield* entries;
}

/** Every row of every table as PostgreSQL writes it, and what the next id of each would be. */
async function contentOf(database: Database) {
  const tables = await readTables(database.sql);
  const content: Record<string, string[]> = {};
  for (const { name } of tables) {
    const rows = await database.sql<{ row: string }>`select t::text as row from ${raw(name)} as t order by 1`;
    content[name] = rows.map(({ row }) => row);
  }
  content.sequences = (
    await database.sql<{ next: string }>`
      select sequencename || ' ' || coalesce(last_value, 0) as next from pg_sequences order by 1`
  ).map(({ next }) => next);
  return content;
}

/** What the database itself watches over: references, checks, triggers. */
async function rulesOf({ sql }: Database) {
  return sql`
    select conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) as rule from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'n' -- listed only by newer versions
    union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
    order by 1`;
}

async function restoredIsTheSame(where: DatabaseLocation, source: Database) {
  const restored = await openDatabase(where);
  const expected = await contentOf(source);
  expect(await contentOf(restored)).toEqual(expected);
  expect(expected.transactions).toHaveLength(3);
  expect(await rulesOf(restored)).toEqual(await rulesOf(source));
  const { sql } = restored;
  await expect(sql`update transactions set amount = 1`).rejects.toThrow('append-only');
  const [entry] = await sql`
    insert into transactions (user_id, amount, type, description) values (2, 5, 'Other', 'Key') returning id`;
  expect(entry).toEqual({ id: 4 });
  expect(await sql`select balance from balances where user_id = 2`).toEqual([{ balance: 5 }]);
  await restored.close();
}

test('a restored database has the same rows, constraints and sequences', async () => {
  await loadBackup(target, store(), given(backup));
  await restoredIsTheSame(target, server.database);
  expect((await readdir(path.join(folder, 'photos'))).sort()).toEqual((await server.storedPhotos()).sort());
});

test('what waited in a backup to be sent is not sent by who restores it', async () => {
  // The report of this backup was told, and no deliverer has looked yet.
  await loadBackup(target, store(), given(backup), finishRestore);
  const restored = await openDatabase(target);
  const waiting = await restored.sql`
    select from notification_events where queued_at is null union all
    select from deliveries where state in ('waiting', 'sending')`;
  const told = await restored.sql`select from notifications`;
  await restored.close();
  expect([waiting.length, told.length > 0]).toEqual([0, true]);
});

test('restoring into a database that is not empty is refused', async () => {
  await loadBackup(target, store(), given(backup));
  await expect(loadBackup(target, store(), given(backup))).rejects.toThrow(
    'The database to fill is not empty',
  );
  await restoredIsTheSame(target, server.database);
});

test('restoring the backup of an older version into a database that is not empty is refused in the same words', async () => {
  const before = await openDatabase(await emptyDatabase('older'), { upTo: 5 });
  await before.sql`insert into properties (property_name, address) values ('Maple Court', '12 Maple Street')`;
  const older = await entriesIn(before);
  await before.close();
  await loadBackup(target, store(), given(backup));
  await expect(loadBackup(target, store(), given(older))).rejects.toThrow(
    'The database to fill is not empty',
  );
  await restoredIsTheSame(target, server.database);
});

test('nothing of a truncated backup is restored, and the complete one can still be', async () => {
  const short = async (length: number) =>
    expect(loadBackup(target, store(), given(backup.slice(0, length)))).rejects.toThrow('is not whole');
  await short(0);
  await short(1);
  await short(backup.length - 1);
  const noPhoto = backup.filter(({ path: name }) => !name.endsWith('-thumbnail.jpg'));
  await expect(loadBackup(target, store(), given(noPhoto))).rejects.toThrow('is not whole');
  const fewer = backup.filter(({ path: name }) => !name.startsWith('tables/balances/'));
  expect(fewer.length).toBe(backup.length - 1);
  await expect(loadBackup(target, store(), given(fewer))).rejects.toThrow('is not whole');
  await loadBackup(target, store(), given(backup));
  await restoredIsTheSame(target, server.database);
});

test('a truncated archive and a file that is no archive are refused', async () => {
  const whole = Buffer.concat(
    await createArchive((add) => writeBackup(server.database, undefined, add)).toArray(),
  );
  const read = async (bytes: Buffer) => {
    let entries = 0;
    for await (const _ of readArchive(Readable.from([bytes]))) entries += 1;
    return entries;
  };
  expect(await read(whole)).toBeGreaterThan(3);
  await expect(read(whole.subarray(0, whole.length - 1500))).rejects.toThrow('is not whole');
  await expect(read(Buffer.from('no archive at all'.repeat(100)))).rejects.toThrow('is not whole');
});

test('an archive written by version 0.1.0 can be read', async () => {
  const archive = gunzipSync(
    Buffer.from(
      'H4sIAAAAAAACA+3UwQrCMBAE0D37FaF366Q2Cfg3sdimpW1Cm4Ig/rsoeBFPooHivsvA3uYwG/xUub5tXMy72Y/0CwA0IN7dH6QSJNUeUMoYXR' +
        'AkTAlBoASWOdqJgC+UxL3kM1fiktV+GmzMDvK6IfZvgvPRz7vK1qdtdMtwHG3b511oku1fFqZ83X+hYXj/KZwZWyn+3owx9rkbupXAmAAOAAA=',
      'base64',
    ),
  );
  const entries = await Readable.from(readArchive(Readable.from([archive]))).toArray();
  expect(entries).toEqual([
    { path: 'porchlight.json', body: Buffer.from('{"format":1}\n') },
    { path: 'photos/cafe-thumbnail.jpg', body: Buffer.alloc(700, 'x') },
  ]);
});

test('a backup of an older version is migrated after it was restored', async () => {
  const old = await emptyDatabase('old');
  const before = await openDatabase(old, { upTo: 5 });
  await before.sql`insert into properties (property_name, address) values ('Maple Court', '12 Maple Street')`;
  const entries = await entriesIn(before);
  await before.close();
  let read = 0;
  async function* timed() {
    for (const entry of entries) {
      read = Date.now();
      yield entry;
    }
  }
  await loadBackup(target, store(), timed());
  const restored = await openDatabase(target);
  expect(await restored.sql`select property_name from properties`).toEqual([
    { property_name: 'Maple Court' },
  ]);
  const later = await restored.sql<{ applied_at: string }>`
    select applied_at from schema_migrations where version > 5`;
  expect(later.length).toBeGreaterThan(1);
  // After the rows were there, so that what a migration does to rows is done to these.
  for (const { applied_at } of later) expect(Date.parse(applied_at)).toBeGreaterThanOrEqual(read);
  await restored.close();
});

test('a backup of a newer version is refused with a message', async () => {
  const [first, ...rest] = backup;
  const manifest = JSON.parse(first!.body.toString()) as Manifest;
  manifest.migrations.push({ version: 9999, name: '9999_later.sql', checksum: '' });
  const newer = { path: MANIFEST_PATH, body: Buffer.from(JSON.stringify(manifest)) };
  await expect(loadBackup(target, store(), given([newer, ...rest]))).rejects.toThrow(
    'its database has 9999_later.sql, which is not known here',
  );
});

// Where PostgreSQL is not installed, its tests are no part of the suite.
const whereInstalled: (name: string, tests: () => void) => void = postgres ? describe : () => undefined;

whereInstalled('moving to a PostgreSQL server', () => {
  test('moving to a PostgreSQL server copies every row, and is refused while the server runs', async () => {
    await loadBackup(target, store(), given(backup));
    const own = await serverDatabase(postgres!.url);
    const move = () => startServer({ DATA_DIR: folder }, { program: 'move', args: ['--to', own.url] });
    const running = startServer({ DATA_DIR: folder });
    await running.port();
    const refused = move();
    expect(await refused.ended).toBe(1);
    expect(refused.complaints()).toContain('stop the other one first');
    await running.kill();

    const moved = move();
    expect([await moved.ended, moved.complaints()]).toEqual([0, '']);
    // As the server that ran for a moment left it.
    const stopped = await openDatabase(target);
    await restoredIsTheSame({ url: own.url }, stopped);
    await stopped.close();
    await own.drop();
  });
});
