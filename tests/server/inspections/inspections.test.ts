import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import {
  LONGEST_REMARK,
  MOST_ITEMS_OF_ALL,
  MOST_ROOMS,
  MOST_SIGNATURES,
  MOST_TENANT_REMARKS,
  type Inspection,
  type InspectionRow,
} from '../../../contract/inspections/inspection.ts';
import { MOST_POINTS } from '../../../contract/ledger/signature.ts';
import { MAX_PHOTOS } from '../../../contract/maintenance/maintenance.ts';
import { FIRST_TEMPLATE } from '../../../contract/inspections/template.ts';
import {
  leaseOf,
  ofHome,
  ofTenant,
  remark,
  save,
  SIGNED,
  walk,
} from '../../support/server/leases/inspections.ts';
import { isolatedTest as test, manager, resident, server } from '../../support/server/world.ts';

const code = (answer: { body: string }) => (JSON.parse(answer.body) as Failure).code;
const told = async (kind: string) => {
  const rows = await server.database.sql<{ username: string }>`
    select username from notifications join notification_events as event on event.id = event_id
    join users on users.id = user_id where kind = ${kind} order by username`;
  return rows.map(({ username }) => username);
};

test('an inspection is saved again and again as a draft, and finalized once at the time at which it was signed', async () => {
  const id = randomUUID();
  const first = walk();
  expect((await save(id, first)).json<Inspection>()).toMatchObject({ id, version: 1, finalized_at: null });
  const damaged = [
    { name: 'Kitchen', items: [{ name: 'Floor', condition: 'Damaged' as const, remark: 'Scratched' }] },
  ];
  await save(id, { ...first, rooms: damaged });
  const signedAt = new Date(Date.now() - 60 * 60_000).toISOString();
  const signed = await save(id, { ...first, rooms: damaged, ...SIGNED }, { 'captured-at': signedAt });
  expect(signed.json<Inspection>()).toMatchObject({
    ...{ version: 3, finalized_at: signedAt, rooms: damaged, signatures: SIGNED.signatures },
  });
  const [listed] = (await server.call('GET', '/inspections', { as: manager })).json<InspectionRow[]>();
  expect(listed).toMatchObject({ id, unit_number: '101', kind: 'Move-in', finalized_at: signedAt });
  expect(await ofHome()).toHaveLength(1);
});

test('the largest inspection that the contract takes is saved and finalized, in any script', async () => {
  const letter = '\u5bb6';
  const photos = Array.from({ length: MAX_PHOTOS }, (_, index) => ({
    sha256: String(index).repeat(64).slice(0, 64),
    taken_at: '2026-05-26T10:00:00.000Z',
  }));
  const item = {
    ...{
      name: letter.repeat(80),
      condition: 'Not applicable' as const,
      remark: letter.repeat(LONGEST_REMARK),
    },
    photos,
  };
  const rooms = Array.from({ length: MOST_ROOMS }, () => ({
    name: letter.repeat(80),
    items: Array.from({ length: Math.floor(MOST_ITEMS_OF_ALL / MOST_ROOMS) }, () => item),
  }));
  const strokes = [Array.from({ length: 2 * MOST_POINTS }, () => 199)];
  const signatures = Array.from({ length: MOST_SIGNATURES }, () => ({
    ...{ by: 'management' as const, name: letter.repeat(120), strokes },
  }));
  const largest = walk({ rooms, signatures, finalized: true });
  expect(Buffer.byteLength(JSON.stringify(largest))).toBeGreaterThan(1.5 * 1024 * 1024);
  const saved = await save(randomUUID(), largest, { 'idempotency-key': randomUUID() });
  expect(saved.statusCode, saved.body.slice(0, 300)).toBe(200);
  expect(saved.json<Inspection>()).toMatchObject({ rooms, signatures });
});

test('what was finalized is answered again to the device that saved it, and refused to any other content', async () => {
  const id = randomUUID();
  const final = walk(SIGNED);
  const first = (await save(id, final)).json<Inspection>();
  const again = await save(id, final);
  expect([again.statusCode, again.json<Inspection>()]).toEqual([200, first]);
  const other = await save(id, { ...final, kind: 'Move-out' });
  expect([other.statusCode, code(other)]).toEqual([409, 'inspection_finalized']);
  const deleted = await server.call('DELETE', `/inspections/${id}`, { as: manager });
  expect([deleted.statusCode, code(deleted)]).toEqual([409, 'inspection_finalized']);
});

test('the database itself refuses any change of a finalized inspection, and of a remark', async () => {
  const { sql } = server.database;
  const lease = await leaseOf(2);
  const id = randomUUID();
  await save(id, walk({ lease_id: lease, ...SIGNED }));
  await remark(id, resident);
  const refused = /is finalized/;
  await expect(sql`update inspections set rooms = '[]'`).rejects.toThrow(refused);
  await expect(sql`update inspections set finalized_at = null, remarks_until = null`).rejects.toThrow(
    refused,
  );
  await expect(sql`delete from inspections`).rejects.toThrow(refused);
  await expect(sql`update inspection_remarks set text = 'else'`).rejects.toThrow(/append-only/);
  await expect(sql`delete from inspection_remarks`).rejects.toThrow(/append-only/);
  await expect(sql`truncate inspections cascade`).rejects.toThrow();
  // Who saved it may be deleted.
  await sql`update inspections set saved_by = null`;
});

