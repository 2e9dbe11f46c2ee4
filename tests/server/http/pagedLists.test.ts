import { expect } from 'vitest';
import { nextMarker } from '../../../contract/http/paging.ts';
import type { Route } from '../../../contract/http/route.ts';
import { routes } from '../../../contract/routes.ts';
import { manager, neighbour, newcomer, resident, server, test } from '../../support/server/world.ts';

type Row = Record<string, unknown>;

const paged = Object.values<Route>(routes).filter((route) => route.paged);
const pathOf = ({ path }: Route) => path.replace(':id', '2');
const read = (path: string, query = '', as = manager) => server.call('GET', `${path}${query}`, { as });

/** All pages of a list, with what happens between them. */
async function readPages(
  path: string,
  limit: number,
  between?: (page: Row[]) => Promise<unknown>,
  as = manager,
) {
  const pages: Row[][] = [];
  for (let after = ''; ;) {
    const answer = await read(path, `?limit=${limit}${after && `&after=${after}`}`, as);
    expect(answer.statusCode).toBe(200);
    const page = answer.json<Row[]>();
    pages.push(page);
    const next = nextMarker((answer.headers.link as string | undefined) ?? null);
    if (next === undefined) return pages;
    after = next;
    await between?.(page);
  }
}

test.beforeAll(async () => {
  const { sql } = server.database;
  await sql`
    insert into users (username, email, password_hash, first_name, last_name, unit)
    select 'p' || n, 'p' || n || '@example.com', '', 'First' || n % 2, 'Same "Näme"', 1 + n % 5
    from generate_series(1, 30) as n`;
  await sql`
    insert into maintenance_requests (user_id, unit_id, information, created_at)
    select 2, 1, 'Issue ' || n, timestamptz '2026-05-01 08:00:00.123Z' + make_interval(days => n / 10)
    from generate_series(1, 30) as n`;
  await sql`
    insert into announcements (user_id, announcement, announcement_type, status, publish_at, created_at)
    select 2, 'Text ' || n, 'General', 'approved', case when n % 2 = 0 then timestamptz '2026-05-01 08:00:00.123Z' end,
      timestamptz '2026-05-01 08:00:00.123Z' from generate_series(1, 30) as n`;
  await sql`
    insert into transactions (user_id, amount, type, description, created_at)
    select 2, n, 'Late Fee', 'Entry ' || n, timestamptz '2026-05-01 08:00:00.123Z' from generate_series(1, 30) as n`;
  await sql`
    insert into message_threads (uuid, user_id, started_at, last_at)
    select gen_random_uuid(), 2, timestamptz '2026-05-01 08:00:00.123Z', timestamptz '2026-05-01 08:00:00.123Z' + make_interval(days => n / 10)
    from generate_series(1, 30) as n`;
  await sql`
    insert into messages (thread_id, author_id, by_management, acted_at, text)
    select id, 2, false, last_at, 'Message ' || id from message_threads`;
  await sql`insert into properties (property_name, address) select 'Court ' || n, 'Road' from generate_series(1, 30) as n`;
  await sql`
    insert into units (property_id, unit_number)
    select 1, case when n % 3 = 0 then 'Attic ' || n else n || 'C' end from generate_series(1, 30) as n`;
  await sql`
    insert into leases (unit_id, starts, ends, proration)
    select 1 + n % 5, '2026-01-01'::date + n, '2026-01-01'::date + n, 'actual_days' from generate_series(1, 30) as n`;
  await sql`
    with entry as (
      insert into transactions (user_id, amount, type, description)
      select 2, n, 'Utility', 'Bill ' || n from generate_series(1, 30) as n returning id
    )
    insert into utility_bills (transaction_id, user_id, unit_id, month, water_usage, electric_usage, gas_usage, rate_water,
      rate_electric, rate_gas, water_cost, electric_cost, gas_cost, due_date, taken_at, created_by)
    select entry.id, 2, unit.id, '2026-05-01', 1, 2, 3, 1, 1, 1, 1, 2, 3, '2026-06-01', '2026-05-20 08:00:00.123Z', 1
    from (select id, row_number() over (order by id) as n from entry) as entry
    join (select id, row_number() over (order by id desc) as n from units) as unit using (n)`;
  await sql`
    with meter as (
      insert into meters (unit_id, kind, serial_number, measure, digits, multiplier, installed_on)
      select id, 'water', 'W' || id, 'gal', 5, 1, '2026-01-01' from units returning id
    )
    insert into meter_readings (meter_id, kind, value, read_on) select id, 'installed', 0, '2026-01-01' from meter`;
});

test.each(paged.map((route) => [route.path, route] as const))(
  'the first page of %s tells how many rows the list has, also where it is the only one',
  async (_, route) => {
    const path = pathOf(route);
    for (const as of route.who === 'manager' ? [manager] : [manager, resident, newcomer]) {
      const { length } = (await read(path, '', as)).json<Row[]>();
      for (const limit of [1, length || 1, length + 1, 1000]) {
        const { headers } = await read(path, `?limit=${limit}`, as);
        expect([limit, headers['total-count']]).toEqual([limit, String(length)]);
      }
    }
  },
);

test.each(paged.map((route) => [route.path, route] as const))(
  'the pages of %s are the whole list, of whatever length they are and however many rows are alike',
  async (_, route) => {
    const path = pathOf(route);
    for (const as of route.who === 'manager' ? [manager] : [manager, resident, neighbour]) {
      const whole = (await read(path, '', as)).json<Row[]>();
      for (const limit of [1, 7, whole.length || 1, 1000]) {
        const pages = await readPages(path, limit, undefined, as);
        expect(pages.flat()).toEqual(whole);
        expect(pages).toHaveLength(Math.max(1, Math.ceil(whole.length / limit)));
      }
    }
  },
);

