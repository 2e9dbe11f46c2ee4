import { beforeEach, expect } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import type { MaintenanceRequest } from '../../../contract/maintenance/maintenance.ts';
import { stageOf } from '../../../contract/maintenance/requestProgress.ts';
import { deleteUnconfirmedRequests } from '../../../server/resources/maintenance/deleteUnconfirmed.ts';
import { complete, list, made, update } from '../../support/server/resources/maintenance.ts';
import { add, added, ago, eventsOf } from '../../support/server/resources/requestEvents.ts';
import { manager, neighbour, newcomer, resident, server, test } from '../../support/server/world.ts';

const MANAGER = 1;

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

async function stage(id: number): Promise<string> {
  const request = (await list(manager)).find((each) => each.id === id)!;
  return stageOf({ completed: request.completed, progress: request.progress! });
}

const kindsOf = async (as: string, id: number) => (await eventsOf(as, id)).map(({ kind }) => kind);
const see = (id: number) => server.call('PUT', `/maintenance/${id}/seen`, { as: manager });

test('a request tells who did what and when, from its report to the resident’s word that it is fixed', async () => {
  const id = await reported();
  await see(id);
  expect(await stage(id)).toBe('Seen');
  await added(manager, id, { kind: 'assigned', vendor: 'Ace Plumbing', vendor_phone: '555-123-4567' });
  expect(await stage(id)).toBe('Assigned');
  const visit = { visit_on: '2030-05-01', visit_from: '09:30', visit_to: '11:00', visitor: 'Al' };
  await added(manager, id, { kind: 'scheduled', ...visit });
  expect(await stage(id)).toBe('Scheduled');
  await added(manager, id, { kind: 'started' });
  expect(await stage(id)).toBe('Started');
  const done = await added(manager, id, { kind: 'done', text: 'New washer.' });
  expect(done).toMatchObject({ completed: true, completed_at: done.acted_at, request_id: id });
  expect(await stage(id)).toBe('Completed');
  await added(resident, id, { kind: 'confirmed' });
  expect(await stage(id)).toBe('Confirmed');
  expect(await eventsOf(manager, id)).toMatchObject([
    { id: 0, kind: 'reported', first_name: 'Robin', text: 'It drips.', by_management: false },
    { kind: 'seen', first_name: 'Morgan', by_management: true },
    { kind: 'assigned', assignee: 'Ace Plumbing', vendor_phone: '555-123-4567' },
    { kind: 'scheduled', ...visit },
    { kind: 'started' },
    { kind: 'done', text: 'New washer.' },
    { kind: 'confirmed', first_name: 'Robin' },
  ]);
});

test('a request is seen for the first time once, however often managers open it', async () => {
  const id = await reported();
  await Promise.all([see(id), see(id), see(id)]);
  expect(await kindsOf(manager, id)).toEqual(['reported', 'seen']);
});

test('events stand in the order of when people acted, whichever the server heard of first', async () => {
  const id = await reported();
  await added(manager, id, { kind: 'done', text: 'Washer changed.' }, { at: ago(1) });
  await added(resident, id, { kind: 'reply', text: 'Thursday is fine.' }, { at: ago(3) });
  await added(manager, id, { kind: 'scheduled', visit_on: '2030-05-01' }, { at: ago(2) });
  expect(await kindsOf(resident, id)).toEqual(['reported', 'reply', 'scheduled', 'done']);
  expect(await stage(id)).toBe('Completed');
});

test('nobody acted in the future, more than 30 days ago, or before the request was reported', async () => {
  const old = await reported(60);
  const future = await added(resident, old, { kind: 'reply', text: 'a' }, { at: ago(-5) });
  expect(Math.abs(Date.parse(future.acted_at) - Date.now())).toBeLessThan(10_000);
  const past = await added(resident, old, { kind: 'reply', text: 'b' }, { at: ago(50) });
  expect(Math.abs(Date.parse(past.acted_at) - Date.parse(ago(30)))).toBeLessThan(10_000);
  const recent = await reported(2);
  const before = await added(resident, recent, { kind: 'reply', text: 'c' }, { at: ago(5) });
  expect(Math.abs(Date.parse(before.acted_at) - Date.parse(ago(2)))).toBeLessThan(10_000);
});

