import { expect } from 'vitest';
import type { z } from 'zod/mini';
import type { FirstSteps } from '../../../contract/community/firstSteps.ts';
import { isolatedTest as test, manager, resident, server } from '../../support/server/world.ts';

type Steps = z.infer<typeof FirstSteps>;
async function read() {
  const { steps, hidden } = (await server.call('GET', '/first-steps', { as: manager })).json<Steps>();
  return { done: steps.filter(({ done }) => done).map(({ step }) => step), hidden };
}

test('each step of the first week is done once there is what it is about', async () => {
  const { sql } = server.database;
  await sql`update users set unit = null`;
  await sql`delete from units`;
  await sql`delete from properties`;
  expect(await read()).toEqual({ done: [], hidden: false });
  const steps: [string, () => Promise<unknown>][] = [
    [
      'properties',
      () => sql`insert into properties (id, property_name, address) values (9, 'Elm Row', '2 Elm')`,
    ],
    ['units', () => sql`insert into units (id, property_id, unit_number) values (9, 9, '1A')`],
    [
      'people',
      () => sql`
        insert into users (id, username, email, password_hash, has_password, first_name, last_name, unit)
        values (9, 'jo', 'jo@example.com', '', false, 'Jo', 'Doe', 9)`,
    ],
    [
      'leases',
      () => sql`insert into leases (unit_id, starts, proration) values (9, '2026-01-01', 'actual_days')`,
    ],
    ['rates', () => sql`insert into utility_rates (rate_water) values (0)`],
    [
      'invitations',
      () => server.call('POST', '/invitations', { as: manager, body: { user_ids: [9], by_email: false } }),
    ],
  ];
  const done: string[] = [];
  for (const [step, make] of steps) {
    await make();
    done.push(step);
    expect((await read()).done).toEqual(done);
  }
});

test('the first steps are hidden from every manager, and shown again', async () => {
  const put = (hidden: boolean) => server.call('PUT', '/first-steps', { as: manager, body: { hidden } });
  expect((await put(true)).json()).toMatchObject({ hidden: true });
  expect((await read()).hidden).toBe(true);
  // The community stays what it is.
  await server.call('PUT', '/community', { as: manager, body: { name: 'Elm Row' } });
  expect((await read()).hidden).toBe(true);
  expect((await put(false)).json()).toMatchObject({ hidden: false });
  expect((await server.call('GET', '/first-steps', { as: resident })).statusCode).toBe(403);
});
