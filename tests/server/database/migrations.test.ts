import { build } from 'esbuild';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL, fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../server/database/openDatabase.ts';
import { migrate, migrationsFolder, readMigrations } from '../../../server/database/migrate.ts';
import { testDatabase } from '../../support/server/databases/database.ts';
import { databaseKinds, emptyDatabases, query } from '../../support/server/databases/emptyDatabases.ts';

const FIRST = { '0001_people.sql': "create table people (name text);\ninsert into people values ('Ada');" };
const SECOND = { '0002_age.sql': 'alter table people add age int; update people set age = 36;' };

/** The migrations of a folder with these files. */
function migrationsOf(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'porchlight-migrations-'));
  for (const [name, script] of Object.entries(files)) writeFileSync(join(folder, name), script);
  try {
    return readMigrations(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe.each(await databaseKinds())('on $kind', ({ url }) => {
  const open = emptyDatabases(url);

  test('each migration is applied once, in order, and new ones at a later start', async () => {
    const { engine } = await open();
    await migrate(engine, migrationsOf(FIRST));
    await migrate(engine, migrationsOf({ ...SECOND, ...FIRST }));
    await migrate(engine, migrationsOf({ ...SECOND, ...FIRST }));
    expect(await engine.run(query`select name, age from people`)).toEqual([{ name: 'Ada', age: 36 }]);
  });

  test('a failed migration is rolled back, named in the error, and can be corrected', async () => {
    const { engine } = await open();
    const broken = { '0002_age.sql': 'alter table people add age int; select 1 / 0;' };
    await expect(migrate(engine, migrationsOf({ ...FIRST, ...broken }))).rejects.toThrow(
      'The migration 0002_age.sql failed: division by zero',
    );
    await migrate(engine, migrationsOf({ ...FIRST, ...SECOND }));
    expect(await engine.run(query`select age from people`)).toEqual([{ age: 36 }]);
  });

  test('a migration and its row in schema_migrations commit together', async () => {
    const { engine } = await open();
    const script = 'create table mark as select pg_current_xact_id()::text as its';
    await migrate(engine, migrationsOf({ '0001_mark.sql': script }));
    expect(
      await engine.run(
        query`select schema_migrations.xmin::text = its as together from schema_migrations, mark`,
      ),
    ).toEqual([{ together: true }]);
  });

  test('an applied migration that was changed is refused', async () => {
    const { engine } = await open();
    await migrate(engine, migrationsOf(FIRST));
    const changed = { '0001_people.sql': 'create table people (name text not null)' };
    await expect(migrate(engine, migrationsOf({ ...changed, ...SECOND }))).rejects.toThrow(
      '0001_people.sql was changed after this database applied it',
    );
  });

  test('a database with a newer migration than the program is refused', async () => {
    const { engine } = await open();
    await migrate(engine, migrationsOf({ ...FIRST, ...SECOND }));
    await expect(migrate(engine, migrationsOf(FIRST))).rejects.toThrow(
      'The database is newer than this program: it has 0002_age.sql',
    );
  });

  test('a new migration numbered before an applied one is refused', async () => {
    const { engine } = await open();
    const third = { '0003_pets.sql': 'create table pets ()' };
    await migrate(engine, migrationsOf({ ...FIRST, ...third }));
    await expect(migrate(engine, migrationsOf({ ...FIRST, ...SECOND, ...third }))).rejects.toThrow(
      '0002_age.sql comes before 0003_pets.sql',
    );
  });

  test('servers that start together apply each migration once', async () => {
    const { another } = await open();
    const slow = migrationsOf({ ...FIRST, '0002_slow.sql': 'select pg_sleep(0.2); create table slow ()' });
    await Promise.all([migrate(another(), slow), migrate(another(), slow), migrate(another(), slow)]);
  });
});

test('two migrations with one number and a file without a number are refused', () => {
  expect(() => migrationsOf({ ...FIRST, '0001_pets.sql': '' })).toThrow('0001_people.sql and 0001_pets.sql');
  expect(() => migrationsOf({ 'pets.sql': '' })).toThrow('A migration is named NNNN_name.sql, not pets.sql');
});

test('Windows line ends do not change the checksum of a migration', () => {
  const windows = Object.fromEntries(
    Object.entries(FIRST).map(([name, text]) => [name, text.replaceAll('\n', '\r\n')]),
  );
  expect(migrationsOf(windows)).toEqual(migrationsOf(FIRST));
});

test('the built server applies the migrations copied beside it', async () => {
  const built = fileURLToPath(new URL('../../../node_modules/.cache/porchlight/built/', import.meta.url));
  await build({
    entryPoints: [fileURLToPath(new URL('../../../server/database/migrate.ts', import.meta.url))],
    outfile: join(built, 'main.js'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
  });
  cpSync(migrationsFolder(), join(built, 'migrations'), { recursive: true });
  const main = (await import(/* @vite-ignore */ pathToFileURL(join(built, 'main.js')).href)) as {
    migrationsFolder: typeof migrationsFolder;
  };
  expect(main.migrationsFolder()).toBe(join(built, 'migrations/'));
  rmSync(built, { recursive: true });
});

test('each test database has all migrations and is independent of others', async () => {
  const [one, two] = await Promise.all([testDatabase(), testDatabase()]);
  await one.sql`create table only_here ()`;
  expect(await two.sql`select from pg_tables where tablename = 'only_here'`).toEqual([]);
  expect(await two.sql`select count(*) from schema_migrations`).toEqual([{ count: readMigrations().length }]);
  await Promise.all([one.close(), two.close()]);
});

test('a missing folder of migrations stops the start', async () => {
  await expect(openDatabase({ memory: true }, { migrations: '/nowhere' })).rejects.toThrow('/nowhere');
});