test('a draft that was saved elsewhere since it was opened is not overwritten', async () => {
  const id = randomUUID();
  const phone = walk();
  await save(id, phone);
  const tablet = walk({ version: 1 });
  expect((await save(id, tablet)).statusCode).toBe(200);
  const late = await save(id, phone);
  expect([late.statusCode, code(late)]).toEqual([409, 'inspection_changed']);
  expect((await ofHome())[0]?.copy).toBe(tablet.copy);
  expect((await server.call('DELETE', `/inspections/${id}`, { as: manager })).statusCode).toBe(200);
  expect(await ofHome()).toEqual([]);
});

test('an inspection is signed by management when it is finalized, and not before', async () => {
  const unsigned = await save(randomUUID(), walk({ finalized: true }));
  expect(unsigned.json<Failure>().fields).toEqual({
    signatures: 'Please sign for management before the inspection is finalized.',
  });
  const early = await save(randomUUID(), walk({ ...SIGNED, finalized: false }));
  expect(early.json<Failure>().message).toBe('An inspection is signed when it is finalized.');
});

test('the tenants of its lease read it once it is finalized, are told, and nobody else is', async () => {
  const lease = await leaseOf(2);
  const id = randomUUID();
  const draft = walk({ lease_id: lease });
  await save(id, draft);
  expect(await ofTenant(resident)).toEqual([]);
  await save(id, { ...draft, ...SIGNED });
  expect(await ofTenant(resident)).toMatchObject([{ id, signatures: SIGNED.signatures }]);
  expect(await told('inspection_finalized')).toEqual(['resident']);
  await server.database.sql`delete from lease_tenants`;
  expect(await ofTenant(resident)).toEqual([]);
  expect((await remark(id, resident)).statusCode).toBe(404);
});

test('a tenant adds remarks for the days that the community sets, however late they arrive, and no more than fit', async () => {
  const template = { ...FIRST_TEMPLATE, remark_days: 2 };
  await server.call('PUT', '/inspections/template', { as: manager, body: template });
  const lease = await leaseOf(2);
  const id = randomUUID();
  const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString();
  await save(id, walk({ lease_id: lease, ...SIGNED }), { 'captured-at': days(4) });

  // The walk came four days after it was signed, and all days are left.
  expect((await remark(id, resident, 'In time')).statusCode).toBe(201);
  expect((await ofTenant(resident))[0]?.remarks).toMatchObject([{ text: 'In time', name: 'Robin Hale' }]);
  expect(await told('inspection_remarked')).toEqual(['manager']);
  const { sql } = server.database;
  await sql`alter table inspections disable trigger user`;
  await sql`update inspections set remarks_until = remarks_until - 3 where id = ${id}`;
  await sql`alter table inspections enable trigger user`;
  const late = await remark(id, resident);
  expect([late.statusCode, code(late)]).toEqual([409, 'remarks_over']);
  expect((await remark(id, resident, 'Written in time', { 'captured-at': days(3) })).statusCode).toBe(201);

  await server.database.sql`
    insert into inspection_remarks (inspection_id, user_id, name, text)
    select ${id}, 2, 'Robin', 'again' from generate_series(3, ${MOST_TENANT_REMARKS})`;
  const over = await remark(id, resident, 'One more', { 'captured-at': days(3) });
  expect(over.json<Failure>().message).toBe('You can add at most 50 remarks to an inspection.');
});

test('the template is what the community makes of it, and its history tells what it was', async () => {
  const read = async () =>
    (await server.call('GET', '/inspections/template', { as: manager })).json<unknown>();
  expect(await read()).toEqual(FIRST_TEMPLATE);
  const own = { remark_days: 0, rooms: [{ name: 'Studio', items: [{ name: 'Floor' }] }] };
  await server.call('PUT', '/inspections/template', { as: manager, body: own });
  expect(await read()).toEqual(own);
  const [entry] = (await server.call('GET', '/audit?subject=community', { as: manager })).json<
    { changes: unknown }[]
  >();
  expect(entry?.changes).toMatchObject({
    remark_days: { before: 7, after: 0 },
    inspected_rooms: { after: 'Studio: Floor' },
  });
  const empty = await server.call('PUT', '/inspections/template', {
    as: manager,
    body: { remark_days: 61, rooms: [] },
  });
  expect(empty.json<Failure>().fields).toEqual({
    remark_days: 'Tenants may add remarks for 0 to 60 days.',
    rooms: 'Please leave at least one room.',
  });
});

test('a lease of another home, and a home that is not there, are refused', async () => {
  const lease = await leaseOf(2);
  expect((await save(randomUUID(), walk({ unit_id: 2, lease_id: lease }))).statusCode).toBe(404);
  expect((await save(randomUUID(), walk({ unit_id: 999 }))).statusCode).toBe(404);
});
