import { existsSync } from 'node:fs';
import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { lockDirectory } from './directoryLock.ts';
import { diskSpace, diskState, freeMegabytes, RESERVED_MEGABYTES, type DiskSpace } from './diskSpace.ts';
import type { Connection, Engine } from './engine.ts';
import { SyncedFiles, syncTree } from './syncedFiles.ts';
import type { Statement } from './statement.ts';
import { DatabaseUnavailable } from './unavailable.ts';
import { parsers, refuseArrayAsJson } from './values.ts';

// 8 MB instead of 128, which would all be in memory soon after a start (record 190).
const ALL = ['-c', 'shared_buffers=8MB', '-c', 'TimeZone=UTC'];
// PGlite starts with -F, which never syncs; its fdatasync, the default for the log, does nothing.
const DURABLE = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  ...ALL,
];

/** The longest that Node waits, in milliseconds: 24 days. A longer timer fires at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

// PGlite sets its alarms by the clock, and one that fired too early again: where the machine's clock is set back by more than
// the longest timer, a thousand times a second, with a warning each time. In tests modules are loaded again, but not the process.
const ofProcess = globalThis as { hasLongTimers?: true };
if (!ofProcess.hasLongTimers) {
  ofProcess.hasLongTimers = true;
  globalThis.setTimeout = new Proxy(setTimeout, {
    apply: (timer, self, [run, milliseconds, ...values]: Parameters<typeof setTimeout>) =>
      Reflect.apply(timer, self, [run, Math.min(milliseconds ?? 0, LONGEST_TIMER), ...values]) as unknown,
  });
}

interface EmbeddedOptions {
  /** The disk of the directory, by default as the system measures it. */
  disk?: DiskSpace | undefined;
  /** Is told of each sync. */
  onSync?: () => void;
}

/**
 * The embedded database in a directory, which is made if missing and locked while open. What is
 * committed has been synced to disk. While the disk is full, it only reads.
 * Throws DirectoryInUse when another process has it open, and DatabaseUnavailable when the disk is full already.
 */
export async function openEmbedded(
  directory: string,
  { disk = diskSpace(directory), onSync = () => undefined }: EmbeddedOptions = {},
): Promise<Engine> {
  // PGlite's files are readable by everyone, so their folder is made private, also an existing one.
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await chmod(directory, 0o700);
  // PGlite itself would say only that it failed to initialize.
  if (diskState(disk) === 'full') {
    const room = `${freeMegabytes(disk)} MB are free, and the database needs ${RESERVED_MEGABYTES} MB to start`;
    throw new DatabaseUnavailable('disk full', `The disk of ${directory} is full: ${room}.`);
  }
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
    return createEngine(pglite, { afterClose: unlock, disk });
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

/** SQLSTATE of a disk without room, and of a write in a read-only transaction. */
const DISK_FULL = '53100';
const READ_ONLY = '25006';

// PGlite answers within microtasks, so a long series of statements would block timers and other requests.
const LONGEST_WITHOUT_A_BREAK = 10; // ms

interface CreateEngineOptions {
  afterClose?: () => Promise<void>;
  disk?: DiskSpace;
}

function createEngine(pglite: PGlite, { afterClose, disk }: CreateEngineOptions = {}): Engine {
  let lastBreak = performance.now();
  let last: Promise<unknown> = Promise.resolve();
  let unfinished = 0;
  let readOnly = false;
  let panicked: Error | undefined;
  let reportPanic: (error: Error) => void = () => undefined;
  const panic = new Promise<Error>((resolve) => (reportPanic = resolve));

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    unfinished += 1;
    const result = last.then(work).finally(() => (unfinished -= 1));
    last = result.catch(() => undefined);
    return result;
  };

  /**
   * Without room for its log PGlite spins for ever, so nothing is written before that: every transaction begins read-only
   * while the disk is full.
   */
  async function followDisk(): Promise<void> {
    const full = disk !== undefined && diskState(disk) === 'full';
    if (full === readOnly) return;
    await pglite.exec(`set default_transaction_read_only = ${full ? 'on' : 'off'}`);
    readOnly = full;
  }

  function describeError(error: unknown): unknown {
    if (!(error instanceof Error)) return error;
    // PGlite attaches the parameters to its errors, which are logged: they may contain residents' data.
    if ('params' in error) delete error.params;
    if ('queryOptions' in error) delete error.queryOptions;
    const { code, severity } = error as { code?: unknown; severity?: unknown };
    if (severity === 'PANIC') {
      panicked = error;
      reportPanic(error);
      return stopped(error);
    }
    const full = code === DISK_FULL || (readOnly && code === READ_ONLY);
    return full ? new DatabaseUnavailable('disk full', 'The disk of the database is full.', error) : error;
  }

  /** Runs one call of PGlite, which answers nothing more after a panic. */
  async function call<T>(work: () => Promise<T>): Promise<T> {
    if (panicked) throw stopped(panicked);
    try {
      return await work();
    } catch (error) {
      throw describeError(error);
    }
  }

  async function query<Row>({ text, values }: Statement): Promise<Row[]> {
    if (performance.now() - lastBreak > LONGEST_WITHOUT_A_BREAK) {
      await setImmediate();
      lastBreak = performance.now();
    }
    return call(async () => (await pglite.query<Row>(text, values)).rows);
  }
  function createConnection(): Connection {
    let latest: Promise<unknown> = Promise.resolve();
    const inOrder = <T>(next: () => Promise<T>): Promise<T> => {
      const result = latest.then(next);
      latest = result.catch(() => undefined);
      return result;
    };
    return {
      run: (statement) => inOrder(() => query(statement)),
      execute: (script) =>
        inOrder(() =>
          call(async () => {
            const results: { command?: string }[] = await pglite.exec(script);
            return results.at(-1)?.command ?? '';
          }),
        ),
      discard: () => undefined,
    };
  }
  return {
    kind: 'embedded',
    run: (statement) =>
      inTurn(async () => {
        await call(followDisk);
        return query(statement);
      }),
    hold: (work) =>
      inTurn(async () => {
        await call(followDisk);
        return work(createConnection());
      }),
    async listen(channel, { onMessage, onGap }) {
      const unlisten = await inTurn(() => call(() => pglite.listen(channel, onMessage)));
      onGap();
      return () =>
        inTurn(async () => {
          if (!panicked) await call(() => unlisten());
        });
    },
    connections: () => ({
      size: 1,
      idle: unfinished === 0 ? 1 : 0,
      waiting: Math.max(0, unfinished - 1),
    }),
    close: () =>
      inTurn(async () => {
        try {
          if (!panicked) await pglite.close();
        } finally {
          await afterClose?.();
        }
      }),
    panic,
  };
}

function stopped(error: Error): DatabaseUnavailable {
  return new DatabaseUnavailable('away', `The embedded database stopped: ${error.message}`, error);
}
