import { beforeEach, expect } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import type { MaintenanceRequest } from '../../../contract/maintenance/maintenance.ts';
import { manager, newcomer, resident, server, test } from '../../support/server/world.ts';
import { report, update, cancel, complete, list, made } from '../../support/server/resources/maintenance.ts';

beforeEach(async () => {
  await server.database.sql`delete from maintenance_requests`;
});

test('a resident’s report is for their own unit, whatever unit they send', async () => {
  const answer = await report(resident, { information: '  The sink drips. ', unit_id: '5' });
  expect(answer.statusCode).toBe(201);
  expect(answer.json()).toMatchObject({
    user_id: 2,
    first_name: 'Robin',
    last_name: 'Hale',
    unit_id: 1,
    unit_number: '101',
    property_name: 'Maple Court',
    unit_claim: null,
    information: 'The sink drips.',
    completed: false,
    completed_at: null,
    photos: [],
  });
  expect(await list(resident)).toEqual([answer.json()]);
});

test('a report may be sent as JSON', async () => {
  const answer = await server.call('POST', '/maintenance', { as: resident, body: { information: 'Mice' } });
  expect(answer.statusCode).toBe(201);
});

test('a report with a blank issue is refused with a message', async () => {
  for (const fields of [{ information: ' \n ' }, {}] as Record<string, string>[]) {
    const answer = await report(resident, fields);
    expect(answer.statusCode).toBe(400);
    expect(answer.json<Failure>()).toMatchObject({
      message: 'Please describe the issue.',
      error: 'Please describe the issue.',
      code: 'invalid',
      fields: { information: 'Please describe the issue.' },
    });
  }
});

test('an issue has at most 5,000 characters', async () => {
  expect((await report(resident, { information: 'é'.repeat(5000) })).statusCode).toBe(201);
  expect((await report(resident, { information: 'é'.repeat(5001) })).json<Failure>().fields).toEqual({
    information: 'Please use at most 5000 characters.',
  });
});

test('someone without a confirmed unit may report, and management sees the unit number they claim', async () => {
  const own = await made(newcomer, { information: 'No heating' });
  expect(own).toMatchObject({ unit_id: null, unit_number: null, unit_claim: '201' });
  expect(await list(manager)).toMatchObject([{ id: own.id, unit_claim: '201', first_name: 'Nico' }]);
});

test('a report is dated when it was written, not when it arrived', async () => {
  const written = new Date(Date.now() - 5 * 60 * 60 * 1000).toISOString();
  const answer = await report(resident, { information: 'Garage door' }, { 'captured-at': written });
  expect(answer.json<MaintenanceRequest>().created_at).toBe(written);
});

test('a report is dated at most 30 days back, and never in the future', async () => {
  const day = 24 * 60 * 60 * 1000;
  const old = await report(resident, { information: 'Old' }, { 'captured-at': '2020-01-01T00:00:00Z' });
  const early = Date.parse(old.json<MaintenanceRequest>().created_at);
  expect(Math.abs(early - (Date.now() - 30 * day))).toBeLessThan(60_000);
  const ahead = new Date(Date.now() + day).toISOString();
  const late = await report(resident, { information: 'New' }, { 'captured-at': ahead });
  expect(Date.parse(late.json<MaintenanceRequest>().created_at)).toBeLessThanOrEqual(Date.now());
});

test.each(['yesterday', '2026-05-01', '2026-05-01T08:00:00'])(
  'the Captured-At header “%s” is refused with 400',
  async (time) => {
    const answer = await report(resident, { information: 'x' }, { 'captured-at': time });
    expect(answer.statusCode).toBe(400);
  },
);

test('a manager reports for a unit by its id', async () => {
  expect(await made(manager, { information: 'Roof', unit_id: '5' })).toMatchObject({
    unit_id: 5,
    unit_number: '201',
    property_name: 'Harbor House',
    first_name: 'Morgan',
  });
});

test('a manager reports for a unit by its number', async () => {
  expect(await made(manager, { information: 'Roof', unit_number: '2B' })).toMatchObject({ unit_id: 3 });
});

