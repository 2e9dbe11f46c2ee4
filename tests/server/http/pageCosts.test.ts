import { expect, vi } from 'vitest';
import { Sql as Part } from 'sql-template-tag';
import { nextMarker } from '../../../contract/http/paging.ts';
import { manager, resident, server, test } from '../../support/server/world.ts';

interface Plan {
  'Actual Rows': number;
  'Actual Loops': number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

test.beforeAll(async () => {
  const { sql } = server.database;
  await sql`
    insert into users (username, email, password_hash, first_name, last_name, unit)
    select 'p' || n, 'p' || n || '@example.com', '', 'First' || n, 'Last' || md5(n::text), 1 + n % 5
    from generate_series(1, 10000) as n`;
  await sql`
    insert into maintenance_requests (user_id, unit_id, information, created_at)
    select 5 + n % 5000, 1, repeat('The tap drips. ', 10) || n, now() - make_interval(mins => n)
    from generate_series(1, 5000) as n`;
  await sql`
    insert into announcements (user_id, announcement, announcement_type, status, created_at)
    select 2, repeat('Text ', 30) || n, 'General', 'approved', now() - make_interval(mins => n)
    from generate_series(1, 5000) as n`;
  // Paid, since the balances also read the open charges of whoever owes, which are few of one person.
  await sql`
    insert into transactions (user_id, amount, type, description, created_at)
    select 2, -1, 'Check', 'Entry ' || n, now() - make_interval(mins => n) from generate_series(1, 10000) as n`;
  await sql`analyze`;
});

/** The rows that the scans of a plan read, also those that a filter dropped. */
function rowsRead(plan: Plan): number {
  if (plan.Plans) return plan.Plans.reduce((sum, below) => sum + rowsRead(below), 0);
  return (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
}

/** What the longest-reading statement of a call cost the database, in blocks and rows, and the answer in bytes. */
async function costOf(path: string, as: string) {
  const { sql } = server.database;
  const spy = vi.spyOn(server.database, 'sql');
  const answer = await server.call('GET', path, { as });
  const statements = spy.mock.calls.map(([strings, ...values]) => new Part(strings, values));
  spy.mockRestore();
  const list = statements.find(({ sql: text }) =>
    /order by .*(json_agg|limit|lower|created_at)/is.test(text),
  );
  if (!list) throw new Error(`${path} ran no list.`);
  const [row] = await sql<{
    'QUERY PLAN': [{ Plan: Plan }];
  }>`explain (analyze, buffers, format json) ${list}`;
  const plan = row!['QUERY PLAN'][0].Plan;
  return {
    bytes: answer.rawPayload.length,
    blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    rows: rowsRead(plan),
    link: (answer.headers.link as string | undefined) ?? null,
  };
}

test.each([
  ['/users', () => manager],
  ['/maintenance', () => manager],
  ['/announcements', () => manager],
  ['/announcements', () => resident],
  ['/transactions/my-history', () => resident],
  ['/transactions/all-balances', () => manager],
])('a page of %s costs about what its rows do, at the start and in the middle', async (path, as) => {
  const whole = await costOf(path, as());
  const first = await costOf(`${path}?limit=100`, as());
  // Far into the list.
  const far = await costOf(`${path}?limit=1000`, as());
  const later = await costOf(`${path}?limit=100&after=${nextMarker(far.link)}`, as());
  for (const page of [first, later]) {
    // Each row and its joins, and one row more to know of a next page.
    expect(page.rows).toBeLessThan(101 * 8 + 50);
    expect(page.bytes).toBeLessThan(whole.bytes / 20);
  }
});

test('an entry that an open payment pays reads no open entries of others', async () => {
  const { sql, transaction } = server.database;
  await sql`
    insert into transactions (user_id, amount, type, description)
    select id, 1, 'Late Fee', 'Of somebody else' from users where username like 'p%'`;
  // Not the resident, whose entries are half of all: to read the whole table for them is right.
  const [{ id: payer } = { id: 0 }] = await sql<{
    id: number;
  }>`select min(id) as id from users where username like 'p%'`;
  await sql`
    insert into transactions (user_id, amount, type, description)
    values (${payer}, -20000, 'Check', 'More than is owed')`;
  await sql`analyze`;
  const scanned = await transaction(async (sql) => {
    // Counts what earlier transactions scanned, too, until they are reported.
    const returned = async () => {
      const [row] = await sql<{
        tuples: number;
      }>`select pg_stat_get_xact_tuples_returned('open_amounts'::regclass) as tuples`;
      return row!.tuples;
    };
    const before = await returned();
    await sql`
      insert into transactions (user_id, amount, type, description) values (${payer}, 1, 'Late Fee', 'Paid at once')`;
    return (await returned()) - before;
  });
  expect(scanned).toBe(0);
  const [paid] =
    await sql`select open from open_amounts where user_id = ${payer} order by transaction_id desc`;
  expect(paid).toEqual({ open: 0 });
});
