import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Database } from '../../../server/database/database.ts';
import { openDatabase } from '../../../server/database/openDatabase.ts';
import { cableTo, type Cable } from '../../support/server/cable.ts';
import { serverDatabase, testDatabase } from '../../support/server/databases/database.ts';
import { postgresIfInstalled } from '../../support/server/databases/postgres.ts';

const postgres = await postgresIfInstalled();
afterAll(() => postgres?.stop());

// Where PostgreSQL is not installed, its tests are no part of the suite.
const whereInstalled: (name: string, tests: () => void) => void = postgres ? describe : () => undefined;

/** Follows, and keeps what is told. */
function follow(database: Database) {
  const told: string[] = [];
  const following = database.follow({
    onChange: (list, scopes) => told.push(`${list} of ${scopes.join(', ')}`),
    onGap: () => told.push('gap'),
  });
  return { told, ...following };
}
const note = ({ sql }: Pick<Database, 'sql'>, list: string) =>
  sql`insert into list_changes (list, scope) values (${list}, 'everyone'), (${list}, 'user:1')`;

test('all who follow are told what is committed, until they stop; a gap comes first, and nothing of what is rolled back', async () => {
  const database = await testDatabase();
  const [first, second] = [follow(database), follow(database)];
  await Promise.all([first.started, second.started]);
  await expect(
    database.transaction(async (sql) => {
      await note({ sql }, 'units');
      throw new Error('Rolled back.');
    }),
  ).rejects.toThrow('Rolled back.');
  await database.transaction(async (sql) => {
    await note({ sql }, 'leases');
    await sql`select 1`;
    expect(first.told).toEqual(['gap']);
  });
  await expect.poll(() => first.told).toEqual(['gap', 'leases of everyone, user:1']);
  expect(second.told).toEqual(first.told);
  second.stop();
  await note(database, 'units');
  await expect.poll(() => first.told).toHaveLength(3);
  expect(second.told).toHaveLength(2);
  await database.close();
});

whereInstalled('on a PostgreSQL server', () => {
  let own: Awaited<ReturnType<typeof serverDatabase>>;
  let cable: Cable;
  let database: Database;
  let elsewhere: Database;
  beforeEach(async () => {
    own = await serverDatabase(postgres!.url);
    cable = await cableTo(own.url);
    database = await openDatabase({ url: cable.url });
    elsewhere = await openDatabase({ url: own.url });
  });
  afterEach(async () => {
    await database.close();
    await elsewhere.close();
    await cable.remove();
    await own.drop();
  });

  const listeners = async () =>
    (
      await elsewhere.sql`
        select from pg_stat_activity
        where application_name = 'porchlight listener' and datname = current_database()`
    ).length;

  test('all who follow in a process share one connection, which ends with the database', async () => {
    expect(await listeners()).toBe(0);
    const all = [follow(database), follow(database), follow(database)];
    await Promise.all(all.map(({ started }) => started));
    expect(await listeners()).toBe(1);
    await note(elsewhere, 'units');
    for (const { told } of all) await expect.poll(() => told.at(-1)).toContain('units');
    await database.close();
    await expect.poll(() => listeners()).toBe(0);
  });

  test('where the first connection fails, it is warned of once, and commits are heard once there is one', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await cable.cut();
    const { told, started } = follow(database);
    await started;
    // It is refused again meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(told).toEqual([]);
    const late = 'Commits are heard of late, since listening to the database failed';
    expect(warn.mock.calls.filter(([text]) => String(text).startsWith(late))).toHaveLength(1);
    await cable.mend();
    await expect.poll(() => told).toEqual(['gap']);
    await note(elsewhere, 'units');
    await expect.poll(() => told.at(-1)).toBe('units of everyone, user:1');
  });

  test('a process that stops while the server is out of reach does not wait for it', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { started } = follow(database);
    await started;
    await cable.cut();
    const began = performance.now();
    await database.close();
    expect(performance.now() - began).toBeLessThan(3000);
  });
});