test('a unit number that two properties have is a conflict that names them', async () => {
  const answer = await report(manager, { information: 'Roof', unit_number: '101' });
  expect(answer.statusCode).toBe(409);
  expect(answer.json<Failure>().message).toBe(
    'There is a unit 101 at Maple Court and Harbor House: please say which by unit_id.',
  );
});

test('the unit id decides if a report has id and number', async () => {
  expect(await made(manager, { information: 'Roof', unit_id: '4', unit_number: '101' })).toMatchObject({
    unit_id: 4,
  });
});

test('a manager’s report without a unit or with an unknown one is refused', async () => {
  expect((await report(manager, { information: 'Roof' })).json<Failure>().fields).toEqual({
    unit_id: 'Please select a unit.',
  });
  expect((await report(manager, { information: 'Roof', unit_id: '88' })).json<Failure>().fields).toEqual({
    unit_id: 'There is no such unit.',
  });
  expect((await report(manager, { information: 'Roof', unit_number: '9' })).json<Failure>().fields).toEqual({
    unit_number: 'There is no such unit.',
  });
});

test('a unit id as text is refused', async () => {
  expect((await report(manager, { information: 'Roof', unit_id: '"5"' })).statusCode).toBe(400);
  expect((await report(manager, { information: 'Roof', unit_id: 'five' })).statusCode).toBe(400);
  const json = await server.call('POST', '/maintenance', {
    as: manager,
    body: { information: 'Roof', unit_id: '5' },
  });
  expect(json.json<Failure>().fields).toEqual({ unit_id: 'Please select a unit.' });
});

test('a resident sees their own requests and those management reported for their unit, newest first', async () => {
  await report(
    resident,
    { information: 'Mine' },
    { 'captured-at': new Date(Date.now() - 60_000).toISOString() },
  );
  await report(manager, { information: 'Inspection of 101', unit_id: '1' });
  await report(manager, { information: 'Elsewhere', unit_id: '2' });
  await report(newcomer, { information: 'Not theirs' });
  expect((await list(resident)).map((each) => each.information)).toEqual(['Inspection of 101', 'Mine']);
  expect((await list(newcomer)).map((each) => each.information)).toEqual(['Not theirs']);
  expect(await list(manager)).toHaveLength(4);
});

test('a tenant does not see the requests of another tenant of the same unit', async () => {
  await server.database.sql`update users set unit = 1 where username = 'newcomer'`;
  await report(resident, { information: 'Mine' });
  expect(await list(newcomer)).toEqual([]);
  await server.database.sql`update users set unit = null where username = 'newcomer'`;
});

test('a report stays visible to the same people when its author becomes a manager or stops being one', async () => {
  await server.database.sql`update users set unit = 1 where username = 'newcomer'`;
  const own = await made(newcomer, { information: 'Private' });
  const inspection = await made(manager, { information: 'Inspection', unit_id: '1' });
  await server.database.sql`
    update users set is_manager = not is_manager where username in ('manager', 'newcomer')`;
  try {
    expect((await list(resident)).map((each) => each.id)).toEqual([inspection.id]);
    expect((await update(resident, own.id, { information: 'Mine now' })).statusCode).toBe(404);
  } finally {
    await server.database.sql`
      update users set is_manager = not is_manager where username in ('manager', 'newcomer')`;
    await server.database.sql`update users set unit = null where username = 'newcomer'`;
  }
});

test('a resident can read requests reported by management, but not change them', async () => {
  const { id } = await made(manager, { information: 'Inspection', unit_id: '1' });
  for (const answer of [await update(resident, id, { information: 'No' }), await cancel(resident, id)]) {
    expect(answer.statusCode).toBe(403);
    expect(answer.json<Failure>().message).toBe('Only management can change this request.');
  }
});

test('the list of requests can be filtered by open or completed', async () => {
  const first = await made(resident, { information: 'First' });
  const second = await made(resident, { information: 'Second' });
  await complete(first.id);
  expect((await list(resident, '?completed=true')).map((each) => each.id)).toEqual([first.id]);
  expect((await list(manager, '?completed=false')).map((each) => each.id)).toEqual([second.id]);
  const maybe = await server.call('GET', '/maintenance?completed=maybe', { as: resident });
  expect(maybe.statusCode).toBe(400);
  expect(maybe.json<Failure>().fields).toEqual({ completed: 'completed is true or false.' });
});
