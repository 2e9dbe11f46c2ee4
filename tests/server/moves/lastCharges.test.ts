import { expect } from 'vitest';
import type { Move } from '../../../contract/moves/move.ts';
import { leaseOf } from '../../support/server/leases/inspections.ts';
import { isolatedTest as test, manager, server } from '../../support/server/world.ts';

test('the last charges are what is unpaid and what counts for the last day or later, without what was taken back', async () => {
  const { sql } = server.database;
  const lease = await leaseOf(2);
  const charge = async (description: string, day: string, amount = 100) => {
    const [entry] = await sql<{ id: number }>`
      insert into transactions (user_id, unit_id, lease_id, amount, type, description, effective_on, created_by)
      values (2, 1, ${lease}, ${amount}, ${amount > 0 ? 'Damage Fee' : 'Check'}, ${description}, ${day}, 1) returning id`;
    return entry!.id;
  };
  const last = async () =>
    (await server.call('GET', `/leases/${lease}/move`, { as: manager })).json<Move>().last_charges;
  await charge('Paid long before', '2026-02-01');
  await charge('A check', '2026-02-02', -100);
  const gone = await charge('Taken back', '2026-04-02');
  await sql`
    insert into transactions (user_id, unit_id, lease_id, amount, type, description, created_by, reverses)
    values (2, 1, ${lease}, -100, 'Reversal', 'Taken back', 1, ${gone})`;
  await charge('Unpaid before', '2026-03-01');
  await charge('Anchor holes', '2026-04-05', 60);
  expect(await last()).toEqual([]);
  await sql`update leases set ends = '2026-03-31' where id = ${lease}`;
  await charge('Another check', '2026-04-06', -30);
  expect(await last()).toMatchObject([
    { description: 'Unpaid before', day: '2026-03-01', amount: 100, open: 70 },
    { description: 'Anchor holes', day: '2026-04-05', amount: 60, open: 60 },
  ]);
});
