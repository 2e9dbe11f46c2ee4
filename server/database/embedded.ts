import { existsSync } from 'node:fs';
import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { lockDirectory } from './directoryLock.ts';
import type { Connection, Engine } from './engine.ts';
import { SyncedFiles, syncTree } from './syncedFiles.ts';
import type { Statement } from './statement.ts';
import { parsers, refuseArrayAsJson } from './values.ts';

// 32 MB instead of 128: saves about 100 MB of memory, and a community's data fits all the same.
const ALL = ['-c', 'shared_buffers=32MB', '-c', 'TimeZone=UTC'];
// PGlite starts with -F, which never syncs; its fdatasync, the default for the log, does nothing.
const DURABLE = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  ...ALL,
];

/**
 * The embedded database in a directory, which is made if missing and locked while open. What is
 * committed has been synced to disk. `onSync` is told of each sync.
 * Throws DirectoryInUse when another process has it open.
 */
export async function openEmbedded(directory: string, onSync: () => void = () => undefined): Promise<Engine> {
  // PGlite's files are readable by everyone, so their folder is made private, also an existing one.
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await chmod(directory, 0o700);
  const unlock = await lockDirectory(directory);
  try {
    const data = join(directory, 'postgres');
    if (!existsSync(data)) await create(data);
    let syncs = 0;
    const files = new SyncedFiles(data, () => {
      syncs++;
      onSync();
    });
    const pglite = await open({ fs: files, startParams: DURABLE });
    // Syncing depends on PGlite's internals, so opening fails if no sync was seen.
    const before = syncs;
    await pglite.exec(`select pg_logical_emit_message(true, 'porchlight', 'opened')`);
    if (syncs === before)
      throw new Error('The embedded database does not sync to disk: is this another version of PGlite?');
    return createEngine(pglite, unlock);
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** A database that lives in memory, for tests: empty, or from a dump made by `dump`. */
export async function openMemory(from?: Blob | File): Promise<Engine & { dump(): Promise<Blob> }> {
  const pglite = await open({
    dataDir: 'memory://',
    startParams: [...PGlite.defaultStartParams, ...ALL],
    ...(from && { loadDataDir: from }),
  });
  return { ...createEngine(pglite), dump: () => pglite.dumpDataDir('none') };
}

/** Creates the database in another folder and renames it, so that a crash leaves no partial database. */
async function create(data: string): Promise<void> {
  const unfinished = `${data}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  const pglite = await open({ fs: new SyncedFiles(unfinished), startParams: DURABLE });
  await pglite.close();
  await syncTree(unfinished);
  await rename(unfinished, data);
  await syncTree(join(data, '..'), { deep: false });
}

async function open(options: PGliteOptions): Promise<PGlite> {
  const pglite = await PGlite.create({ ...options, parsers });
  // Values arrive as text already; only json needs a look, at arrays.
  pglite.serializers = { 114: refuseArrayAsJson, 3802: refuseArrayAsJson };
  return pglite;
}

// PGlite answers within microtasks, so a long series of statements would block timers and other requests.
const LONGEST_WITHOUT_A_BREAK = 10; // ms

function createEngine(pglite: PGlite, afterClose: () => Promise<void> = () => Promise.resolve()): Engine {
  let lastBreak = performance.now();
  let last: Promise<unknown> = Promise.resolve();
  let unfinished = 0;
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    unfinished += 1;
    const result = last.then(work).finally(() => (unfinished -= 1));
    last = result.catch(() => undefined);
    return result;
  };
  async function query<Row>({ text, values }: Statement): Promise<Row[]> {
    if (performance.now() - lastBreak > LONGEST_WITHOUT_A_BREAK) {
      await setImmediate();
      lastBreak = performance.now();
    }
    try {
      return (await pglite.query<Row>(text, values)).rows;
    } catch (error) {
      // PGlite attaches the parameters to its errors, which are logged: they may hold residents' data.
      if (error instanceof Error && 'params' in error) {
        delete error.params;
        if ('queryOptions' in error) delete error.queryOptions;
      }
      throw error;
    }
  }
  const connection: Connection = {
    run: (statement) => query(statement),
    execute: async (script) => {
      const results: { command?: string }[] = await pglite.exec(script);
      return results.at(-1)?.command ?? '';
    },
    discard: () => undefined,
  };
  return {
    kind: 'embedded',
    run: (statement) => inTurn(() => connection.run(statement)),
    hold: (work) => inTurn(() => work(connection)),
    connections: () => ({
      size: 1,
      idle: unfinished === 0 ? 1 : 0,
      waiting: Math.max(0, unfinished - 1),
    }),
    close: () =>
      inTurn(async () => {
        try {
          await pglite.close();
        } finally {
          await afterClose();
        }
      }),
  };
}
