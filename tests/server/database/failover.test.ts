import pg from 'pg';
import part from 'sql-template-tag';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Database } from '../../../server/database/database.ts';
import { openDatabase } from '../../../server/database/openDatabase.ts';
import { serverDatabase } from '../../support/server/databases/database.ts';
import { ownPostgresIfInstalled } from '../../support/server/databases/postgres.ts';
import { testServer, type TestServer } from '../../support/server/server.ts';

// A server of its own, which becomes read-only as a whole.
const postgres = await ownPostgresIfInstalled();
afterAll(() => postgres?.stop());

// Where PostgreSQL is not installed, its tests are no part of the suite.
const whereInstalled: (name: string, tests: () => void) => void = postgres ? describe : () => undefined;

whereInstalled('when PostgreSQL fails over', () => {
  let own: Awaited<ReturnType<typeof serverDatabase>>;
  let admin: pg.Client;
  let database: Database;
  let server: TestServer;
  beforeEach(async () => {
    own = await serverDatabase(postgres!.url);
    admin = new pg.Client(postgres!.url);
    await admin.connect();
    database = await openDatabase({ url: own.url });
    server = await testServer({ LOG_LEVEL: 'warn' }, { database });
  });
  afterEach(async () => {
    await server.close();
    await admin.query('alter system reset default_transaction_read_only');
    await admin.query('select pg_reload_conf()');
    await expect.poll(() => isReadOnly(admin)).toBe(false);
    await own.drop();
    await admin.end();
  });

  async function isReadOnly(client: pg.Client): Promise<boolean> {
    const { rows } = await client.query<{ is: string }>(
      `select current_setting('default_transaction_read_only') as is`,
    );
    return rows[0]?.is === 'on';
  }

  /** Makes the server read-only for the connections that are open, and for those that come. */
  async function demote(): Promise<void> {
    await admin.query('alter system set default_transaction_read_only = on');
    await admin.query('select pg_reload_conf()');
    await expect.poll(() => isReadOnly(admin)).toBe(true);
  }

  /** From now on new connections lead to a server that writes, as those to the new primary do. */
  async function promote(): Promise<void> {
    const name = new URL(own.url).pathname.slice(1);
    await admin.query('set default_transaction_read_only = off');
    await admin.query(`alter database ${name} set default_transaction_read_only = off`);
  }

  /** Opens all connections of the pool. */
  const openAll = () => Promise.all(Array.from({ length: 10 }, () => database.sql`select pg_sleep(0.2)`));

  const key = { 'idempotency-key': '3d0a7a43-6b0e-4e0c-9df6-7f6a35bbd1f1' };
  const suggest = (token: string, headers = {}) =>
    server.call('POST', '/announcements/submit', {
      as: token,
      body: { announcement: 'A bench for the garden' },
      headers,
    });

  test('a change on a connection to the old server is put off once, and then made once on the new one', async () => {
    const token = await server.token('resident');
    await openAll();
    await demote();
    await promote();
    const put = await suggest(token, key);
    expect(put.statusCode).toBe(503);
    expect(put.headers['retry-after']).toBe('5');
    expect(put.json()).toMatchObject({ code: 'unavailable' });
    expect(server.log).toHaveLength(1);
    expect(server.log[0]).toContain('read-only transaction');
    expect(server.log[0]).not.toContain('stack');

    // No other connection to the old server is left, so the next try is the last, and no read is of the past.
    const again = await Promise.all(Array.from({ length: 10 }, () => suggest(token, key)));
    expect(again.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 10 }, () => 201));
    expect(again.filter(({ headers }) => headers['idempotency-replayed'])).toHaveLength(9);
    expect(await database.sql`select count(*) from announcements`).toEqual([{ count: 1 }]);
    const modes = await Promise.all(
      Array.from(
        { length: 10 },
        () =>
          database.sql`select current_setting('transaction_read_only') as mode, pg_sleep(0.2)::text as slept`,
      ),
    );
    expect(modes.flat().map(({ mode }) => mode)).toEqual(Array.from({ length: 10 }, () => 'off'));
  });

  test('while there is only a server that reads, every change is put off, and works as soon as one writes', async () => {
    const token = await server.token('resident');
    await demote();
    for (let tries = 0; tries < 3; tries += 1) expect((await suggest(token, key)).statusCode).toBe(503);
    await promote();
    expect((await suggest(token, key)).statusCode).toBe(201);
    expect(await database.sql`select count(*) from announcements`).toEqual([{ count: 1 }]);
  });

  test('the connection that listens for commits leaves the old server too', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const told: string[] = [];
    await database.follow({ onChange: (list) => told.push(list), onGap: () => told.push('gap') }).started;
    await demote();
    await promote();
    vi.advanceTimersByTime(30_000);
    vi.useRealTimers();
    await expect.poll(() => told).toEqual(['gap', 'gap']);
  });

  /** What PostgreSQL's errors are answered with, by a code of each class (appendix A of its manual). */
  const ANSWERS: Record<number, string[]> = {
    503: [
      ...[
        '08000',
        '08003',
        '08006',
        '25006',
        '25P03',
        '28000',
        '28P01',
        '3D000',
        '53000',
        '53100',
        '53200',
        '53300',
      ],
      ...['53400', '57000', '57014', '57P01', '57P02', '57P03', '57P04', '57P05', '58000', '58030', '58P01'],
    ],
    // Mistakes in this program, which are logged with a stack; and 40001 and 40P01, which a transaction repeats first.
    500: [
      ...[
        '03000',
        '08P01',
        '09000',
        '0A000',
        '0B000',
        '0F000',
        '0L000',
        '0P000',
        '0Z000',
        '20000',
        '21000',
        '22012',
      ],
      ...[
        '23514',
        '24000',
        '25000',
        '25001',
        '25P01',
        '25P02',
        '26000',
        '27000',
        '2B000',
        '2D000',
        '2F000',
        '34000',
      ],
      ...[
        '38000',
        '39000',
        '3B000',
        '3F000',
        '40001',
        '40P01',
        '42601',
        '42P01',
        '44000',
        '54000',
        '55000',
        '55P03',
      ],
      ...['72000', 'F0000', 'HV000', 'P0001', 'XX000', 'XX001'],
    ],
  };

  test('each error of PostgreSQL that says that it cannot just now is answered 503 with Retry-After, and leaves its connection', async () => {
    const token = await server.token('resident');
    const one = await openDatabase({ url: own.url, connections: 1 });
    const pidOf = async () => (await one.sql<{ pid: number }>`select pg_backend_pid() as pid`)[0]?.pid;
    const answered: Record<number, string[]> = { 500: [], 503: [] };
    for (const code of Object.values(ANSWERS).flat().sort()) {
      const before = await pidOf();
      vi.spyOn(database, 'sql').mockImplementationOnce(
        async () =>
          await one.sql`${part([`do $$ begin raise exception 'Raised.' using errcode = '${code}'; end $$`])}`,
      );
      const answer = await server.call('GET', '/maintenance', { as: token });
      answered[answer.statusCode]?.push(code);
      const isPutOff = answer.statusCode === 503;
      expect(answer.headers['retry-after'] !== undefined).toBe(isPutOff);
      expect(server.log.at(-1)?.includes('"stack"')).toBe(!isPutOff);
      // A connection whose statements belong to tables of before is replaced too; a full disk says nothing of one.
      const isReplaced = code === '0A000' || (isPutOff && code !== '53100');
      expect({ code, isReplaced: (await pidOf()) !== before }).toEqual({ code, isReplaced });
    }
    await one.close();
    const sorted = Object.entries(ANSWERS).map(([status, codes]) => [status, [...codes].sort()]);
    expect(answered).toEqual(Object.fromEntries(sorted));
  });
});
