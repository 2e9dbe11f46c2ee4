import { expect } from 'vitest';
import type { AuditEntry } from '../../../contract/audit/audit.ts';
import type { Property } from '../../../contract/properties/property.ts';
import { manager, server, test } from '../../support/server/world.ts';

test('a resident reads all properties with their phone numbers, in the order they were created', async () => {
  const answer = await server.call('GET', '/properties', { as: await server.token('resident') });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual([
    {
      id: 1,
      property_name: 'Maple Court',
      address: '12 Maple Street',
      phone_number: '5550100001',
      total_units: 3,
      time_zone: null,
    },
    {
      id: 2,
      property_name: 'Harbor House',
      address: '4 Quay Road',
      phone_number: null,
      total_units: 2,
      time_zone: null,
    },
  ]);
});

test('properties are refused to someone who is not signed in', async () => {
  expect((await server.call('GET', '/properties')).statusCode).toBe(401);
});

const create = (body: object) => server.call('POST', '/properties', { as: manager, body });
const update = (id: number, body: object) => server.call('PATCH', `/properties/${id}`, { as: manager, body });
const remove = (id: number) => server.call('DELETE', `/properties/${id}`, { as: manager });
const read = (id: number) => server.call('GET', `/properties/${id}`, { as: manager });
const list = async () => (await server.call('GET', '/properties', { as: manager })).json<Property[]>();

test('a new property is answered completely, and is in the list', async () => {
  const answer = await create({
    propertyName: ' Quay View ',
    address: '9 Quay Road',
    phoneNumber: '555-010-0009',
    totalUnits: 12,
  });
  expect(answer.statusCode).toBe(201);
  const property = answer.json<Property>();
  expect(property).toEqual({
    id: property.id,
    property_name: 'Quay View',
    address: '9 Quay Road',
    phone_number: '555-010-0009',
    total_units: 12,
    time_zone: null,
  });
  expect(await list()).toContainEqual(property);
  expect((await read(property.id)).json()).toEqual(property);
  await remove(property.id);
});

test.each([{}, { phoneNumber: null, totalUnits: null }, { phoneNumber: ' ' }])(
  'the phone and the number of units of a property are optional: %j',
  async (more) => {
    const answer = await create({ propertyName: 'Bare', address: '1 Bare Lane', ...more });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({ phone_number: null, total_units: null });
    await remove(answer.json<Property>().id);
  },
);

const UNITS = 'Number of units must be a whole number of 1 or more.';
test.each([
  ['propertyName', 'property_name', undefined, 'Property name is required'],
  ['propertyName', 'property_name', '  ', 'Property name is required'],
  ['propertyName', 'property_name', null, 'Property name is required'],
  ['propertyName', 'property_name', 'x'.repeat(121), 'Please use at most 120 characters.'],
  ['address', 'address', undefined, 'Property address is required'],
  ['address', 'address', '', 'Property address is required'],
  ['address', 'address', 'x'.repeat(301), 'Please use at most 300 characters.'],
  ['phoneNumber', 'phone_number', 5550100001, 'Phone must be text.'],
  ['phoneNumber', 'phone_number', '5'.repeat(41), 'Please use at most 40 characters.'],
  ['timeZone', 'time_zone', 'Mars/Olympus', 'Time zone must be an IANA name such as America/Chicago.'],
  ['timeZone', 'time_zone', 5, 'Time zone must be an IANA name such as America/Chicago.'],
  ['totalUnits', 'total_units', 0, UNITS],
  ['totalUnits', 'total_units', -3, UNITS],
  ['totalUnits', 'total_units', 2.5, UNITS],
  ['totalUnits', 'total_units', '12', UNITS],
  ['totalUnits', 'total_units', 100_001, 'Number of units can be at most 100,000.'],
])('a property’s %s (%s) cannot be %j: %s', async (asNew, asChange, value, message) => {
  const answer = await create({ propertyName: 'Quay View', address: '9 Quay Road', [asNew]: value });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ message, fields: { [asNew]: message } });
  if (value === undefined) return;
  const change = await update(2, { [asChange]: value });
  expect(change.statusCode).toBe(400);
  expect(change.json()).toMatchObject({ message, fields: { [asChange]: message } });
  expect(await list()).toHaveLength(2);
});

test('an update of a property changes only the fields it names', async () => {
  const answer = await update(2, { phone_number: '5550100002' });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    id: 2,
    property_name: 'Harbor House',
    address: '4 Quay Road',
    phone_number: '5550100002',
    total_units: 2,
    time_zone: null,
  });
  expect((await update(2, { phone_number: '' })).json()).toMatchObject({ phone_number: null });
});

test('a property without units can be deleted', async () => {
  const { id } = (await create({ propertyName: 'Gone', address: '1 Gone Lane' })).json<Property>();
  const answer = await remove(id);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ message: 'Property "Gone" deleted successfully' });
  expect((await read(id)).statusCode).toBe(404);
  expect((await remove(id)).statusCode).toBe(404);
  expect((await update(id, { address: 'Elsewhere' })).statusCode).toBe(404);
});

test('deleting a property with units is refused', async () => {
  const answer = await remove(2);
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({
    code: 'in_use',
    message: 'Harbor House cannot be deleted: it has 2 units.',
  });
  expect(await list()).toHaveLength(2);
});

test('each change of a property has an audit entry', async () => {
  const { id } = (await create({ propertyName: 'Once', address: '1 Once Lane' })).json<Property>();
  await update(id, { property_name: 'Twice', address: '1 Once Lane' });
  await remove(id);
  const entries = await server.call('GET', `/audit?subject=property&id=${id}`, { as: manager });
  expect(
    entries.json<AuditEntry[]>().map(({ action, last_name, changes }) => [action, last_name, changes]),
  ).toEqual([
    [
      'deleted',
      'Reyes',
      { property_name: { before: 'Twice', after: null }, address: { before: '1 Once Lane', after: null } },
    ],
    ['changed', 'Reyes', { property_name: { before: 'Once', after: 'Twice' } }],
    [
      'created',
      'Reyes',
      { property_name: { before: null, after: 'Once' }, address: { before: null, after: '1 Once Lane' } },
    ],
  ]);
});

test('half a surrogate pair in a name is refused at its field, before the record of changes cannot hold it', async () => {
  const { id } = (await list())[0]!;
  const answer = await update(id, { property_name: 'Quay \ud83c' });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({
    fields: { property_name: 'This text contains a character that cannot be stored.' },
  });
});