test('a resident reopens within 14 days of when it was done, by when they acted, and a later one is refused', async () => {
  const id = await reported();
  await added(manager, id, { kind: 'done' }, { at: ago(20) });
  const late = await add(resident, id, { kind: 'reopened', text: 'It drips again.' }, { at: ago(5) });
  expect([late.statusCode, late.json<Failure>().code]).toEqual([409, 'too_late']);
  expect(await kindsOf(resident, id)).toEqual(['reported', 'done']);
  await added(resident, id, { kind: 'reopened', text: 'It drips again.' }, { at: ago(7) });
  expect(await list(manager)).toMatchObject([{ completed: false, completed_at: null }]);
  expect(await stage(id)).toBe('Reopened');
  await update(resident, id, { information: 'It pours.' });
  await added(manager, id, { kind: 'done' });
  expect(await stage(id)).toBe('Completed');
});

test('what was never done is neither confirmed nor reopened', async () => {
  const id = await reported();
  for (const kind of ['confirmed', 'reopened']) {
    const answer = await add(resident, id, { kind });
    expect([answer.statusCode, answer.json<Failure>().code]).toEqual([409, 'not_done']);
  }
});

test('two managers who both complete a request lose no words, and whoever acted first completed it', async () => {
  const id = await reported();
  const second = await added(manager, id, { kind: 'done', text: 'Checked it too.' }, { at: ago(1) });
  expect(second.completed_at).toBe(second.acted_at);
  const first = await added(manager, id, { kind: 'done', text: 'New washer.' }, { at: ago(2) });
  expect((await eventsOf(resident, id)).map(({ text }) => text)).toEqual([
    'It drips.',
    'New washer.',
    'Checked it too.',
  ]);
  expect((await list(manager))[0]?.completed_at).toBe(first.acted_at);
  expect((await complete(id)).json<Failure>().code).toBe('completed');
});

test('a resident is told once that a request is complete, whoever says so and by whichever call', async () => {
  const id = await reported();
  await server.database.sql`delete from notification_events`;
  await complete(id);
  await added(manager, id, { kind: 'done', text: 'Checked it too.' });
  const told = await server.database.sql`select kind from notification_events`;
  expect(told).toEqual([{ kind: 'request_completed' }]);
});

test('what was confirmed stays confirmed where a second manager’s word that it is done comes later', async () => {
  const id = await reported();
  await added(manager, id, { kind: 'done' }, { at: ago(3) });
  await added(resident, id, { kind: 'confirmed' }, { at: ago(2) });
  await added(manager, id, { kind: 'done', text: 'Checked it too.' }, { at: ago(1) });
  expect(await stage(id)).toBe('Confirmed');
});

test('completing by either call has the same event with the same key', async () => {
  const [one, other] = [await reported(), await reported()];
  const keys = [crypto.randomUUID(), crypto.randomUUID()];
  await server.call('PUT', `/maintenance/${one}/completion`, {
    ...{ as: manager, body: { completed: true }, headers: { 'idempotency-key': keys[0]! } },
  });
  await added(manager, other, { kind: 'done' }, { key: keys[1]! });
  const events = [...(await eventsOf(manager, one)), ...(await eventsOf(manager, other))];
  const done = events.filter(({ kind }) => kind === 'done');
  expect(done.map(({ created_with, text }) => [created_with, text])).toEqual(keys.map((key) => [key, null]));
});

test('the call of the app before completes a request, which is told as done', async () => {
  const id = await reported();
  const { completed_at } = (await complete(id)).json<MaintenanceRequest>();
  expect(await eventsOf(resident, id)).toMatchObject([
    { kind: 'reported' },
    { kind: 'done', acted_at: completed_at },
  ]);
});