test.each(paged.map((route) => [route.path, route] as const))(
  'without limit and after, %s answers whole, as ever',
  async (_, route) => {
    const answer = await read(pathOf(route), '', route.path.includes('my-history') ? resident : manager);
    expect(answer.json<Row[]>().length).toBeGreaterThanOrEqual(30);
    expect(answer.headers.link).toBeUndefined();
  },
);

test('a header asks for the first page at the address of the whole list, and leads to the second', async () => {
  const whole = (await read('/users')).json<Row[]>();
  const header = (limit: string) =>
    server.call('GET', '/users', { as: manager, headers: { 'page-limit': limit } });
  const first = await header('20');
  expect(first.json()).toEqual(whole.slice(0, 20));
  const after = nextMarker(String(first.headers.link));
  expect((await read('/users', `?limit=20&after=${after}`)).json()).toEqual(whole.slice(20, 40));
  expect(first.headers.etag).toBeUndefined();
  // Counted once, and only where the list is read in pages.
  expect(first.headers['total-count']).toBe(String(whole.length));
  expect((await read('/users', `?limit=20&after=${after}`)).headers).not.toHaveProperty('total-count');
  expect((await read('/users')).headers).not.toHaveProperty('total-count');
  expect((await header('1001')).statusCode).toBe(400);
  // Only where a list has pages.
  expect(
    (await server.call('GET', '/sessions', { as: manager, headers: { 'page-limit': '1' } })).json(),
  ).toEqual((await read('/sessions')).json());
});

const marker = (...place: unknown[]) => Buffer.from(JSON.stringify(place)).toString('base64url');

test.each([
  ...['0', '-1', '1001', '2.5', 'ten', '', '1e2', '٣', '1&limit=2'].map((limit) => `limit=${limit}`),
  ...['', '!', 'e30', 'bnVsbA', '1&after=2', 'A'.repeat(4001)].map((after) => `after=${after}`),
  ...[
    [],
    [1, 2],
    ['2026-05-01T08:00:00Z'],
    ['A\0', 'B', '1'],
    ['A', '\ud800', '1'],
    ['A', 'B', '2147483648'],
  ].map((place) => `after=${marker(...place)}`),
  ...['2026-02-31T08:00:00.000Z', '0000-01-01T08:00:00.000Z', 'now'].map(
    (time) => `after=${marker(time, '1')}`,
  ),
  ...['2147483648', '1 or true', '-1', '', 1].map((id) => `after=${marker('2026-05-01T08:00:00.000Z', id)}`),
  `after=${marker('2026-05-01T08:00:00.000Z', '1', '1', '1')}`,
])('a list asked for with %s is refused in words', async (query) => {
  for (const route of paged) {
    const answer = await read(pathOf(route), `?${query}`);
    // Two of the lists are ordered by names, which any two texts can be.
    expect(answer.statusCode, route.path).toBe(400);
    expect(answer.json<{ message: string }>().message).toMatch(
      query.startsWith('limit') ? /^limit is a whole number from 1 to 1000\.$/ : /^after is not a marker/,
    );
  }
});

test('a made-up marker shows a resident nothing that is not theirs', async () => {
  const first = marker('2099-01-01T00:00:00.000Z', '2147483647');
  const page = (await read('/transactions/my-history', `?after=${first}`, neighbour)).json<Row[]>();
  expect(page).toEqual((await read('/transactions/my-history', '', neighbour)).json());
});

test('a filter applies to every page', async () => {
  const answer = await read('/maintenance', '?completed=false&limit=1');
  expect(answer.headers.link).toMatch(/completed=false/);
  await server.database
    .sql`update maintenance_requests set completed = true, completed_at = now() where id % 3 = 0`;
  const open = (await read('/maintenance', '?completed=false')).json<Row[]>();
  const next = nextMarker(String((await read('/maintenance', '?completed=false&limit=5')).headers.link));
  const rest = await read('/maintenance', `?completed=false&limit=1000&after=${next}`);
  expect(rest.json()).toEqual(open.slice(5));
});

test('rows that are added or deleted between pages neither hide nor repeat another', async () => {
  const { sql } = server.database;
  const before = (await read('/announcements')).json<Row[]>();
  let turn = 0;
  const gone = new Set<unknown>();
  const pages = await readPages('/announcements', 4, async (page) => {
    turn += 1;
    // The row at the marker itself, and one that is still to come.
    const last = page.at(-1)?.id;
    const coming = before[before.findIndex(({ id }) => id === last) + 3]?.id;
    if (coming !== undefined) gone.add(coming);
    await sql`delete from announcements where id = any(${[last, coming ?? 0]}::int[])`;
    await sql`
      insert into announcements (user_id, announcement, announcement_type, status, publish_at)
      values (2, ${`New ${turn}`}, 'General', 'approved', now())`;
  });
  expect(turn).toBeGreaterThan(3);
  const ids = pages.flat().map(({ id }) => id);
  expect(ids).toEqual(before.map(({ id }) => id).filter((id) => !gone.has(id)));
});

test('a page is answered with 304 as long as neither its rows nor its next page change', async () => {
  const { sql } = server.database;
  const count = (await read('/users')).json<Row[]>().length;
  const again = async (etag: unknown) =>
    server.call('GET', `/users?limit=${count}`, { as: manager, headers: { 'if-none-match': String(etag) } });
  const { etag } = (await again('"none"')).headers;
  expect((await again(etag)).statusCode).toBe(304);
  await sql`
    insert into users (username, email, password_hash, first_name, last_name)
    values ('zz', 'zz@example.com', '', 'Zoe', 'Zz')`;
  const longer = await again(etag);
  expect(longer.statusCode).toBe(200);
  expect(longer.headers.link).toBeDefined();
});
