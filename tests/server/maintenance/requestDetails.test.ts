import { beforeEach, expect } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import type { MaintenanceRequest } from '../../../contract/maintenance/maintenance.ts';
import { latest } from '../../support/server/notifications/events.ts';
import { list, made, report, update } from '../../support/server/resources/maintenance.ts';
import { manager, newcomer, resident, server, test } from '../../support/server/world.ts';

beforeEach(async () => {
  await server.database.sql`delete from maintenance_requests`;
});

const details = {
  category: 'Plumbing',
  room: 'Kitchen',
  urgency: 'Soon',
  may_enter: true,
  entry_hours: 'weekdays from 9',
  pets: 'a dog',
};
const asFields = { ...details, may_enter: 'true' };

test('a report says what it is about, where, how urgent it is, who may enter when, and which pets there are', async () => {
  const request = await made(resident, { information: 'It drips.', ...asFields });
  expect(request).toMatchObject(details);
  expect(await list(manager)).toMatchObject([details]);
});

test('a report may leave out all of it, as the app of the version before does', async () => {
  expect(await made(resident, { information: 'It drips.' })).toMatchObject({
    category: null,
    room: null,
    urgency: null,
    may_enter: false,
    entry_hours: null,
    pets: null,
  });
});

test('an edit changes what it names, blank takes it back, and what it leaves out stays', async () => {
  const { id } = await made(resident, { information: 'It drips.', ...asFields });
  const untouched = await update(resident, id, { information: 'It pours.' });
  expect(untouched.json<MaintenanceRequest>()).toMatchObject({ information: 'It pours.', ...details });
  const changed = await update(resident, id, {
    information: 'It pours.',
    category: 'Appliance',
    room: '',
    may_enter: 'false',
  });
  expect(changed.json<MaintenanceRequest>()).toMatchObject({
    ...details,
    category: 'Appliance',
    room: null,
    may_enter: false,
  });
});

test.each([
  ['category', 'Roof', 'Please choose a category.'],
  ['urgency', 'Now', 'Please choose how urgent it is.'],
  ['may_enter', '"yes"', 'may_enter is true or false.'],
  ['pets', 'x'.repeat(201), 'Please use at most 200 characters.'],
])('a report with the %s “%s” is refused at the field', async (field, value, message) => {
  const answer = await report(resident, { information: 'It drips.', [field]: value });
  expect(answer.statusCode).toBe(400);
  expect(answer.json<Failure>().fields).toEqual({ [field]: message });
});

test('managers are told of an emergency at once, at night too, but not of one by somebody whom nobody knows', async () => {
  await report(resident, { information: 'Water runs out of the wall.', urgency: 'Emergency' });
  expect(await latest(manager)).toMatchObject({
    title: 'Emergency reported by Robin Hale, unit 101',
    urgent: true,
  });
  await report(resident, { information: 'The tap drips.', urgency: 'Soon' });
  expect(await latest(manager)).toMatchObject({
    title: 'New request by Robin Hale, unit 101',
    urgent: false,
  });
  await report(newcomer, { information: 'Wake up.', urgency: 'Emergency' });
  expect(await latest(manager)).toMatchObject({ title: 'New request by Nico Berg', urgent: false });
});
