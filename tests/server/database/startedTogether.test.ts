import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../server/database/database.ts';
import { openDatabase } from '../../../server/database/openDatabase.ts';
import { serverDatabase, testDatabase } from '../../support/server/databases/database.ts';
import { postgresIfInstalled } from '../../support/server/databases/postgres.ts';

const postgres = await postgresIfInstalled();
afterAll(() => postgres?.stop());

// Where PostgreSQL is not installed, its tests are no part of the suite.
describe.each(['embedded', ...(postgres ? ['server'] : [])])('on the %s database', (kind) => {
  let db: Database;
  let drop = () => Promise.resolve();

  beforeAll(async () => {
    if (kind === 'embedded') {
      db = await testDatabase();
      return;
    }
    const own = await serverDatabase(postgres!.url);
    drop = own.drop;
    db = await openDatabase({ url: own.url });
  });
  afterAll(async () => {
    await db.close();
    await drop();
  });

  test('statements that are started together run in their order', async () => {
    const [, [seen], , [later]] = await db.transaction((sql) =>
      Promise.all([
        sql`insert into attempts (subject) values ('two 1')`,
        sql<{ count: number }>`select count(*) as count from attempts where subject like 'two %'`,
        sql`insert into attempts (subject) values ('two 2')`,
        sql<{ count: number }>`select count(*) as count from attempts where subject like 'two %'`,
      ]),
    );
    expect([seen, later]).toEqual([{ count: 1 }, { count: 2 }]);
  });

  test('what is sent along with the commit is committed with it, and where it fails nothing is', async () => {
    await db.transaction(async (sql) => {
      await sql`insert into attempts (subject) values ('along 1')`;
      void sql`insert into attempts (subject) values ('along 2')`;
    });
    const failing = db.transaction(async (sql) => {
      await sql`insert into attempts (subject) values ('along 3')`;
      void sql`select 1 / 0`;
    });
    await expect(failing).rejects.toThrow('Nothing was committed');
    expect(await db.sql`select subject from attempts where subject like 'along %' order by 1`).toEqual([
      { subject: 'along 1' },
      { subject: 'along 2' },
    ]);
  });
});
