import { spawn, type ChildProcess } from 'node:child_process';
import fs, { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../../server/database/openDatabase.ts';
import { lockDirectory } from '../../../server/database/directoryLock.ts';
import { openEmbedded, openMemory } from '../../../server/database/embedded.ts';
import { statementOf } from '../../../server/database/statement.ts';
import { copyBlankDatabase } from '../../support/server/databases/embeddedCopies.ts';

const folder = mkdtempSync(join(tmpdir(), 'porchlight-embedded-'));
const migrations = join(folder, 'migrations');
mkdirSync(migrations);
writeFileSync(join(migrations, '0001_entries.sql'), 'create table entries (n int not null)');

const children: ChildProcess[] = [];
afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Another process that opens the directory and then inserts 1, 2, 3 …, printing each once it is kept. */
function otherServer(directory: string): {
  child: ChildProcess;
  lines: AsyncIterator<string>;
  errors: () => string;
} {
  const program = `
    import { openDatabase } from ${JSON.stringify(new URL('../../../server/database/openDatabase.ts', import.meta.url).href)};
    const where = ${JSON.stringify({ directory })}, options = ${JSON.stringify({ migrations })};
    const db = await openDatabase(where, options);
    console.log('open');
    for (let n = 1; ; n++) { await db.sql\`insert into entries values (\${n})\`; console.log(n); }`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program]);
  children.push(child);
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  return { child, lines: createInterface(child.stdout)[Symbol.asyncIterator](), errors: () => errors };
}

test('each acknowledged row is synced to disk', async () => {
  let syncs = 0;
  const directory = join(folder, 'synced');
  await copyBlankDatabase(directory);
  const engine = await openEmbedded(directory, { onSync: () => syncs++ });
  const run = (strings: TemplateStringsArray, ...values: unknown[]) =>
    engine.run(statementOf(strings, values));
  await run`create table entries (n int)`;
  const before = syncs;
  for (let n = 0; n < 50; n++) {
    const seen = syncs;
    await run`insert into entries values (${n})`;
    expect(syncs).toBeGreaterThan(seen);
  }
  expect(syncs - before).toBeLessThan(200);
  await engine.close();
});

test('rows survive closing and opening the database', async () => {
  const directory = join(folder, 'a', 'new', 'place');
  const db = await openDatabase({ directory }, { migrations });
  await db.sql`insert into entries values (1)`;
  await db.close();
  const again = await openDatabase({ directory }, { migrations });
  expect(await again.sql`select n from entries`).toEqual([{ n: 1 }]);
  await again.close();
});

test('a database whose creation was interrupted is created again', async () => {
  const directory = join(folder, 'cut-short');
  mkdirSync(join(directory, 'postgres.unfinished'), { recursive: true });
  writeFileSync(join(directory, 'postgres.unfinished', 'PG_VERSION'), '18\n');
  const db = await openDatabase({ directory }, { migrations });
  expect(await db.sql`select n from entries`).toEqual([]);
  await db.close();
  expect(existsSync(join(directory, 'postgres.unfinished'))).toBe(false);
});

test('a second server on the same directory is refused with the process id of the first', async () => {
  const directory = join(folder, 'shared');
  await copyBlankDatabase(directory);
  const db = await openDatabase({ directory }, { migrations });
  const other = otherServer(directory);
  await new Promise((resolve) => other.child.on('exit', resolve));
  expect(other.child.exitCode).toBe(1);
  expect(other.errors()).toMatch(
    new RegExp(
      `in use by process ${process.pid} since 20.*Z\\. Two servers on one directory would lose rows`,
    ),
  );
  await db.close();
  await (await openDatabase({ directory }, { migrations })).close();
});

test('the directory of a killed server opens at once with every acknowledged row', async () => {
  const directory = join(folder, 'killed');
  await copyBlankDatabase(directory);
  const { child, lines, errors } = otherServer(directory);
  expect((await lines.next()).value, errors()).toBe('open');
  await expect(openDatabase({ directory }, { migrations })).rejects.toThrow(
    `in use by process ${child.pid} since`,
  );

  let acknowledged = 0;
  const exited = new Promise((resolve) => child.on('exit', resolve));
  for (let line = await lines.next(); !line.done; line = await lines.next()) {
    acknowledged = Number(line.value);
    if (acknowledged === 40) child.kill('SIGKILL');
  }
  await exited;
  const db = await openDatabase({ directory }, { migrations });
  const [kept] = await db.sql<{ count: number; last: number }>`select count(*), max(n) as last from entries`;
  expect(acknowledged).toBeGreaterThanOrEqual(40);
  expect(kept!.last).toBeGreaterThanOrEqual(acknowledged);
  expect(kept!.count).toBe(kept!.last);
  await db.close();
});

test('a long series of statements does not block the event loop', async () => {
  const db = await openDatabase({ memory: true }, { migrations });
  let breaks = 0;
  const clock = setInterval(() => breaks++, 5);
  const until = performance.now() + 300;
  while (performance.now() < until) await db.sql`select 1`;
  clearInterval(clock);
  expect(breaks).toBeGreaterThan(5);
  await db.close();
});

test('without abstract sockets a lock file locks the directory while its process lives', async () => {
  const directory = mkdtempSync(join(folder, 'by-file-'));
  const unlock = await lockDirectory(directory, 'darwin');
  await expect(lockDirectory(directory, 'darwin')).rejects.toThrow(`in use by process ${process.pid} since`);
  await unlock();

  const gone = spawn(process.execPath, ['-e', '']);
  await new Promise((resolve) => gone.on('exit', resolve));
  writeFileSync(join(directory, 'porchlight.lock'), JSON.stringify({ pid: gone.pid, since: 'yesterday' }));
  const again = await lockDirectory(directory, 'darwin');
  await again();
  expect(existsSync(join(directory, 'porchlight.lock'))).toBe(false);
});

test('a database that cannot write its log stops with the cause, and answers nothing more', async () => {
  const directory = join(folder, 'broken');
  await copyBlankDatabase(directory);
  const db = await openDatabase({ directory }, { migrations });
  vi.spyOn(fs, 'fsyncSync').mockImplementation(() => {
    throw Object.assign(new Error('EIO'), { code: 'EIO' });
  });
  await expect(db.sql`insert into entries values (1)`).rejects.toThrow('The embedded database stopped: ');
  vi.restoreAllMocks();
  await expect(db.sql`select 1`).rejects.toThrow('The embedded database stopped: ');
  expect(await db.panic).toMatchObject({ severity: 'PANIC' });
  await db.close();

  const again = await openDatabase({ directory }, { migrations });
  await again.sql`insert into entries values (2)`;
  await again.close();
});

test('a clock that is set back while the database is open sets no timer that fires at once', async () => {
  const warnings: string[] = [];
  const collect = ({ name }: Error) => warnings.push(name);
  process.on('warning', collect);
  onTestFinished(() => {
    process.off('warning', collect);
    vi.useRealTimers();
  });
  const engine = await openMemory();
  onTestFinished(() => engine.close());
  await engine.hold(async ({ execute }) => {
    await execute("set statement_timeout = '100ms'; set idle_in_transaction_session_timeout = '5min'");
    await execute('begin');
    await execute('select 1');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 40 * 24 * 60 * 60_000 });
    await pause(500);
    await execute('rollback');
  });
  expect(warnings).toEqual([]);
});
