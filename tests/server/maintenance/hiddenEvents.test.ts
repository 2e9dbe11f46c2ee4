import { beforeEach, expect } from 'vitest';
import { list, made } from '../../support/server/resources/maintenance.ts';
import { added, ago, eventsOf } from '../../support/server/resources/requestEvents.ts';
import { manager, neighbour, resident, server, test } from '../../support/server/world.ts';

const [RESIDENT, NEIGHBOUR] = [2, 3];

beforeEach(async () => {
  await server.database.sql`delete from maintenance_requests`;
  await server.database.sql`delete from attempts`;
});

/** A request that was reported so many days ago. */
async function reported(days = 40, as = resident): Promise<number> {
  const { id } = await made(as, { information: 'It drips.', ...(as === manager ? { unit_id: '1' } : {}) });
  await server.database.sql`update maintenance_requests set created_at = ${ago(days)} where id = ${id}`;
  return id;
}

const kindsOf = async (as: string, id: number) => (await eventsOf(as, id)).map(({ kind }) => kind);

test('notes of management reach no resident: not by the list, the events, the changes, or what is told', async () => {
  const id = await reported();
  await server.database.sql`delete from notification_events`;
  await server.database.sql`delete from list_changes`;
  await added(manager, id, { kind: 'note', text: 'He is difficult' });
  expect(await kindsOf(manager, id)).toEqual(['reported', 'note']);
  expect(await kindsOf(resident, id)).toEqual(['reported']);
  expect(JSON.stringify(await list(resident))).not.toContain('difficult');
  const noted = await server.database.sql`select distinct list, scope from list_changes`;
  expect(noted).toEqual([{ list: 'maintenance_events', scope: 'management' }]);
  expect(await server.database.sql`select 1 from notification_events`).toEqual([]);
});

test('residents are not told who of management did something, nor a vendor’s phone number', async () => {
  const id = await reported();
  await added(manager, id, { kind: 'assigned', vendor: 'Ace', vendor_phone: '555-123-4567' });
  const [, assigned] = await eventsOf(resident, id);
  expect(assigned).toMatchObject({
    by_management: true,
    first_name: null,
    author_id: null,
    assignee: 'Ace',
    vendor_phone: null,
  });
});

test('residents are told that a request is assigned to management, and not to whom', async () => {
  const id = await reported();
  const given = await added(manager, id, { kind: 'assigned', assignee_id: 1 });
  expect(given).toMatchObject({ assignee_id: 1, progress: { assignee_id: 1 } });
  const name = given.assignee!;
  const [, assigned] = await eventsOf(resident, id);
  expect(assigned).toMatchObject({ kind: 'assigned', assignee: null, assignee_id: null });
  const replied = await added(resident, id, { kind: 'reply', text: 'Thank you' });
  const [listed] = await list(resident);
  for (const { progress } of [replied, listed!]) {
    expect(progress).toMatchObject({ assignee: null, assignee_id: null, waiting_for: 'management' });
  }
  for (const said of [replied, listed, await eventsOf(resident, id)]) {
    expect(JSON.stringify(said)).not.toContain(name);
  }
  expect((await list(manager))[0]?.progress).toMatchObject({ assignee: name, assignee_id: 1 });
});

test('who moves in later does not see what earlier tenants said about a request that management reported', async () => {
  const id = await reported(40, manager);
  await added(resident, id, { kind: 'reply', text: 'The key is under the mat' });
  await added(manager, id, { kind: 'reply', text: 'Thank you, Robin' });
  await server.database.sql`update users set unit = null where id = ${RESIDENT}`;
  await server.database.sql`update users set unit = 1 where id = ${NEIGHBOUR}`;
  try {
    expect(await kindsOf(neighbour, id)).toEqual(['reported']);
    expect((await server.call('GET', `/maintenance/${id}/events`, { as: resident })).statusCode).toBe(404);
    await added(neighbour, id, { kind: 'reply', text: 'I live here now' });
    expect(await kindsOf(neighbour, id)).toEqual(['reported', 'reply']);
  } finally {
    await server.database.sql`update users set unit = 1 where id = ${RESIDENT}`;
    await server.database.sql`update users set unit = 2 where id = ${NEIGHBOUR}`;
  }
});

test('who moves in later is not told who was to come before, and when, but what is arranged since', async () => {
  const id = await reported(40, manager);
  await added(manager, id, { kind: 'assigned', vendor: 'Ace' });
  await added(manager, id, { kind: 'scheduled', visit_on: '2030-05-01', visitor: 'Robin’s brother' });
  const progressOf = async (as: string) => (await list(as)).find((each) => each.id === id)?.progress;
  expect(await progressOf(resident)).toMatchObject({ assignee: 'Ace', visit: { on: '2030-05-01' } });
  await server.database.sql`update users set unit = null where id = ${RESIDENT}`;
  await server.database.sql`update users set unit = 1 where id = ${NEIGHBOUR}`;
  try {
    expect(await progressOf(neighbour)).toMatchObject({ assignee: null, assignee_id: null, visit: null });
    const { progress } = await added(neighbour, id, { kind: 'reply', text: 'I live here now' });
    expect(progress).toMatchObject({ assignee: null, visit: null });
    await added(manager, id, { kind: 'scheduled', visit_on: '2030-06-01' });
    expect(await progressOf(neighbour)).toMatchObject({ assignee: null, visit: { on: '2030-06-01' } });
    expect(await progressOf(manager)).toMatchObject({ assignee: 'Ace', visit: { on: '2030-06-01' } });
  } finally {
    await server.database.sql`update users set unit = 1 where id = ${RESIDENT}`;
    await server.database.sql`update users set unit = 2 where id = ${NEIGHBOUR}`;
  }
});
