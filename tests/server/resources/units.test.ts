import { afterEach, beforeEach, expect } from 'vitest';
import type { Unit } from '../../../contract/units/unit.ts';
import { manager, server, test } from '../../support/server/world.ts';
import { create, update, read, made, freeTenants } from '../../support/server/resources/units.ts';

const list = async () => (await server.call('GET', '/units', { as: manager })).json<Unit[]>();
beforeEach(async () => {
  await server.database.sql`
    delete from units where id > 5 and id not in (select unit_id from transactions where unit_id is not null)`;
});

test('a new unit is answered completely, and is in the list', async () => {
  const body = {
    propertyId: 2,
    unitNumber: ' 3C ',
    rentAmount: 1299.99,
    notes: 'Corner unit',
    tenants: 'The Lees',
  };
  const answer = await create(body);
  expect(answer.statusCode).toBe(201);
  const unit = answer.json<Unit>();
  expect(unit).toEqual({
    id: unit.id,
    property_id: 2,
    property_name: 'Harbor House',
    unit_number: '3C',
    rent_amount: 1299.99,
    notes: 'Corner unit',
    tenants: 'The Lees',
    area: null,
    tenant_info: [],
  });
  expect(await list()).toContainEqual(unit);
  expect((await read(unit.id)).json()).toEqual(unit);
});

test.each([
  ['left out', { propertyId: 2, unitNumber: '9' }],
  ['null', { propertyId: 2, unitNumber: '9', rentAmount: null, notes: null, tenants: null }],
  ['blank', { propertyId: 2, unitNumber: '9', notes: '  ', tenants: '' }],
])('rent, notes and tenants may be %s', async (_, body) => {
  const answer = await create(body);
  expect(answer.statusCode).toBe(201);
  expect(answer.json()).toMatchObject({ rent_amount: null, notes: null, tenants: null });
});

const RENT = 'Rent amount must be a number that is not negative.';
const refusals: [field: string, values: unknown[], message: string][] = [
  ['property', [undefined, null, '', 0, '2', 1.5], 'Property ID is required'],
  ['number', [undefined, null, '', '  ', 7], 'Unit number is required'],
  ['number', ['0', '-1', '-101', ' 0 ', '0.5'], 'Unit number must be 1 or more.'],
  ['number', ['1'.repeat(21)], 'Please use at most 20 characters.'],
  ['rent', ['1200', -0.01, true], RENT],
  ['rent', [1200.005], 'Rent amount can have at most 2 decimals.'],
  ['rent', [1_000_000.01], 'Rent amount can be at most 1,000,000.'],
  ['notes', ['x'.repeat(2001)], 'Please use at most 2000 characters.'],
  ['notes', [5], 'Notes must be text.'],
  ['notes', ['a\0b'], 'This text contains a character that cannot be stored.'],
  ['tenants', ['x'.repeat(501)], 'Please use at most 500 characters.'],
  ['tenants', [false], 'Tenants must be text.'],
];
const created = { property: 'propertyId', number: 'unitNumber', rent: 'rentAmount' } as Record<
  string,
  string
>;
const updated = { property: 'property_id', number: 'unit_number', rent: 'rent_amount' } as Record<
  string,
  string
>;

test.each(refusals.flatMap(([field, values, message]) => values.map((value) => [field, value, message])))(
  'a unit cannot have the %s %j: %s',
  async (field, value, message) => {
    const before = await list();
    const asNew = created[field as string] ?? (field as string);
    const answer = await create({ propertyId: 2, unitNumber: '900', [asNew]: value });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ message, fields: { [asNew]: message } });
    // A change that leaves something out leaves it as it is.
    if (value !== undefined) {
      const asChange = updated[field as string] ?? (field as string);
      const change = await update(4, { [asChange]: value });
      expect(change.statusCode).toBe(400);
      expect(change.json()).toMatchObject({ fields: { [asChange]: message } });
    }
    expect(await list()).toEqual(before);
  },
);

test('a unit number is text and unique within its property', async () => {
  const message = 'This property already has a unit 2B.';
  const unit = await made('2B');
  expect(unit.unit_number).toBe('2B');
  const twice = await create({ propertyId: 2, unitNumber: '2B' });
  expect(twice.statusCode).toBe(409);
  expect(twice.json()).toMatchObject({ message, fields: { unitNumber: message } });
  const moved = await update(unit.id, { property_id: 1 });
  expect(moved.statusCode).toBe(409);
  expect(moved.json()).toMatchObject({ message, fields: { unit_number: message } });
});

