import { afterEach, beforeEach, expect } from 'vitest';
import type { AuditEntry } from '../../../contract/audit/audit.ts';
import type { Unit } from '../../../contract/units/unit.ts';
import { manager, server, test } from '../../support/server/world.ts';
import { create, update, read, made, freeTenants } from '../../support/server/resources/units.ts';

const remove = (id: number) => server.call('DELETE', `/units/${id}`, { as: manager });
const changes = async (id: number) =>
  (await server.call('GET', `/audit?subject=unit&id=${id}`, { as: manager })).json<AuditEntry[]>();
beforeEach(async () => {
  await server.database.sql`
    delete from units where id > 5 and id not in (select unit_id from transactions where unit_id is not null)`;
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
afterEach(freeTenants);

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
