import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

test('a resident reads every property with whom to call, in the order they were added', async () => {
  const answer = await server.call('GET', '/properties', { as: await server.token('resident') });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual([
    {
      id: 1,
      property_name: 'Maple Court',
      address: '12 Maple Street',
      phone_number: '5550100001',
      total_units: 3,
    },
    { id: 2, property_name: 'Harbor House', address: '4 Quay Road', phone_number: null, total_units: 2 },
  ]);
});

test('someone who is not signed in reads none', async () => {
  expect((await server.call('GET', '/properties')).statusCode).toBe(401);
});
