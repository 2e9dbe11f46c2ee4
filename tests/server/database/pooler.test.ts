import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../server/database/openDatabase.ts';
import { UnfitPooler } from '../../../server/database/pooler.ts';
import { serverDatabase } from '../../support/server/databases/database.ts';
import { pgbouncerIsInstalled, startPgbouncer } from '../../support/server/databases/pgbouncer.ts';
import { postgresIfInstalled } from '../../support/server/databases/postgres.ts';
import { testServer } from '../../support/server/server.ts';

const postgres = pgbouncerIsInstalled ? await postgresIfInstalled() : undefined;
afterAll(() => postgres?.stop());

// Where PostgreSQL or PgBouncer is not installed (on Debian: apt-get install postgresql pgbouncer), its tests are no part of
// the suite.
const whereInstalled: (name: string, tests: () => void) => void = postgres ? describe : () => undefined;

whereInstalled('behind PgBouncer', () => {
  /** An empty database, and the pooler's address of it. */
  async function pooled(
    mode: 'session' | 'transaction' | 'statement',
    settings?: Record<string, string | number>,
  ): Promise<{ url: string; direct: string }> {
    const own = await serverDatabase(postgres!.url);
    onTestFinished(() => own.drop());
    const pooler = await startPgbouncer(own.url, mode, settings);
    onTestFinished(() => pooler.stop());
    return { url: pooler.url, direct: own.url };
  }

  test('in session mode the server works as without it: its settings apply, statements are prepared, and commits are heard', async () => {
    const { url } = await pooled('session');
    const database = await openDatabase({ url });
    const server = await testServer({ LOG_LEVEL: 'warn' }, { database });
    onTestFinished(() => server.close());
    const heard: string[] = [];
    await database.follow({ onChange: (list) => heard.push(list), onGap: () => undefined }).started;

    const token = await server.token('resident');
    const key = { 'idempotency-key': '3d0a7a43-6b0e-4e0c-9df6-7f6a35bbd1f1' };
    const suggest = (headers = {}) =>
      server.call('POST', '/announcements/submit', {
        as: token,
        body: { announcement: 'A bench for the garden' },
        headers,
      });
    const answers = await Promise.all(Array.from({ length: 20 }, () => suggest(key)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 20 }, () => 201));
    for (let call = 0; call < 20; call += 1) {
      expect((await server.call('GET', '/maintenance', { as: token })).statusCode).toBe(200);
    }
    expect(await database.sql`select count(*) from announcements`).toEqual([{ count: 1 }]);
    await expect.poll(() => heard).toContain('announcements');
    expect(
      await database.sql`
        select current_setting('statement_timeout') as statement, current_setting('TimeZone') as zone,
               current_setting('idle_in_transaction_session_timeout') as idle`,
    ).toEqual([{ statement: '30s', zone: 'UTC', idle: '30s' }]);
    expect(server.log).toEqual([]);
  });

  test('processes that start together behind a pool in session mode apply each migration once', async () => {
    const { url } = await pooled('session', { default_pool_size: 30 });
    const opened = await Promise.all([openDatabase({ url }), openDatabase({ url })]);
    for (const database of opened) await database.close();
  });

  test.each<[string, 'transaction' | 'statement', Record<string, string | number>]>([
    ['transaction', 'transaction', {}],
    ['transaction, with one connection', 'transaction', { default_pool_size: 1 }],
    [
      'transaction, which takes turns with connections',
      'transaction',
      { server_round_robin: 1, min_pool_size: 5 },
    ],
    ['statement', 'statement', {}],
  ])('in %s mode the server does not start, and says in words what to do', async (_, mode, settings) => {
    const { url, direct } = await pooled(mode, settings);
    const opening = openDatabase({ url });
    await expect(opening).rejects.toBeInstanceOf(UnfitPooler);
    await expect(opening).rejects.toThrow(
      'let DATABASE_URL lead to PostgreSQL itself, or to a pool with pool_mode = session',
    );
    // No lock is left on a connection of the pooler.
    await (await openDatabase({ url: direct })).close();
  });
});
