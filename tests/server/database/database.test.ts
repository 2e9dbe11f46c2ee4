import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import part, { join as list } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violates, type Database, type Sql } from '../../../server/database/database.ts';
import { openDatabase } from '../../../server/database/openDatabase.ts';
import { serverDatabase } from '../../support/server/databases/database.ts';
import { postgresIfInstalled } from '../../support/server/databases/postgres.ts';

const postgres = await postgresIfInstalled();
afterAll(() => postgres?.stop());

const migrations = mkdtempSync(join(tmpdir(), 'porchlight-migrations-'));
afterAll(() => rmSync(migrations, { recursive: true }));
writeFileSync(
  join(migrations, '0001_things.sql'),
  `create table owners (id int primary key);
   create table things (
     id int generated always as identity primary key,
     name text constraint things_name_key unique,
     amount numeric(14,2) constraint things_amount_check check (amount < 1000),
     owner int constraint things_owner_fkey references owners,
     whole bigint, yes boolean, at timestamptz, day date, tags text[], counts int[], data jsonb, bytes bytea, key uuid
   )`,
);

// Where PostgreSQL is not installed, its tests are no part of the suite.
describe.each([{ kind: 'embedded' as const }, ...(postgres ? [{ kind: 'server' as const }] : [])])(
  'the $kind database',
  ({ kind }) => {
    let db: Database;
    let drop = () => Promise.resolve();

    beforeAll(async () => {
      if (kind === 'embedded') {
        db = await openDatabase({ memory: true }, { migrations });
      } else {
        const own = await serverDatabase(postgres!.url);
        drop = own.drop;
        db = await openDatabase({ url: own.url }, { migrations });
      }
    });
    afterAll(async () => {
      await db.close();
      await drop();
    });

    test('times, days, money and bytes are read in the format of the wire', async () => {
      const [row] = await db.sql`select
      '2026-03-01 12:00:00.123456+02'::timestamptz as at, '2026-03-01'::date as day, 19.99::numeric(14,2) as amount,
      9007199254740991::int8 as whole, 1.5::float8 as float, true as yes, null::text as nothing,
      '{"a": [1, null]}'::jsonb as data, 'c56a4180-65aa-42ec-a945-5fd21dec0538'::uuid as key, 'x'::text as name,
      array['2026-03-01'::timestamptz, '2026-03-01 12:00:00.5+02'] as times, array[1.50, null]::numeric[] as amounts, array[true, false] as flags,
      array['2026-03-01'::date] as days, array[7]::int8[] as wholes, array['a,"b', null] as texts,
      interval '1 day' as span, current_setting('TimeZone') as zone`;
      expect(row).toEqual({
        at: '2026-03-01T10:00:00.123Z',
        day: '2026-03-01',
        amount: 19.99,
        whole: 9007199254740991,
        float: 1.5,
        yes: true,
        nothing: null,
        data: { a: [1, null] },
        key: 'c56a4180-65aa-42ec-a945-5fd21dec0538',
        name: 'x',
        times: ['2026-03-01T00:00:00.000Z', '2026-03-01T10:00:00.500Z'],
        amounts: [1.5, null],
        flags: [true, false],
        days: ['2026-03-01'],
        wholes: [7],
        texts: ['a,"b', null],
        span: '1 day',
        zone: 'UTC',
      });
      const [bytes] = await db.sql<{ bytes: Uint8Array }>`select '\\x00ff'::bytea as bytes`;
      expect([...bytes!.bytes]).toEqual([0, 255]);
    });

    test('numbers, dates, objects, lists, bytes and null can be parameters', async () => {
      const at = new Date('2026-03-01T10:00:00.123Z');
      const [row] = await db.sql`
      insert into things (amount, whole, yes, at, day, tags, counts, data, bytes, name, key)
      values (${19.99}, ${9007199254740991n}, ${true}, ${at}, ${'2026-03-01'}, ${['a,"b\\', '', 'null', null]}, ${[1, 2]},
              ${{ a: ['ä'], b: null }}, ${new Uint8Array([0, 255])}, ${undefined}, ${null}) returning *`;
      expect(row).toMatchObject({
        amount: 19.99,
        whole: 9007199254740991,
        yes: true,
        at: '2026-03-01T10:00:00.123Z',
        day: '2026-03-01',
        tags: ['a,"b\\', '', 'null', null],
        counts: [1, 2],
        data: { a: ['ä'], b: null },
        name: null,
        key: null,
      });
      expect([...(row!.bytes as Uint8Array)]).toEqual([0, 255]);
      const empty =
        await db.sql`select ${[]}::int[] as ints, ${[]}::jsonb as json, ${[{ a: 1 }, 'b']}::jsonb as mixed`;
      expect(empty).toEqual([{ ints: [], json: [], mixed: [{ a: 1 }, 'b'] }]);
      const found =
        await db.sql`select n from generate_series(1, 9) n where n = any(${[2, 5]}) or n = ${7} order by n`;
      expect(found).toEqual([{ n: 2 }, { n: 5 }, { n: 7 }]);
    });

    test('nested parts of a statement are composed, and their values stay parameters', async () => {
      const word = "it's; drop table things";
      const wanted = part`n in (${list([1, 3])}) and ${word}::text is not null`;
      const rows =
        await db.sql`select n, ${word} as word from generate_series(1, 3) n where ${wanted} order by n`;
      expect(rows).toEqual([
        { n: 1, word },
        { n: 3, word },
      ]);
    });

    test('a promise as a parameter is refused', async () => {
      await expect(db.sql`select ${Promise.resolve(1)}`).rejects.toThrow('await it first');
    });

    test('a transaction commits completely, or rolls back and rejects with its error', async () => {
      const kept = await db.transaction(async (sql) => {
        await sql`insert into things (name) values ('first')`;
        return sql`insert into things (name) values ('second') returning name`;
      });
      expect(kept).toEqual([{ name: 'second' }]);

      const failure = new Error('the photo could not be stored');
      const failed = db.transaction(async (sql) => {
        await sql`insert into things (name) values ('third')`;
        throw failure;
      });
      await expect(failed).rejects.toBe(failure);
      expect(
        await db.sql`select name from things where name in ('first', 'second', 'third') order by 1`,
      ).toEqual([{ name: 'first' }, { name: 'second' }]);
    });

    test('a transaction that swallowed an error is rejected, since nothing was committed', async () => {
      const swallowed = db.transaction(async (sql) => {
        await sql`insert into things (name) values ('swallowed')`;
        await sql`select 1 / 0`.catch(() => undefined);
      });
      await expect(swallowed).rejects.toThrow('Nothing was committed');
      expect(await db.sql`select from things where name = 'swallowed'`).toEqual([]);
    });

    test('a statement outside its surrounding transaction is refused instead of waiting for ever', async () => {
      const outside = db.transaction(() => db.sql`select 1`);
      await expect(outside).rejects.toThrow('db.sql was called inside db.transaction');
      const nested = db.transaction(() => db.transaction((sql) => sql`select 1`));
      await expect(nested).rejects.toThrow('db.transaction was called inside db.transaction');
      await expect(db.transaction(() => db.close())).rejects.toThrow('db.close was called inside');
      expect(await db.sql`select 1 as one`).toEqual([{ one: 1 }]);
    });

    test('work that a transaction started may run statements after it', async () => {
      let later: Promise<unknown> | undefined;
      await db.transaction(async () => {
        later = new Promise((resolve) => setTimeout(resolve, 20)).then(() => db.sql`select 1 as one`);
      });
      expect(await later).toEqual([{ one: 1 }]);
    });

    test('a statement after the end of its transaction is refused', async () => {
      let kept: Sql | undefined;
      await db.transaction(async (sql) => {
        kept = sql;
      });
      await expect(kept!`select 1`).rejects.toThrow('This transaction is over');
    });

    test('the statements of a transaction run in order, even if they are started together', async () => {
      const warnings: Error[] = [];
      const warned = (warning: Error) => warnings.push(warning);
      process.on('warning', warned);
      const rows = await db.transaction(async (sql) => {
        await Promise.all(['p', 'q', 'r'].map((name) => sql`insert into things (name) values (${name})`));
        return sql`select name from things where name in ('p', 'q', 'r') order by id`;
      });
      expect(rows).toEqual([{ name: 'p' }, { name: 'q' }, { name: 'r' }]);
      // pg still takes a second statement while one is running, but warns that it soon will not.
      await new Promise((resolve) => setTimeout(resolve, 10));
      process.off('warning', warned);
      expect(warnings).toEqual([]);
    });

    test('a transaction is retried after a serialization failure, at most three times', async () => {
      let runs = 0;
      const unlucky = (failures: number) => async (sql: Sql) => {
        runs++;
        if (runs <= failures)
          await sql`do ${part`$$ begin raise exception 'try again' using errcode = '40001'; end $$`}`;
        return runs;
      };
      expect(await db.transaction(unlucky(3))).toBe(4);
      runs = 0;
      await expect(db.transaction(unlucky(9))).rejects.toThrow('try again');
      expect(runs).toBe(4);
    });

    test('a constraint violation names the constraint, and its error contains no values', async () => {
      await db.sql`insert into things (name) values ('taken')`;
      const taken = await db.sql`insert into things (name) values (${'taken'})`.catch(
        (error: unknown) => error,
      );
      const dear = await db.sql`insert into things (amount) values (1000)`.catch((error: unknown) => error);
      const lost = await db.sql`insert into things (owner) values (1)`.catch((error: unknown) => error);
      expect(violates(taken, 'things_name_key')).toBe(true);
      expect(violates(taken, 'things_amount_check')).toBe(false);
      expect(violates(dear, 'things_amount_check')).toBe(true);
      expect(violates(lost, 'things_owner_fkey')).toBe(true);
      expect(violates(new Error('things_name_key'), 'things_name_key')).toBe(false);
      expect(taken).not.toHaveProperty('params');
    });
  },
);

test('an array for a json column is refused without a cast, since the two drivers store it differently', async () => {
  const db = await openDatabase({ memory: true }, { migrations });
  await expect(db.sql`insert into things (data) values (${[]})`).rejects.toThrow('::jsonb');
  await db.close();
});

test('closing waits for running statements, refuses later ones, and may be called twice', async () => {
  const db = await openDatabase({ memory: true }, { migrations });
  const slow = db.transaction(async (sql) => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    return sql`select 1 as one`;
  });
  const closing = db.close();
  await expect(db.sql`select 1`).rejects.toThrow('The database is closed');
  expect(await slow).toEqual([{ one: 1 }]);
  await Promise.all([closing, db.close()]);
});
