import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Database } from '../../../server/database/database.ts';
import { openDatabase } from '../../../server/database/openDatabase.ts';
import { DatabaseUnavailable } from '../../../server/database/unavailable.ts';
import { cableTo, type Cable } from '../../support/server/cable.ts';
import { serverDatabase } from '../../support/server/databases/database.ts';
import { postgresIfInstalled } from '../../support/server/databases/postgres.ts';
import { testServer, type TestServer } from '../../support/server/server.ts';
import { expectConsoleWarn } from '../../support/setup.ts';

const postgres = await postgresIfInstalled();
afterAll(() => postgres?.stop());

// Where PostgreSQL is not installed, its tests are no part of the suite.
const whereInstalled: (name: string, tests: () => void) => void = postgres ? describe : () => undefined;

whereInstalled('while PostgreSQL is away', () => {
  let own: Awaited<ReturnType<typeof serverDatabase>>;
  let cable: Cable;
  let database: Database;
  let server: TestServer;
  beforeEach(async () => {
    own = await serverDatabase(postgres!.url);
    cable = await cableTo(own.url);
    database = await openDatabase({ url: cable.url }, { answerWithin: 700 });
    server = await testServer({ LOG_LEVEL: 'warn' }, { database });
  });
  afterEach(async () => {
    await server.close();
    await cable.remove();
    await own.drop();
  });

  const suggest = (token: string, headers = {}) =>
    server.call('POST', '/announcements/submit', {
      as: token,
      body: { announcement: 'A bench for the garden' },
      headers,
    });

  test('every call is put off with words and one line in the log, and works again afterwards', async () => {
    expectConsoleWarn('An idle database connection was lost');
    const token = await server.token('resident');
    await cable.cut();
    await expect.poll(() => database.connections().size).toBe(0);
    for (const answer of [
      await suggest(token),
      await server.call('GET', '/maintenance', { as: token }),
      await server.call('POST', '/users/login', { body: { username: 'resident', password: 'porchlight' } }),
    ]) {
      expect(answer.statusCode).toBe(503);
      expect(answer.headers['retry-after']).toBe('5');
      expect(answer.json()).toMatchObject({
        code: 'unavailable',
        message: 'The server cannot reach its database just now. Please try again in a moment.',
      });
    }
    expect(server.log).toHaveLength(3);
    for (const line of server.log) {
      expect(line).toContain('The database is away: ');
      expect(line).not.toContain('stack');
    }
    expect((await server.call('GET', '/ready')).statusCode).toBe(503);

    await cable.mend();
    expect((await suggest(token)).statusCode).toBe(201);
  });

  test('a change that met a hanging database is put off, and is made once under its key', async () => {
    const token = await server.token('resident');
    const key = { 'idempotency-key': '3d0a7a43-6b0e-4e0c-9df6-7f6a35bbd1f1' };
    cable.hang();
    const put = await suggest(token, key);
    expect(put.statusCode).toBe(503);
    await cable.mend();
    expect((await suggest(token, key)).statusCode).toBe(201);
    expect((await suggest(token, key)).headers['idempotency-replayed']).toBe('true');
    expect(await database.sql`select count(*) from announcements`).toEqual([{ count: 1 }]);
  });

  test('a mistake of ours is no outage: it is answered with 500, and the log has its stack', async () => {
    const token = await server.token('resident');
    const { sql } = database;
    const circular: Record<string, unknown> = {};
    circular.itself = circular;
    const mistakes = {
      'supplies 1 parameters': () => sql`select $2::int, ${1}::int`,
      'too large for a JavaScript number': () => sql`select 9007199254740993 as id`,
      'circular structure': async () => await sql`select ${circular}::jsonb`,
    };
    for (const [message, mistake] of Object.entries(mistakes)) {
      vi.spyOn(database, 'sql').mockImplementationOnce(mistake);
      const answer = await server.call('GET', '/maintenance', { as: token });
      expect(answer.statusCode).toBe(500);
      expect(server.log.at(-1)).toContain(message);
      expect(server.log.at(-1)).toContain('"stack"');
    }
  });

  test('a long statement without an end is no outage of its own', async () => {
    await expect(database.sql`select 1 / 0`).rejects.not.toBeInstanceOf(DatabaseUnavailable);
  });
});
