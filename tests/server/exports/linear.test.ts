import sqlTag, { type Sql as Part } from 'sql-template-tag';
import { expect } from 'vitest';
import { importFiles } from '../../../server/export/importFiles.ts';
import { isolatedTest as test, server } from '../../support/server/world.ts';

const TODAY = '2026-11-27';

/** Adds people without an email, of whom each fourth has a roommate's name, each with a lease, its rent and an open entry. */
async function addPeople(from: number, to: number): Promise<void> {
  const { sql } = server.database;
  const numbers = sqlTag`generate_series(${from}::int, ${to}::int) as number`;
  const ids = sqlTag`1000 + number`;
  await sql`insert into units (id, property_id, unit_number, rent_amount) select ${ids}, 1, 'N' || number, 900 from ${numbers}`;
  await sql`
    insert into users (id, username, email, password_hash, first_name, last_name, unit)
    select ${ids}, 'n' || number, '', 'x', 'Ann', 'Lee ' || number / 4, case when number % 3 > 0 then 1000 + greatest(number / 4 * 4, 1) end
    from ${numbers}`;
  await sql`insert into leases (id, unit_id, starts, ends, proration)
    select ${ids}, ${ids}, '2025-01-01', case when number % 3 = 0 then date '2025-12-31' end, 'actual_days' from ${numbers}`;
  await sql`insert into lease_tenants (lease_id, user_id, position) select ${ids}, ${ids}, 1 from ${numbers}`;
  await sql`insert into lease_charges (lease_id, kind, amount, due_day, from_month)
    select ${ids}, 'rent', 900, 1, '2025-01-01' from ${numbers}`;
  await sql`insert into transactions (user_id, amount, type, description, effective_on) select ${ids}, 900, 'Rent', '', '2026-11-01' from ${numbers}`;
}

interface Node {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: Node[];
}

/** The rows that a query goes through, in all of its steps. */
async function rowsLookedAt(query: Part): Promise<number> {
  const [row] = await server.database.sql<{ 'QUERY PLAN': { Plan: Node }[] }>`
    explain (analyze, timing off, format json) ${query}`;
  const count = (node: Node): number =>
    node['Actual Loops'] *
      (node['Actual Rows'] +
        (node['Rows Removed by Filter'] ?? 0) +
        (node['Rows Removed by Join Filter'] ?? 0)) +
    (node.Plans ?? []).reduce((sum, inner) => sum + count(inner), 0);
  return count(row!['QUERY PLAN'][0]!.Plan);
}

test('an export of four times as many people goes through about four times as many rows', async () => {
  const looked = async () => {
    const counts: Record<string, number> = {};
    for (const { path, query } of importFiles(TODAY)) counts[path] = await rowsLookedAt(query);
    return counts;
  };
  await addPeople(1, 400);
  const few = await looked();
  await addPeople(401, 1600);
  const many = await looked();
  const ratios = Object.entries(many).map(([path, count]) => [path, count / few[path]!] as const);
  expect(ratios).toHaveLength(4);
  expect(
    ratios.filter(([, ratio]) => ratio > 6),
    JSON.stringify({ few, many }),
  ).toEqual([]);
});
