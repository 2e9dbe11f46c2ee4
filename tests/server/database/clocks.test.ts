import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../../../server/database/openDatabase.ts';
import { serverDatabase } from '../../support/server/databases/database.ts';
import { postgresIfInstalled } from '../../support/server/databases/postgres.ts';
import { testServer, type TestServer } from '../../support/server/server.ts';

const postgres = await postgresIfInstalled();
afterAll(() => postgres?.stop());

// The embedded database has the server's own clock. Where PostgreSQL is not installed, its tests are no part of the suite.
const whereInstalled: (name: string, offsets: readonly number[], tests: (offset: number) => void) => void = (
  name,
  offsets,
  tests,
) => {
  if (postgres) describe.each(offsets)(name, tests);
};

whereInstalled('on a server whose clock is %i minutes off the database’s', [-20, 20], (offset) => {
  let own: Awaited<ReturnType<typeof serverDatabase>>;
  let server: TestServer;
  beforeEach(async () => {
    own = await serverDatabase(postgres!.url);
    const database = await openDatabase({ url: own.url });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offset * 60_000 });
    server = await testServer({}, { database });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await server.close();
    await own.drop();
  });

  test.each([true, false])('a session is valid and renewed, kept signed in: %s', async (keep_signed_in) => {
    const login = await server.call('POST', '/users/login', {
      body: { username: 'resident', password: 'porchlight', keep_signed_in },
    });
    const { token: as } = login.json<{ token: string }>();
    expect((await server.call('GET', '/maintenance', { as })).statusCode).toBe(200);
    const left = async () => {
      const [session] = await server.database.sql<{ minutes: number }>`
        select round(extract(epoch from expires_at - now()) / 60)::int as minutes from sessions`;
      return session!.minutes;
    };
    expect(await left()).toBe(keep_signed_in ? 30 * 24 * 60 : 15);
    expect((await server.call('POST', '/users/refresh', { as })).statusCode).toBe(200);
    expect(await left()).toBe(keep_signed_in ? 30 * 24 * 60 : 15);
  });

  test('new rates apply at once, for a bill too, and a change is never from the future', async () => {
    const as = await server.token('manager');
    const rates = { rate_water: 0.02, rate_electric: 0.1, rate_gas: 1 };
    await server.call('PUT', '/settings', { as, body: rates });
    expect((await server.call('GET', '/settings', { as })).json()).toEqual(rates);
    const entry = { user_id: 2, water_usage: 100, water_cost: 2 };
    const none = { electric_usage: 0, electric_cost: 0, gas_usage: 0, gas_cost: 0 };
    const headers = { 'captured-at': new Date().toISOString() };
    const bill = await server.call('POST', '/utilities', {
      as,
      body: [{ ...entry, ...none, due_date: '2026-12-31' }],
      ...(offset > 0 ? { headers } : {}),
    });
    expect(bill.statusCode).toBe(201);
    const [taken] = await server.database.sql<{ late: boolean }>`
      select taken_at > now() or taken_at < now() - interval '1 minute' as late from utility_bills`;
    expect(taken).toEqual({ late: false });
  });
});
