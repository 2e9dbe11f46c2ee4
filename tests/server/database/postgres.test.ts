import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import part, { join as list } from 'sql-template-tag';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../server/database/database.ts';
import { openDatabase } from '../../../server/database/openDatabase.ts';
import { serverDatabase } from '../../support/server/databases/database.ts';
import { postgresIfInstalled } from '../../support/server/databases/postgres.ts';
import { expectConsoleWarn } from '../../support/setup.ts';

const postgres = await postgresIfInstalled();
afterAll(() => postgres?.stop());

const migrations = mkdtempSync(join(tmpdir(), 'porchlight-migrations-'));
afterAll(() => rmSync(migrations, { recursive: true }));
writeFileSync(
  join(migrations, '0001_accounts.sql'),
  'create table accounts (id int primary key, n int not null); insert into accounts values (1, 0), (2, 0)',
);

// Where PostgreSQL is not installed, its tests are no part of the suite.
const whereInstalled: (name: string, tests: () => void) => void = postgres ? describe : () => undefined;

whereInstalled('a PostgreSQL server', () => {
  let own: Awaited<ReturnType<typeof serverDatabase>>;
  let db: Database;
  beforeEach(async () => {
    own = await serverDatabase(postgres!.url);
    db = await openDatabase({ url: own.url }, { migrations });
  });
  afterEach(async () => {
    await db.close();
    await own.drop();
  });

  test('a statement over the query_timeout fails, and its connection is usable again', async () => {
    const url = new URL(own.url);
    url.searchParams.set('query_timeout', '200');
    const hasty = await openDatabase({ url: url.href, connections: 1 }, { migrations });
    await expect(hasty.sql`select pg_sleep(0.4)`).rejects.toThrow('timeout');
    await pause(500);
    await expect(hasty.sql`select 1 / 0`).rejects.toMatchObject({ code: '22012' });
    expect(await hasty.sql`select 1 as n`).toEqual([{ n: 1 }]);
    await hasty.close();
  });

  test('two transactions in a deadlock both commit in the end', async () => {
    let met = 0;
    const both = async () => {
      met++;
      while (met < 2) await pause(5);
    };
    const move = (first: number, second: number) =>
      db.transaction(async (sql) => {
        await sql`update accounts set n = n + 1 where id = ${first}`;
        await both();
        await sql`update accounts set n = n + 1 where id = ${second}`;
      });
    await Promise.all([move(1, 2), move(2, 1)]);
    expect(await db.sql`select n from accounts`).toEqual([{ n: 2 }, { n: 2 }]);
  });

  test('a connection lost in a transaction fails only that transaction', async () => {
    const other = await openDatabase({ url: own.url }, { migrations });
    const lost = db.transaction(async (sql) => {
      const [me] = await sql<{ pid: number }>`select pg_backend_pid() as pid`;
      await other.sql`select pg_terminate_backend(${me!.pid})`;
      await pause(50);
      await sql`update accounts set n = 9`;
    });
    await expect(lost).rejects.toThrow(/terminat|onnection/);
    await other.close();
    expect(await db.sql`select n from accounts`).toEqual([{ n: 0 }, { n: 0 }]);
  });

  test('an idle connection that is lost is replaced, with a warning in the log', async () => {
    expectConsoleWarn('An idle database connection was lost');
    await db.sql`select 1`;
    const other = await openDatabase({ url: own.url }, { migrations });
    await other.sql`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
    await other.close();
    await pause(50);
    expect(await db.sql`select n from accounts where id = 1`).toEqual([{ n: 0 }]);
  });

  test('a statement is prepared once on a connection, and the number of prepared statements is limited', async () => {
    const one = await openDatabase({ url: own.url, connections: 1 }, { migrations });
    const ask = (id: number) => one.sql`select n from accounts where id = ${id} /* prepared */`;
    await ask(1);
    await ask(2);
    const again = await one.sql<{ calls: number }>`
      select generic_plans + custom_plans as calls from pg_prepared_statements where statement like '%prepared */%'
        and statement not like '%pg_prepared%'`;
    expect(again).toEqual([{ calls: 2 }]);
    for (let length = 1; length <= 600; length++) {
      await one.sql`select ${part`1 in (${list(Array.from({ length }, (_, index) => index))})`}`;
    }
    const [kept] = await one.sql<{ count: number }>`select count(*) from pg_prepared_statements`;
    expect(kept!.count).toBeLessThan(520);
    await one.close();
  });

  test('closing waits for statements that still wait for a connection', async () => {
    const one = await openDatabase({ url: own.url, connections: 1 }, { migrations });
    const work = [1, 2, 3].map((n) => one.sql`select ${n}::int as n, pg_sleep(0.05)`);
    await one.close();
    expect((await Promise.all(work)).map(([row]) => row!.n)).toEqual([1, 2, 3]);
  });

  test('a changed table fails a prepared statement at most once', async () => {
    const one = await openDatabase({ url: own.url, connections: 1 }, { migrations });
    const ask = () => one.sql`select * from accounts where id = 1`;
    await ask();
    await one.sql`alter table accounts add note text`;
    await ask().catch(() => undefined);
    expect(await ask()).toEqual([{ id: 1, n: 0, note: null }]);
    await one.close();
  });

  test('times are in UTC whatever the server’s time zone, and statements and idle transactions time out', async () => {
    const name = new URL(own.url).pathname.slice(1);
    await db.sql`${part`alter database ${part([`"${name}"`])} set timezone to 'Asia/Tokyo'`}`;
    await db.sql`${part`alter database ${part([`"${name}"`])} set datestyle to 'German'`}`;
    const fresh = await openDatabase({ url: own.url }, { migrations });
    expect(
      await fresh.sql`
      select '2026-03-01 12:00+02'::timestamptz as at, '2026-03-01'::date as day, current_setting('statement_timeout') as statement,
             current_setting('idle_in_transaction_session_timeout') as idle`,
    ).toEqual([{ at: '2026-03-01T10:00:00.000Z', day: '2026-03-01', statement: '30s', idle: '30s' }]);
    await fresh.close();
  });
});

test('a PostgreSQL server that cannot be reached is an error at once', async () => {
  await expect(openDatabase({ url: 'postgres://nobody@127.0.0.1:9/none' }, { migrations })).rejects.toThrow(
    'ECONNREFUSED',
  );
});