test('"2b" and "2B" are one unit of a property, also where a request names it', async () => {
  const unit = await made('7D');
  const twice = await create({ propertyId: 2, unitNumber: '7d' });
  expect(twice.statusCode).toBe(409);
  expect(twice.json()).toMatchObject({ message: 'This property already has a unit 7d.' });
  const renamed = await update(unit.id, { unit_number: '7d' });
  expect(renamed.json()).toMatchObject({ unit_number: '7d' });
  const request = await server.call('POST', '/maintenance', {
    as: manager,
    body: { information: 'The bell is silent.', unit_number: '7D' },
  });
  expect(request.json()).toMatchObject({ unit_id: unit.id, unit_number: '7d' });
  await server.database.sql`delete from maintenance_requests where unit_id = ${unit.id}`;
});

test('units of two properties with one name are told apart by the address, and by the id where that is the same', async () => {
  const namesake = async (propertyName: string, address: string) => {
    const answer = await server.call('POST', '/properties', { as: manager, body: { propertyName, address } });
    const { id } = answer.json<{ id: number }>();
    await create({ propertyId: id, unitNumber: '1' });
    return id;
  };
  const third = await namesake('harbor house', '9 Pier Lane');
  const place = async (id: number) => (await list()).find((unit) => unit.property_id === id)?.property_name;
  expect(await place(2)).toBe('Harbor House (4 Quay Road)');
  expect(await place(third)).toBe('harbor house (9 Pier Lane)');
  const fourth = await namesake('Harbor House', '4 quay road');
  expect(await place(fourth)).toBe(`Harbor House (ID ${fourth})`);
  expect(await place(1)).toBe('Maple Court');
  await server.database.sql`delete from units where property_id = any(${[third, fourth]})`;
  await server.database.sql`delete from properties where id = any(${[third, fourth]})`;
  expect(await place(2)).toBe('Harbor House');
});

test('a unit of an unknown property is refused at the field', async () => {
  const message = 'There is no such property.';
  const answer = await create({ propertyId: 77, unitNumber: '1' });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ message, fields: { propertyId: message } });
  const moved = await update(4, { property_id: 77 });
  expect(moved.statusCode).toBe(400);
  expect(moved.json()).toMatchObject({ message, fields: { property_id: message } });
});

test('a unit sent twice with one key is created once', async () => {
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const body = { propertyId: 2, unitNumber: '77' };
  const [first, second] = [await create(body, headers), await create(body, headers)];
  expect(second.json()).toEqual(first.json());
  expect((await list()).filter(({ unit_number }) => unit_number === '77')).toHaveLength(1);
});

test('an update changes only the fields it names, can clear optional ones, and answers the tenants', async () => {
  const unit = await made('8', { rentAmount: 900, notes: 'Quiet', tenants: 'Lee' });
  const answer = await update(unit.id, { rent_amount: null, notes: '', property_id: 1 });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    ...unit,
    property_id: 1,
    property_name: 'Maple Court',
    rent_amount: null,
    notes: null,
  });
  expect((await update(1, { unit_number: '101' })).json()).toMatchObject({
    tenant_info: [{ first_name: 'Robin', last_name: 'Hale' }],
  });
});

test('tenants are listed by when they came into the unit, the one who is billed first, whatever the age of their accounts', async () => {
  const unit = await made('12');
  const tenants = async () =>
    (await list()).find(({ id }) => id === unit.id)!.tenant_info.map(({ first_name }) => first_name);
  const move = async (id: number, to: number | null) => {
    const answer = await server.call('PUT', `/users/${id}`, { as: manager, body: { unit: to } });
    expect(answer.statusCode).toBe(200);
  };
  // The newcomer's account is the youngest.
  await move(4, unit.id);
  await move(3, unit.id);
  expect(await tenants()).toEqual(['Nico', 'Noor']);
  // What is no move changes nothing.
  await server.call('PUT', '/users/4', { as: manager, body: { firstName: 'Nick', unit: unit.id } });
  expect(await tenants()).toEqual(['Nick', 'Noor']);
  await move(4, null);
  await move(4, unit.id);
  expect(await tenants()).toEqual(['Noor', 'Nick']);
  await server.database.sql`update users set unit = 2 where id = 3`;
  await server.database
    .sql`update users set unit = null, unit_claim = '201', first_name = 'Nico' where id = 4`;
});

test('units are listed by property and in natural order of their numbers', async () => {
  for (const number of ['10', '2', 'A1', '2A']) await made(number);
  const numbers = (await list()).filter(({ property_id }) => property_id === 2);
  expect(numbers.map(({ unit_number }) => unit_number)).toEqual(['2', '2A', '10', '101', '201', 'A1']);
});
afterEach(freeTenants);
