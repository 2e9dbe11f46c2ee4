import { expect } from 'vitest';
import { addOpenPayment } from '../../support/server/accounts.ts';
import { testServer } from '../../support/server/server.ts';
import { server, test } from '../../support/server/world.ts';

const TOKEN = 'a-token-for-the-one-who-measures';
const KEY = '5b0c8f8e-6f0a-4c1d-9f6e-0f4f8f1c2d3e';

/** What the metric with these labels counts now. */
async function counted(metric: string): Promise<number> {
  const page = (await server.call('GET', '/metrics')).body;
  const line = page.split('\n').find((each) => each.startsWith(`${metric} `));
  return line ? Number(line.slice(metric.length)) : 0;
}

const requests = (method: string, route: string, status: number) =>
  `porchlight_requests_total{method="${method}",route="/api${route}",status="${status}"}`;

test('requests are counted by route, not by record', async () => {
  const resident = await server.token('resident');
  await server.call('GET', '/users/2', { as: resident });
  await server.call('GET', '/users/3', { as: resident });
  await server.call('GET', '/users/4', { as: resident });
  expect(await counted(requests('GET', '/users/:id', 200))).toBe(1);
  expect(await counted(requests('GET', '/users/:id', 404))).toBe(2);
  const took = 'porchlight_request_duration_seconds';
  expect(await counted(`${took}_count{method="GET",route="/api/users/:id"}`)).toBe(3);
  expect(await counted(`${took}_bucket{le="120",method="GET",route="/api/users/:id"}`)).toBe(3);
});

test('an unknown path makes no time series', async () => {
  await server.call('GET', '/no-such-place/17');
  expect((await server.call('GET', '/metrics')).body).not.toContain('no-such-place');
});

test('the metrics count changes that waited on a device and repeated changes', async () => {
  const resident = await server.token('resident');
  const send = (key: string, secondsAgo: number) =>
    server.call('POST', '/maintenance', {
      as: resident,
      body: { information: 'Leak' },
      headers: {
        'idempotency-key': key,
        'captured-at': new Date(Date.now() - secondsAgo * 1000).toISOString(),
      },
    });
  await send('00000000-0000-4000-8000-000000000001', 1);
  expect(await counted('porchlight_outbox_replays_total{route="/api/maintenance",status="201"}')).toBe(0);
  await send(KEY, 3600);
  expect(await counted('porchlight_outbox_replays_total{route="/api/maintenance",status="201"}')).toBe(1);
  expect(await counted('porchlight_outbox_repeats_total{route="/api/maintenance"}')).toBe(0);
  await send(KEY, 3600);
  expect(await counted('porchlight_outbox_repeats_total{route="/api/maintenance"}')).toBe(1);
});

test('the metrics have open payments, database connections and the memory of the process', async () => {
  expect(await counted('porchlight_open_payments')).toBe(0);
  await addOpenPayment(server, 'resident', 'processing', 100);
  expect(await counted('porchlight_open_payments')).toBe(1);
  expect(await counted('porchlight_database_connections{state="size"}')).toBeGreaterThan(0);
  expect(await counted('porchlight_database_connections{state="waiting"}')).toBe(0);
  expect(await counted('process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
});

test('the metrics are answered even without a database', async () => {
  const other = await testServer();
  await other.database.close();
  const answer = await other.call('GET', '/metrics');
  expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(answer.body).toMatch(/porchlight_open_payments nan/i);
  await other.close();
});

test.each([
  ['in production', { NODE_ENV: 'production' }, 401, 401],
  ['in production with a token', { NODE_ENV: 'production', METRICS_TOKEN: TOKEN }, 401, 200],
  ['elsewhere with a token', { METRICS_TOKEN: TOKEN }, 401, 200],
  ['elsewhere', {}, 200, 200],
])(
  '%s the metrics are readable only with the permission required there',
  async (_, environment, stranger, bearer) => {
    const other = await testServer(environment);
    const ask = async (headers: Record<string, string>) =>
      (await other.call('GET', '/metrics', { headers })).statusCode;
    expect(await ask({})).toBe(stranger);
    expect(await ask({ authorization: 'Bearer a-token-that-is-another-one' })).toBe(stranger);
    expect(await ask({ authorization: `Bearer ${TOKEN}` })).toBe(bearer);
    await other.close();
  },
);
