import { afterEach, beforeEach, expect } from 'vitest';
import type { AuditEntry } from '../../../contract/audit/audit.ts';
import type { Unit } from '../../../contract/units/unit.ts';
import { manager, server, test } from '../../support/server/world.ts';

const create = (body: object, headers = {}) => server.call('POST', '/units', { as: manager, body, headers });
const update = (id: number, body: object) => server.call('PATCH', `/units/${id}`, { as: manager, body });
const remove = (id: number) => server.call('DELETE', `/units/${id}`, { as: manager });
const read = (id: number) => server.call('GET', `/units/${id}`, { as: manager });
const list = async () => (await server.call('GET', '/units', { as: manager })).json<Unit[]>();
const changes = async (id: number) =>
  (await server.call('GET', `/audit?subject=unit&id=${id}`, { as: manager })).json<AuditEntry[]>();

/** An empty unit of Harbor House. */
async function made(number: string, more: object = {}): Promise<Unit> {
  const answer = await create({ propertyId: 2, unitNumber: number, ...more });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Unit>();
}
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
  ['notes', ['a\0b'], 'This text holds a character that cannot be kept.'],
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

test.each([
  ['GET', undefined],
  ['PATCH', { notes: 'x' }],
  ['DELETE', undefined],
] as const)('%s of an unknown unit is 404', async (method, body) => {
  for (const id of ['999', '0', 'abc']) {
    const answer = await server.call(method, `/units/${id}`, { as: manager, ...(body ? { body } : {}) });
    expect(answer.statusCode, id).toBe(404);
  }
});

afterEach(async () => {
  const { sql } = server.database;
  await sql`update users set unit = null where id > 3`;
  await sql`update users set unit_claim = '201', is_current_user = true where username = 'newcomer'`;
  await sql`delete from maintenance_requests`;
});

async function refused(unit: Unit, why: string): Promise<void> {
  const answer = await remove(unit.id);
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({
    code: 'in_use',
    message: `Unit ${unit.unit_number} cannot be deleted: ${why}`,
  });
  expect((await read(unit.id)).json()).toMatchObject({ unit_number: unit.unit_number });
}

test('an unused unit can be deleted', async () => {
  const unit = await made('50');
  const answer = await remove(unit.id);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ message: 'Unit 50 deleted successfully' });
  expect((await read(unit.id)).statusCode).toBe(404);
  expect((await remove(unit.id)).statusCode).toBe(404);
});

test('deleting a unit with an active tenant is refused', async () => {
  const unit = await made('51');
  await server.database.sql`update users set unit = ${unit.id} where username = 'newcomer'`;
  await refused(unit, 'it has 1 active tenant.');
});

test('deleting a unit leaves a former tenant without a unit, with an audit entry', async () => {
  const unit = await made('52');
  await server.database.sql`
    update users set unit = ${unit.id}, is_current_user = false where username = 'newcomer'`;
  expect((await remove(unit.id)).statusCode).toBe(200);
  const former = await server.call('GET', '/users/4', { as: manager });
  expect(former.json()).toMatchObject({ unit: null });
  const entries = await server.call('GET', '/audit?subject=user&id=4', { as: manager });
  expect(entries.json<AuditEntry[]>()[0]).toMatchObject({
    action: 'changed',
    changes: { unit: { before: unit.id, after: null } },
  });
});

test('deleting a unit with maintenance requests is refused, even if they are cancelled', async () => {
  const unit = await made('53');
  await server.database.sql`
    insert into maintenance_requests (user_id, unit_id, information, cancelled_at)
    values (1, ${unit.id}, 'A', null), (1, ${unit.id}, 'B', null), (1, ${unit.id}, 'C', now())`;
  await refused(unit, 'it has 2 maintenance requests and 1 cancelled maintenance request.');
});

test('deleting a unit is refused while a claim is pending that no other unit matches', async () => {
  const unit = await made('54');
  await server.database.sql`update users set unit_claim = ' 054' where username = 'newcomer'`;
  await refused(unit, 'it has 1 resident waiting to be confirmed.');
  await create({ propertyId: 1, unitNumber: '54' });
  expect((await remove(unit.id)).statusCode).toBe(200);
});

test('deleting a unit with a ledger entry is refused', async () => {
  const unit = await made('55');
  await server.database.sql`
    insert into transactions (user_id, unit_id, amount, type, description) values (3, ${unit.id}, 5, 'Late Fee', 'Late')`;
  await refused(unit, 'it has 1 ledger entry.');
});

test('deleting a unit that another record refers to is refused with a message', async () => {
  const unit = await made('56');
  await server.database.sql`create table parking (unit_id integer references units)`;
  await server.database.sql`insert into parking values (${unit.id})`;
  await refused(unit, 'other records refer to it.');
  await server.database.sql`drop table parking`;
});

test('each change of a unit has an audit entry with author, old and new value', async () => {
  const unit = await made('60', { rentAmount: 1000 });
  await update(unit.id, { rent_amount: 1050.5, notes: 'New windows' });
  await update(unit.id, { rent_amount: 1050.5 });
  await update(unit.id, { unit_number: '101' });
  await remove(unit.id);
  const entries = await changes(unit.id);
  expect(entries.map(({ action, first_name, changes }) => ({ action, first_name, changes }))).toEqual([
    {
      action: 'deleted',
      first_name: 'Morgan',
      changes: {
        property_id: { before: 2, after: null },
        unit_number: { before: '60', after: null },
        rent_amount: { before: 1050.5, after: null },
        notes: { before: 'New windows', after: null },
      },
    },
    {
      action: 'changed',
      first_name: 'Morgan',
      changes: {
        rent_amount: { before: 1000, after: 1050.5 },
        notes: { before: null, after: 'New windows' },
      },
    },
    {
      action: 'created',
      first_name: 'Morgan',
      changes: {
        property_id: { before: null, after: 2 },
        unit_number: { before: null, after: '60' },
        rent_amount: { before: null, after: 1000 },
      },
    },
  ]);
});
