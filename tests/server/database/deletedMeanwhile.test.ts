import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Failure } from '../../../contract/http/failureSchema.ts';
import { postgresIfInstalled } from '../../support/server/databases/postgres.ts';
import { testServer, type TestServer } from '../../support/server/server.ts';

const postgres = await postgresIfInstalled();
afterAll(() => postgres?.stop());

// Where PostgreSQL is not installed, its tests are no part of the suite; the embedded database has one connection.
const whereInstalled: (name: string, tests: () => void) => void = postgres ? describe : () => undefined;

/** Resolves once a statement of another connection waits for a lock. */
async function someoneWaits({ database }: TestServer): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const [waiting] = await database.sql`select 1 from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`;
    if (waiting) return;
    await pause(10);
  }
  throw new Error('Nothing waited for a lock within 5 s.');
}

whereInstalled('a unit that is deleted while another person refers to it', () => {
  const DELETED = [
    409,
    'Something that this refers to was deleted a moment ago. Please reload and try again.',
  ];
  const calls: [string, unknown[], (unit: number, user: number) => ['POST' | 'PUT', string, object]][] = [
    [
      'a request for it',
      DELETED,
      (unit) => ['POST', '/maintenance', { information: 'A leak.', unit_id: unit }],
    ],
    ['a person confirmed into it', DELETED, (unit, user) => ['PUT', `/users/${user}`, { unit }]],
    [
      'a charge for it',
      [400, 'There is no such unit.'],
      (unit, user) => [
        'POST',
        '/transactions/charge',
        { userId: user, unitId: unit, amount: 5, description: 'A key' },
      ],
    ],
  ];

  test.each(calls)('refuses %s in words', async (_name, refusal, call) => {
    vi.stubEnv('DATABASE_URL', postgres!.url);
    onTestFinished(() => void vi.unstubAllEnvs());
    const server = await testServer();
    onTestFinished(() => server.close());
    const as = await server.token('manager');
    const [unit] = await server.database.sql<{ id: number }>`
      insert into units (property_id, unit_number) select id, '999' from properties limit 1 returning id`;
    const [user] = await server.database.sql<{
      id: number;
    }>`select id from users where username = 'newcomer'`;
    const [method, path, body] = call(unit!.id, user!.id);
    const [own] = await server.database.sql<{ name: string }>`select current_database() as name`;
    const other = new pg.Client({ connectionString: new URL(`/${own!.name}`, postgres!.url).href });
    await other.connect();
    await other.query('begin');
    await other.query('delete from units where id = $1', [unit!.id]);
    const pending = server.call(method, path, { as, body });
    await someoneWaits(server);
    await other.query('commit');
    await other.end();
    const { statusCode, body: text } = await pending;
    expect([statusCode, Failure.parse(JSON.parse(text)).message]).toEqual(refusal);
  });
});
