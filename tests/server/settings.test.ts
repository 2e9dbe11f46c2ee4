import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let resident: string;
beforeAll(async () => {
  server = await testServer();
  resident = await server.token('resident');
});
afterAll(() => server.close());

const read = () => server.call('GET', '/settings', { as: resident });

test('rates that nobody has set are 0', async () => {
  const answer = await read();
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ rate_water: 0, rate_electric: 0, rate_gas: 0 });
});

test('the rates are those in force now, neither earlier ones nor those of next month, as exact numbers', async () => {
  await server.database.sql`
    insert into utility_rates (rate_water, rate_electric, rate_gas, effective_at) values
      (0.009, 0.17, 1.2, now() - interval '2 months'),
      (0.0105, 0.185, 1.35, now() - interval '1 month'),
      (0.02, 0.3, 2, now() + interval '1 month')`;
  expect((await read()).json()).toEqual({ rate_water: 0.0105, rate_electric: 0.185, rate_gas: 1.35 });
});

test('of two sets of rates from the same moment the later one holds', async () => {
  await server.database.sql`
    insert into utility_rates (rate_water, rate_electric, rate_gas, effective_at) values
      (0.01, 0.1, 1, '2100-01-01'), (0.02, 0.2, 2, '2100-01-01')`;
  await server.database
    .sql`update utility_rates set effective_at = now() - interval '1 hour' where effective_at = '2100-01-01'`;
  expect((await read()).json()).toEqual({ rate_water: 0.02, rate_electric: 0.2, rate_gas: 2 });
});

test('someone who is not signed in reads none', async () => {
  expect((await server.call('GET', '/settings')).statusCode).toBe(401);
});
