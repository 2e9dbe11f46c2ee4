import { expect } from 'vitest';
import type { AuditEntry } from '../../../contract/audit/audit.ts';
import type { Failure } from '../../../contract/http/failure.ts';
import type { MaintenanceRequest } from '../../../contract/maintenance/maintenance.ts';
import { nextUpkeepDay, type UpkeepPlan } from '../../../contract/upkeep/upkeep.ts';
import { addDays } from '../../../contract/values/calendar.ts';
import { makeUpkeepRequests } from '../../../server/resources/upkeep/makeUpkeepRequests.ts';
import { communityDay } from '../../support/days.ts';
import { manager, server, test } from '../../support/server/world.ts';

const ZONE = 'America/New_York';
const noonOf = (day: string) => new Date(`${day}T17:00:00Z`);
const run = (day: string) => makeUpkeepRequests(server.database, { zone: ZONE, now: noonOf(day) });

/** A property, by default with three homes. */
async function property(homes = 3): Promise<{ id: number; units: number[] }> {
  const { sql } = server.database;
  const [made] = await sql<{ id: number }>`
    insert into properties (property_name, address) values ('Filter Court', '1 Air') returning id`;
  const units = await sql<{ id: number }>`
    insert into units (property_id, unit_number) select ${made!.id}, number::text from generate_series(1, ${homes}::integer) as number
    returning id`;
  return { id: made!.id, units: units.map(({ id }) => id) };
}

const plan = (body: object) =>
  server.call('POST', '/upkeep', {
    as: manager,
    body: { information: 'New filters', every_months: 3, next_on: addDays(communityDay(), 1), ...body },
  });
const planned = async (body: object) => (await plan(body)).json<UpkeepPlan>();
const read = async <T>(path: string) => (await server.call('GET', path, { as: manager })).json<T>();

const madeBy = (id: number) => server.database.sql<{ unit: number; day: string }>`
  select unit_id as unit, upkeep_on as day from maintenance_requests where upkeep_id = ${id} order by upkeep_on, unit_id`;

test('each home of the property gets its request on the day, once, however often and by however many it is looked for', async () => {
  const { id: property_id, units } = await property();
  const first = addDays(communityDay(), 1);
  const made = await planned({ property_id, category: 'Heating and cooling' });
  expect(made).toMatchObject({ property_name: 'Filter Court', unit_id: null, next_on: first, last_on: null });
  await run(communityDay());
  expect(await madeBy(made.id)).toEqual([]);
  await Promise.all([run(first), run(first), run(first)]);
  await run(first);
  expect(await madeBy(made.id)).toEqual(units.map((unit) => ({ unit, day: first })));
  const list = await read<UpkeepPlan[]>('/upkeep');
  const next = nextUpkeepDay(first, 3, first);
  expect(list.find(({ id }) => id === made.id)).toMatchObject({ next_on: next, last_on: first, open: 3 });
  const requests = await read<MaintenanceRequest[]>('/maintenance');
  expect(requests.find(({ unit_id }) => unit_id === units[0])).toMatchObject({
    information: 'New filters',
    category: 'Heating and cooling',
  });
});

test('a large property gets its requests some homes at a time, all of them once, also where the server stops between', async () => {
  const { id: property_id, units } = await property(120);
  const first = addDays(communityDay(), 1);
  const made = await planned({ property_id });
  const stop = new AbortController();
  let transactions = 0;
  const stopping = {
    ...server.database,
    transaction: (async (work) => {
      transactions += 1;
      if (transactions === 2) stop.abort();
      return server.database.transaction(work);
    }) as typeof server.database.transaction,
  };
  await makeUpkeepRequests(stopping, { zone: ZONE, now: noonOf(first), stopping: stop.signal });
  expect(await madeBy(made.id)).toHaveLength(100);
  await Promise.all([run(first), run(first)]);
  expect(await madeBy(made.id)).toEqual(units.map((unit) => ({ unit, day: first })));
  await run(first);
  expect(await madeBy(made.id)).toHaveLength(120);
});

test('days that were missed are made up for once, and the next one keeps its day of the month', async () => {
  const { id: property_id, units } = await property();
  const made = await planned({
    property_id,
    unit_id: units[1],
    every_months: 1,
    next_on: '2030-01-31',
  });
  await run('2030-01-31');
  expect((await server.database.sql`select next_on from upkeep where id = ${made.id}`)[0]).toEqual({
    next_on: '2030-02-28',
  });
  await run('2030-05-02');
  expect(await madeBy(made.id)).toEqual([
    { unit: units[1], day: '2030-01-31' },
    { unit: units[1], day: '2030-02-28' },
  ]);
  expect((await server.database.sql`select next_on from upkeep where id = ${made.id}`)[0]).toEqual({
    next_on: '2030-05-31',
  });
});

test('what is ended makes no more requests, and a day that is over or a unit elsewhere is refused at its field', async () => {
  const [here, elsewhere] = [await property(), await property()];
  const made = await planned({ property_id: here.id });
  await server.call('DELETE', `/upkeep/${made.id}`, { as: manager });
  await run(addDays(communityDay(), 2));
  expect(await madeBy(made.id)).toEqual([]);
  const late = await plan({ property_id: here.id, next_on: addDays(communityDay(), -1) });
  expect([late.statusCode, late.json<Failure>().fields]).toEqual([
    400,
    { next_on: 'The next day is today or later.' },
  ]);
  const lost = await plan({ property_id: here.id, unit_id: elsewhere.units[0] });
  expect([lost.statusCode, lost.json<Failure>().fields]).toEqual([
    400,
    { unit_id: 'This unit is not in the property.' },
  ]);
});

test('a plan is changed, with who changed what, and a property with a plan can still be deleted', async () => {
  const { id: property_id } = await property();
  const made = await planned({ property_id });
  const body = { information: 'New filters and a look', property_id, every_months: 6, next_on: made.next_on };
  const changed = (await server.call('PUT', `/upkeep/${made.id}`, { as: manager, body })).json<UpkeepPlan>();
  expect(changed).toMatchObject({ id: made.id, every_months: 6, information: 'New filters and a look' });
  const audit = await read<AuditEntry[]>(`/audit?subject=upkeep&id=${made.id}`);
  expect(audit[0]).toMatchObject({ action: 'changed', changes: { every_months: { before: 3, after: 6 } } });
  await server.database.sql`delete from units where property_id = ${property_id}`;
  const deleted = await server.call('DELETE', `/properties/${property_id}`, { as: manager });
  expect(deleted.statusCode).toBe(200);
});
