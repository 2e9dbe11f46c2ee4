import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mayRetry } from './database.ts';
import { applyDefinitions, objectsIn, type Definitions } from './definitions/apply.ts';
import type { Connection, Engine } from './engine.ts';
import { statementOf } from './statement.ts';

export interface Migration {
  version: number;
  name: string;
  checksum: string;
  script: string;
}

/** The folder of the migrations, beside this file in the sources and in the build. */
export function migrationsFolder(): string {
  const folder = fileURLToPath(new URL('./migrations/', import.meta.url));
  if (!existsSync(folder)) throw new Error(`No migrations folder: looked for ${folder}.`);
  return folder;
}

/** The folder's `NNNN_name.sql` files in order. Throws on another name or a number used twice. */
export function readMigrations(folder = migrationsFolder()): Migration[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  const migrations = files.map((file) => {
    const match = /^(\d{4})_\w+\.sql$/.exec(file);
    if (!match) throw new Error(`A migration is named NNNN_name.sql, not ${file}.`);
    // Git may check files out with other line ends on Windows; the migration is still the same.
    const script = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n');
    const checksum = createHash('sha256').update(script).digest('hex');
    return { version: Number(match[1]), name: file, checksum, script };
  });
  for (const [index, migration] of migrations.entries()) {
    const before = migrations[index - 1];
    if (before?.version === migration.version) {
      throw new Error(`Two migrations have one number: ${before.name} and ${migration.name}.`);
    }
  }
  return migrations;
}

const LOCK = 7_062_184_501; // any number that nothing else locks
const RETRIES = 5;

/**
 * Applies the migrations that are missing and then the definitions that changed, all in one transaction: the version before never
 * meets new tables with old triggers. Processes that start together take turns. Throws, and changes nothing, when an applied
 * file was changed or is unknown here (the database is newer), or when a file comes before one that was applied.
 */
export async function migrate(
  engine: Engine,
  migrations: readonly Migration[],
  definitions: readonly Definitions[] = [],
): Promise<void> {
  await engine.hold(async (connection) => {
    // The lock goes with the connection, which is not used for anything else.
    connection.discard();
    await connection.execute(`set statement_timeout = 0; select pg_advisory_lock(${String(LOCK)})`, {
      untimed: true,
    });
    try {
      for (let retry = 0; ; retry++) {
        try {
          return await applyAll(connection, migrations, definitions);
        } catch (error) {
          // The version before uses the tables meanwhile, in any order.
          if (retry === RETRIES || !(error instanceof Error && [error, error.cause].some(mayRetry)))
            throw error;
        }
      }
    } finally {
      await connection.execute(`select pg_advisory_unlock(${String(LOCK)})`).catch(() => undefined);
    }
  });
}

async function applyAll(
  connection: Connection,
  migrations: readonly Migration[],
  definitions: readonly Definitions[],
): Promise<void> {
  const applied = await readApplied(connection);
  check(migrations, applied);
  await connection.execute('begin');
  try {
    for (const migration of migrations.slice(applied.length)) await apply(connection, migration);
    if (definitions.length > 0) {
      const released = migrations.flatMap(({ script }) => objectsIn(script));
      await applyDefinitions(connection, definitions, released);
    }
    await connection.execute('commit');
  } catch (error) {
    await connection.execute('rollback').catch(() => undefined);
    throw error;
  }
}

type Applied = Pick<Migration, 'version' | 'name' | 'checksum'>;

async function readApplied(connection: Connection): Promise<Applied[]> {
  await connection.execute(`
    create table if not exists schema_migrations (
      version int primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`);
  return connection.run<Applied>(
    query`select version, name, checksum from schema_migrations order by version`,
  );
}

function check(migrations: readonly Migration[], applied: readonly Applied[]): void {
  const known = new Map(migrations.map((migration) => [migration.version, migration]));
  for (const [index, { version, name, checksum }] of applied.entries()) {
    const file = known.get(version);
    if (!file) {
      throw new Error(
        `The database is newer than this program: it has ${name}, which is unknown here. Run the newer version.`,
      );
    }
    if (file.checksum !== checksum) {
      throw new Error(
        `${file.name} was changed after this database applied it. Restore the file and write a new migration instead.`,
      );
    }
    const skipped = migrations[index];
    if (skipped && skipped.version !== version) {
      throw new Error(
        `${skipped.name} comes before ${name}, which this database has already applied. Give it a later number.`,
      );
    }
  }
}

async function apply(connection: Connection, { version, name, checksum, script }: Migration): Promise<void> {
  try {
    await connection.execute(script, { untimed: true });
    // PostgreSQL changes no table while a deferred constraint of it is still to be looked at.
    await connection.execute('set constraints all immediate', { untimed: true });
    await connection.execute('set constraints all deferred');
    await connection.run(
      query`insert into schema_migrations (version, name, checksum) values (${version}, ${name}, ${checksum})`,
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The migration ${name} failed: ${reason}`, { cause: error });
  }
}

const query = (strings: TemplateStringsArray, ...values: unknown[]) => statementOf(strings, values);
