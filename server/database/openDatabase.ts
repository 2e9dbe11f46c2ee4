import { createDatabase, type Database } from './database.ts';
import { readDefinitions } from './definitions/apply.ts';
import type { DiskSpace } from './diskSpace.ts';
import { openEmbedded, openMemory } from './embedded.ts';
import type { Engine } from './engine.ts';
import { migrate, readMigrations } from './migrate.ts';
import { refuseUnfitPooler } from './pooler.ts';
import { openServer } from './postgres.ts';

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
  /** A folder of migrations instead of the server's own, without definitions. */
  migrations?: string;
  /** The last migration to apply, without definitions, to open a database as an older version left it. */
  upTo?: number;
  /** Applies none, to read a database that another version may be using. */
  asItIs?: boolean;
  /** How long a statement on a PostgreSQL server may take before the server counts as away, in milliseconds. */
  answerWithin?: number;
}

/**
 * Opens the database, and applies the migrations that it lacks and the definitions that changed. Throws DirectoryInUse,
 * UnfitPooler, a connection error, or the error of a migration.
 */
export async function openDatabase(where: DatabaseLocation, options: Options = {}): Promise<Database> {
  const { migrations, upTo = Infinity, asItIs = false } = options;
  const definitions = migrations === undefined && upTo === Infinity ? readDefinitions() : [];
  const known = readMigrations(migrations).filter(({ version }) => version <= upTo);
  const engine = await openEngine(where, options);
  try {
    if (!asItIs) await migrate(engine, known, definitions);
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
