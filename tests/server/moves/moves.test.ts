import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Move } from '../../../contract/moves/move.ts';
import { stepsIn, stepsOut } from '../../../contract/moves/moveSteps.ts';
import { leaseOf, save, SIGNED, walk } from '../../support/server/leases/inspections.ts';
import { addMeter } from '../../support/server/meters/meters.ts';
import { today } from '../../support/server/today/today.ts';
import { isolatedTest as test, manager, resident, server } from '../../support/server/world.ts';

const read = (lease: number, as = manager) => server.call('GET', `/leases/${lease}/move`, { as });
const move = async (lease: number, as = manager) => (await read(lease, as)).json<Move>();
const change = async (path: string, body: object, as = manager, headers = {}) => {
  const answer = await server.call('PUT', path, { as, body, headers });
  expect(answer.statusCode, answer.body).toBe(200);
};
const done = (steps: { name: string; done: boolean }[]) =>
  steps.flatMap((step) => (step.done ? [step.name] : []));

test('the steps of moving in are done as the lease, the deposit, the inspection and the keys are, each by its own record', async () => {
  const { sql } = server.database;
  const lease = await leaseOf(2);
  await sql`update leases set deposit_required = 500 where id = ${lease}`;
  expect(done(stepsIn(await move(lease)))).toEqual(['accounts', 'lease']);

  await server.call('POST', `/leases/${lease}/deposit`, {
    as: manager,
    body: { kind: 'Received', amount: 500 },
  });
  await save(randomUUID(), walk({ lease_id: lease, ...SIGNED }));
  const at = new Date(Date.now() - 60_000).toISOString();
  await change(`/leases/${lease}/keys`, { keys: 'handed over', done: true }, manager, { 'captured-at': at });
  expect(await move(lease)).toMatchObject({ deposit_missing: 0, keys_handed_over_at: at });
  expect(done(stepsIn(await move(lease)))).toEqual([
    ...['accounts', 'lease', 'deposit', 'move-in inspection', 'keys handed over'],
  ]);
  await change(`/leases/${lease}/keys`, { keys: 'handed over', done: false });
  expect((await move(lease)).keys_handed_over_at).toBeNull();
});

test('moving out begins with the notice, and ends when the home is vacant and nothing is owed or held', async () => {
  const { sql } = server.database;
  const lease = await leaseOf(2);
  expect(stepsOut(await move(lease), today())).toEqual([{ name: 'notice', done: false }]);
  await sql`update leases set ends = '2026-01-31' where id = ${lease}`;
  await sql`
    insert into deposit_entries (lease_id, user_id, kind, amount, day, created_by)
    values (${lease}, 2, 'Received', 500, '2026-01-01', 1)`;
  await change(`/leases/${lease}/forwarding-address`, { forwarding_address: '9 Quay' }, resident);
  expect(done(stepsOut(await move(lease), today()))).toEqual([
    ...['notice', 'autopay', 'charges', 'forwarding address'],
  ]);
  await change(`/leases/${lease}/keys`, { keys: 'returned', done: true });
  await save(randomUUID(), walk({ lease_id: lease, kind: 'Move-out', ...SIGNED }));
  await sql`
    insert into deposit_entries (lease_id, user_id, kind, amount, day, created_by)
    values (${lease}, 2, 'Returned', -500, '2026-02-01', 1)`;
  await sql`update users set unit = null where id = 2`;
  expect(stepsOut(await move(lease), today()).every((step) => step.done)).toBe(true);
});

test('only tenants of the lease read its steps and give its forwarding address', async () => {
  const lease = await leaseOf(3);
  expect((await read(lease, resident)).statusCode).toBe(404);
  const given = await server.call('PUT', `/leases/${lease}/forwarding-address`, {
    as: resident,
    body: { forwarding_address: '9 Quay' },
  });
  expect(given.statusCode).toBe(404);
  expect((await move(lease)).forwarding_address).toBeNull();
});

test('the meters of a home are read at both sides of a move, and a home without meters has no such step', async () => {
  const { sql } = server.database;
  const lease = await leaseOf(2);
  await sql`update leases set starts = '2026-11-05', ends = '2026-11-20' where id = ${lease}`;
  const named = async () => [...stepsIn(await move(lease)), ...stepsOut(await move(lease), today())];
  expect((await named()).filter(({ name }) => name.startsWith('meters'))).toEqual([]);
  const { id } = await addMeter(1);
  const steps = async () =>
    (await named()).filter(({ name }) => name.startsWith('meters')).map((step) => step.done);
  expect(await steps()).toEqual([false, false]);
  const read = (read_on: string) =>
    server.call('POST', `/meters/${id}/readings`, { as: manager, body: { value: 1100, read_on } });
  await read('2026-11-04');
  expect(await steps()).toEqual([true, false]);
  await read('2026-11-20');
  expect(await steps()).toEqual([true, true]);
});
