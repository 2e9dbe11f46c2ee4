import type { DiskSpace } from './diskSpace.ts';
import { openEmbedded, openMemory } from './embedded.ts';
import type { CommitListener, Following } from './commits.ts';
import type { Connections, Engine } from './engine.ts';
import { migrate, readMigrations } from './migrate.ts';
import { refuseUnfitPooler } from './pooler.ts';
import { openServer } from './postgres.ts';
import { createDatabase } from './createDatabase.ts';

/**
 * Runs one statement. Values become parameters; a nested `part`…`` (sql-template-tag's `Sql`) is
 * composed in. Out: timestamptz as `2026-05-01T08:00:00.000Z`, date as `2026-05-01`, numeric and
 * int8 as numbers, json parsed, bytea as bytes. In: null and undefined are null, an array is a
 * PostgreSQL array, an object is JSON; an array meant as JSON is written `${list}::jsonb`.
 * Throws the driver's error, with `code` (SQLSTATE) and `constraint`.
 */
export type Sql = <Row = Record<string, unknown>>(
  strings: TemplateStringsArray,
  ...values: unknown[]
) => Promise<Row[]>;

export interface Database {
  kind: 'embedded' | 'server';
  /**
   * One statement of its own. Throws when called inside a transaction's work: that has its own `sql`. Both throw
   * DatabaseUnavailable while the server is away or the disk is full.
   */
  sql: Sql;
  /**
   * Runs the work in one transaction: committed when it resolves, rolled back when it throws, and
   * the error passed on unchanged. After a deadlock or a serialization failure the work is run
   * again, up to 3 times, so it must do nothing outside the database that may not happen twice.
   */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /**
   * Tells the listener what is committed from now on, by whichever process, until it is stopped or the database closed. While
   * the connection that listens is lost, nothing is told: who must not miss a commit also looks by itself.
   */
  follow(listener: CommitListener): Following;
  connections(): Connections;
  /** Waits for running work, then closes. Work that comes later is refused. May be called again. */
  close(): Promise<void>;
  /** Resolves to the error after which the embedded database can do nothing more until the process is started again. */
  panic: Promise<Error>;
}

/**
 * `url`: a PostgreSQL server, on at most `connections` (10) at once. `directory`: embedded, made if
 * missing, durable, and for one process alone; it refuses to write while its `disk` is full. `memory`: embedded and gone
 * when closed.
 */
export type DatabaseLocation =
  | { url: string; connections?: number }
  | { directory: string; disk?: DiskSpace }
  | { memory: true; from?: Blob | File };

interface Options {
  migrations?: string;
  /** The last migration to apply, to open a database as an older version left it. */
  upTo?: number;
  /** Applies none, to read a database that another version may be using. */
  asItIs?: boolean;
  /** How long a statement on a PostgreSQL server may take before the server counts as away, in milliseconds. */
  answerWithin?: number;
}

/**
 * Opens the database and applies the migrations that it lacks (from `migrations`, else the
 * server's own). Throws DirectoryInUse, UnfitPooler, a connection error, or the error of a migration.
 */
export async function openDatabase(where: DatabaseLocation, options: Options = {}): Promise<Database> {
  const { migrations, upTo = Infinity, asItIs = false } = options;
  const known = readMigrations(migrations).filter(({ version }) => version <= upTo);
  const engine = await openEngine(where, options);
  try {
    if (!asItIs) await migrate(engine, known);
  } catch (error) {
    await engine.close();
    throw error;
  }
  return createDatabase(engine);
}

async function openEngine(where: DatabaseLocation, { answerWithin }: Options): Promise<Engine> {
  if ('url' in where) {
    await refuseUnfitPooler(where.url);
    return openServer(where.url, { connections: where.connections, answerWithin });
  }
  if ('directory' in where) return openEmbedded(where.directory, { disk: where.disk });
  return openMemory(where.from);
}

/** Whether an error says that a row refers to one that is not there, or is referred to (PostgreSQL's code 23503). */
export function violatesForeignKey(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23503';
}

/** Whether an error says that this named constraint (unique, check, foreign key …) was violated. */
export function violates(error: unknown, constraint: string): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    'constraint' in error &&
    String(error.code).startsWith('23') &&
    error.constraint === constraint
  );
}
