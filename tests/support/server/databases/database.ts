import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Database } from '../../../../server/database/database.ts';
import { readDefinitions } from '../../../../server/database/definitions/apply.ts';
import { openDatabase } from '../../../../server/database/openDatabase.ts';
import { openMemory } from '../../../../server/database/embedded.ts';
import type { Engine } from '../../../../server/database/engine.ts';
import { migrate, readMigrations } from '../../../../server/database/migrate.ts';
import { createDatabase } from '../../../../server/database/database.ts';
import { digest, schemaParts } from './embeddedCopies.ts';

/**
 * A fresh, migrated, empty database of the test's own; close it when done. In memory, or, where
 * DATABASE_URL is set, on that PostgreSQL server (closing it drops it there).
 */
export async function testDatabase(): Promise<Database> {
  const url = process.env.DATABASE_URL;
  if (url) return databaseOnServer(url);
  const { engine, schema } = reusable.pop() ?? (await openFromTemplate());
  return createDatabase({ ...engine, close: () => emptyAndKeep(engine, schema) });
}

interface Reusable {
  engine: Engine;
  /** The result of `schemaOf` when it was new. */
  schema: string;
}

/**
 * The embedded databases of this process that were closed. Opening one costs a second of CPU time, emptying one a tenth
 * of that. The list belongs to the process, since `vi.resetModules` loads this module again.
 */
const ofProcess = globalThis as { reusableDatabases?: Reusable[] };
const reusable = (ofProcess.reusableDatabases ??= []);

async function openFromTemplate(): Promise<Reusable> {
  const engine = await openMemory(await (template ??= readTemplate()));
  return { engine, schema: await schemaOf(engine) };
}

/**
 * Deletes all rows and starts sequences again. A database whose schema was changed is
 * closed instead. Only what a test used is looked at further: a truncation costs as much for an empty table.
 */
async function emptyAndKeep(engine: Engine, schema: string): Promise<void> {
  await engine.hold(async (connection) => {
    // As a replica, so that the triggers that forbid changes of the ledger do not run.
    await connection.execute('set session_replication_role = replica');
    await connection.execute(EMPTY);
    await connection.execute('discard all');
  });
  if ((await schemaOf(engine)) === schema) reusable.push({ engine, schema });
  else await engine.close();
}

const EMPTY = `do $$
declare
  name regclass;
  used text;
begin
  select string_agg(oid::regclass::text, ', ') into used from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('schema_migrations', 'schema_definitions')
      and pg_relation_size(oid) > 0;
  if used is not null then execute 'truncate ' || used || ' cascade'; end if;
  for name in select format('%I.%I', schemaname, sequencename) from pg_sequences where last_value is not null
  loop
    perform setval(name, 1, false);
  end loop;
end $$`;

/** A fingerprint of all tables, columns, constraints, triggers and functions. */
async function schemaOf(engine: Engine): Promise<string> {
  const [schema] = await createDatabase(engine).sql<{ hash: string }>`
    select md5(string_agg(line, '; ' order by line)) as hash from (
      select concat_ws(' ', oid, relname, relkind) from pg_class where relnamespace = 'public'::regnamespace
      union all select concat_ws(' ', attrelid, attname, atttypid, attnotnull, atthasdef) from pg_attribute
        where attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
      union all select concat_ws(' ', oid, conname) from pg_constraint
      union all select concat_ws(' ', oid, tgname, tgenabled) from pg_trigger
      union all select concat_ws(' ', oid, proname) from pg_proc where pronamespace = 'public'::regnamespace
    ) as lines (line)`;
  return schema?.hash ?? '';
}

let template: Promise<Blob> | undefined;

/** Migrating takes seconds and a dump opens in less than one, so a dump is kept until a migration or definition changes. */
async function readTemplate(): Promise<Blob> {
  const file = fileURLToPath(
    new URL(`../../../../node_modules/.cache/porchlight/${templateKey()}.tar`, import.meta.url),
  );
  const kept = await readFile(file).catch(() => undefined);
  if (kept) return new Blob([kept]);

  const engine = await openMemory();
  await migrate(engine, readMigrations(), readDefinitions());
  const dump = await engine.dump();
  await engine.close();
  await mkdir(dirname(file), { recursive: true });
  // Renamed into place, since another worker may write the same file.
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, Buffer.from(await dump.arrayBuffer()));
  await rename(unfinished, file);
  return dump;
}

function templateKey(): string {
  const pglite = new URL('../../../../node_modules/@electric-sql/pglite/package.json', import.meta.url);
  return `database-${digest([readFileSync(pglite, 'utf8'), ...schemaParts()])}`;
}

async function databaseOnServer(url: string): Promise<Database> {
  const own = await serverDatabase(url, await (templateOnServer ??= makeTemplate(url)));
  const database = await openDatabase({ url: own.url, connections: 5 });
  let closed: Promise<void> | undefined;
  const close = () => database.close().then(own.drop);
  return { ...database, close: () => (closed ??= close()) };
}

/** A new database on a PostgreSQL server, empty unless copied from a template. */
export async function serverDatabase(
  url: string,
  from = 'template1',
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `porchlight_test_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(url, (admin) => admin.query(`create database ${name} template ${from}`));
  const drop = () => asAdmin(url, (admin) => admin.query(`drop database ${name} with (force)`));
  return { url: at(url, name), drop };
}

let templateOnServer: Promise<string> | undefined;

/** A migrated database on the server to copy from; the workers take turns to make it. */
async function makeTemplate(url: string): Promise<string> {
  const name = `porchlight_${templateKey().replaceAll('-', '_')}`;
  const unfinished = `${name}_unfinished`;
  await asAdmin(url, async (admin) => {
    await admin.query(`select pg_advisory_lock(hashtext($1))`, [name]);
    const known = await admin.query('select 1 from pg_database where datname = $1', [name]);
    if (known.rowCount) return;
    await admin.query(`drop database if exists ${unfinished} with (force)`);
    await admin.query(`create database ${unfinished}`);
    const made = await openDatabase({ url: at(url, unfinished) });
    await made.close();
    await admin.query(`alter database ${unfinished} rename to ${name}`);
  });
  return name;
}

async function asAdmin(url: string, work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client(url);
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

function at(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}
