import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import type { Inspection, SavedInspection } from '../../../contract/inspections/inspection.ts';
import { deleteAbandonedUploads } from '../../../server/photos/pendingUploads.ts';
import { leaseOf, ofHome, ofTenant, save, SIGNED, walk } from '../../support/server/leases/inspections.ts';
import { senderTo, sha256 } from '../../support/server/photos/uploads.ts';
import { photo } from '../../support/server/server.ts';
import { manager, resident, server, test } from '../../support/server/world.ts';

const taken_at = '2026-05-26T15:12:00.000Z';
const floorWith = (photos: readonly Buffer[]): SavedInspection['rooms'] => [
  {
    name: 'Kitchen',
    items: [
      {
        ...{ name: 'Floor', condition: 'Damaged' as const, remark: null },
        photos: photos.map((each) => ({ sha256: sha256(each), taken_at })),
      },
    ],
  },
];

async function saved(id: string, body: SavedInspection): Promise<Inspection> {
  const answer = await save(id, body);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<Inspection>();
}
const send = (id: string, bytes: Buffer, as = manager) =>
  senderTo(`/records/inspection/${id}`, bytes, as).send();
const one = async (id: string) => (await ofHome()).find((each) => each.id === id)!;

test('a photo of an item comes after the walk, and its tenants see it with when it was taken', async () => {
  const id = randomUUID();
  const red = await photo('red');
  const lease_id = await leaseOf(2);
  const walked = await saved(id, { ...walk({ lease_id }), ...SIGNED, rooms: floorWith([red]) });
  expect(walked).toMatchObject({ photos: [], awaited_photos: 1 });
  expect((await send(id, red)).statusCode).toBe(200);
  const own = (await ofTenant(resident)).find((each) => each.id === id)!;
  expect(own).toMatchObject({ awaited_photos: 0, photos: [{ sha256: sha256(red) }] });
  expect(own.rooms[0]?.items[0]?.photos).toEqual([{ sha256: sha256(red), taken_at }]);
  const picture = await server.app.inject({ method: 'GET', url: own.photos![0]!.photo_url });
  expect(picture.statusCode).toBe(200);
});

test('tenants send no photos of an inspection', async () => {
  const id = randomUUID();
  const red = await photo('red');
  await saved(id, walk({ rooms: floorWith([red]) }));
  const calls = senderTo(`/records/inspection/${id}`, red, resident);
  for (const call of [calls.begin, () => calls.append(0), calls.attach])
    expect((await call()).statusCode).toBe(404);
});

test('a photo that is taken off a draft is deleted, with its files', async () => {
  const id = randomUUID();
  const [red, green] = [await photo('red'), await photo('green')];
  const first = await saved(id, walk({ rooms: floorWith([red, green]) }));
  await send(id, red);
  const [there] = (await one(id)).photos!;
  const { version } = first;
  const next = await saved(id, walk({ rooms: floorWith([green]), version }));
  expect(next).toMatchObject({ photos: [], awaited_photos: 1 });
  await deleteAbandonedUploads(server.app.context);
  expect(await server.storedPhotos()).not.toContain(`${there!.id}.jpg`);
  const late = await senderTo(`/records/inspection/${id}`, red, manager).begin();
  expect([late.statusCode, late.json<Failure>().code]).toEqual([409, 'not_named']);
});

test('a finalized inspection takes the photos that it was signed with, and the database refuses all other changes of them', async () => {
  const id = randomUUID();
  const [red, green] = [await photo('red'), await photo('green')];
  const body = { ...walk(), ...SIGNED, rooms: floorWith([red, green]) };
  await saved(id, body);
  await send(id, red);
  expect(await saved(id, body)).toMatchObject({ awaited_photos: 1 });
  const { sql } = server.database;
  const changes = [
    sql`insert into named_photos (record_kind, record_id, sha256, position) values ('inspection', ${id}, 'f', 9)`,
    sql`delete from named_photos where record_id = ${id} and photo_id is null`,
    sql`update named_photos set photo_id = null where record_id = ${id} and photo_id is not null`,
    sql`update named_photos set sha256 = 'f' where record_id = ${id} and photo_id is null`,
    sql`delete from photos where id = (select photo_id from named_photos where record_id = ${id} and photo_id is not null)`,
  ];
  for (const change of changes) await expect(change).rejects.toThrow('finalized');
  expect((await send(id, green)).statusCode).toBe(200);
  expect((await one(id)).photos).toHaveLength(2);
  const other = await save(id, { ...body, rooms: floorWith([red]) });
  expect([other.statusCode, other.json<Failure>().code]).toEqual([409, 'inspection_finalized']);
});

test('the photos of a draft that is deleted are deleted with it', async () => {
  const id = randomUUID();
  const red = await photo('red');
  await saved(id, walk({ rooms: floorWith([red]) }));
  await send(id, red);
  const [there] = (await one(id)).photos!;
  await server.call('DELETE', `/inspections/${id}`, { as: manager });
  await deleteAbandonedUploads(server.app.context);
  expect(await server.storedPhotos()).not.toContain(`${there!.id}.jpg`);
  expect(await server.database.sql`select 1 from named_photos where record_id = ${id}`).toEqual([]);
});

test('an inspection has at most 100 photos, and an item 10', async () => {
  const digests = (count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => ({
      sha256: (from + index).toString(16).padStart(64, '0'),
      taken_at,
    }));
  const item = (photos: object[]) => ({ name: 'Floor', condition: null, remark: null, photos });
  const rooms = (items: object[]) => ({ ...walk(), rooms: [{ name: 'Kitchen', items }] });
  const tooMany = await save(randomUUID(), rooms([item(digests(11))]));
  expect([tooMany.statusCode, tooMany.json<Failure>().message]).toEqual([
    400,
    'An item can have at most 10 photos.',
  ]);
  const items = Array.from({ length: 11 }, (_, index) => item(digests(10, index * 10)));
  const ofAll = await save(randomUUID(), rooms(items));
  expect(ofAll.json<Failure>().message).toBe('An inspection has at most 100 photos.');
});