test('a server of the version before that completes a request is told of as well', async () => {
  const id = await reported();
  await added(resident, id, { kind: 'reply', text: 'It is worse.' });
  await server.database.sql`
    update maintenance_requests set completed = true, completed_at = now(), completed_by = ${MANAGER} where id = ${id}`;
  expect(await kindsOf(resident, id)).toEqual(['reported', 'reply', 'done']);
  await added(resident, id, { kind: 'reopened' });
  expect(await stage(id)).toBe('Reopened');
});

test('a resident adds nothing that is management’s, nothing to another’s request, and a manager does not confirm', async () => {
  const id = await reported();
  for (const body of [
    { kind: 'note', text: 'x' },
    { kind: 'done' },
    { kind: 'started' },
    { kind: 'assigned', vendor: 'Me' },
    { kind: 'scheduled', visit_on: '2030-05-01' },
  ]) {
    expect((await add(resident, id, body)).statusCode).toBe(403);
  }
  expect((await add(neighbour, id, { kind: 'reply', text: 'x' })).statusCode).toBe(404);
  expect((await server.call('GET', `/maintenance/${id}/events`, { as: neighbour })).statusCode).toBe(404);
  expect((await add(manager, id, { kind: 'confirmed' })).statusCode).toBe(403);
  expect(await kindsOf(manager, id)).toEqual(['reported']);
});

test.each([
  [{ kind: 'reply', text: ' ' }, 'text', 'Please write something.'],
  [{ kind: 'note' }, 'text', 'Please write something.'],
  [{ kind: 'assigned' }, 'vendor', 'Please choose a manager or name a vendor.'],
  [{ kind: 'assigned', assignee_id: 2 }, 'assignee_id', 'Please choose a manager.'],
  [{ kind: 'scheduled' }, 'visit_on', 'Please choose a day.'],
  [
    { kind: 'scheduled', visit_on: '2030-05-01', visit_from: '9' },
    'visit_from',
    'Please enter a time such as 09:30.',
  ],
  [
    { kind: 'scheduled', visit_on: '2030-05-01', visit_from: '11:00', visit_to: '10:00' },
    'visit_to',
    'Please enter a time after the first one.',
  ],
])('an event like %o is refused at the field', async (body, field, message) => {
  const answer = await add(manager, await reported(), body);
  expect(answer.statusCode).toBe(400);
  expect(answer.json<Failure>().fields).toEqual({ [field]: message });
});

test('a reply of more than 2,000 characters is refused at the field', async () => {
  const answer = await add(manager, await reported(), { kind: 'reply', text: 'x'.repeat(2001) });
  expect(answer.json<Failure>().fields).toEqual({ text: 'Please use at most 2000 characters.' });
});

test('the same reply sent twice is stored once, and its stored answer has nothing of the others', async () => {
  const id = await reported();
  await added(resident, id, { kind: 'reply', text: 'A secret of the first one' });
  const key = crypto.randomUUID();
  const first = await added(resident, id, { kind: 'reply', text: 'Hello' }, { key });
  expect(await added(resident, id, { kind: 'reply', text: 'Hello' }, { key })).toEqual(first);
  expect(JSON.stringify(first)).not.toContain('A secret');
  expect(await kindsOf(resident, id)).toEqual(['reported', 'reply', 'reply']);
});

test('events cannot be changed, and go with their request', async () => {
  const id = await reported();
  await added(resident, id, { kind: 'reply', text: 'It is worse' });
  await expect(
    server.database.sql`update maintenance_events set text = 'x' where maintenance_request_id = ${id}`,
  ).rejects.toThrow('append-only');
  await server.database.sql`delete from maintenance_requests where id = ${id}`;
  expect(await server.database.sql`select 1 from maintenance_events`).toEqual([]);
});

test('a newcomer’s request that management only noted something on is a record of its work', async () => {
  const id = await reported(40, newcomer);
  await server.database
    .sql`update maintenance_requests set received_at = now() - interval '40 days' where id = ${id}`;
  await added(manager, id, { kind: 'note', text: 'Called them' });
  await deleteUnconfirmedRequests(server.app.context, AbortSignal.any([]));
  expect(await kindsOf(manager, id)).toEqual(['reported', 'note']);
});
