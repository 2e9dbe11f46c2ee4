import { expect, test } from 'vitest';
import { createDemo } from '../../../server/demo/demo.ts';
import { NOW, emptyContext } from '../../support/server/operation/demo.ts';

test('the demo has a finished move-in inspection, which its resident reads, and a move-out that is under way', async ({
  onTestFinished,
}) => {
  const { context, close } = await emptyContext();
  onTestFinished(close);
  await createDemo(context, NOW);
  const { sql } = context.database;
  const inspections = await sql<{
    kind: string;
    finalized: boolean;
    signed: number;
    open: number;
    day: boolean;
  }>`
    select kind, finalized_at is not null as finalized, jsonb_array_length(signatures) as signed,
      (select count(*)::int from jsonb_path_query(rooms, '$[*].items[*] ? (@.condition == null)')) as open,
      day = case when kind = 'Move-in' then leases.starts else leases.ends end as day
    from inspections join leases on leases.id = lease_id order by kind`;
  expect(inspections).toMatchObject([
    { kind: 'Move-in', finalized: true, signed: 2, open: 0, day: true },
    { kind: 'Move-out', finalized: false, signed: 0, day: true },
  ]);
  expect(inspections[1]!.open).toBeGreaterThan(0);
  const read = await sql`
    select from inspections join lease_tenants using (lease_id) join users on users.id = user_id
    where users.username = 'resident' and finalized_at is not null`;
  expect(read).toHaveLength(1);
});
