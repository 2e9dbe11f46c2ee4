import { afterEach, beforeEach, expect, test } from 'vitest';
import type { MaintenanceRequest } from '../../../contract/maintenance.ts';
import { isDue, sweep } from '../../../server/jobs/jobs.ts';
import { deleteAbandonedUploads } from '../../../server/photos/pendingUploads.ts';
import { receivedPhoto, storePhotos } from '../../../server/photos/uploads.ts';
import { photo, reportForm, testServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await testServer();
});
afterEach(() => server.close());

/** Stores a photo as a server does that dies before its request is made. */
async function leaveBehind(): Promise<string> {
  const [stored] = await storePhotos(server.app.context, [receivedPhoto('leak.jpg', await photo())]);
  return stored!.id;
}

const report = async () =>
  server.call('POST', '/maintenance', {
    as: await server.token('resident'),
    form: reportForm({ information: 'Leak' }, { 'leak.jpg': await photo() }),
  });

const passMinutes = (minutes: number) =>
  server.database.sql`update announced_photos set at = at - make_interval(mins => ${minutes})`;

test('photos that a dead server left behind are removed after an hour, and no others', async () => {
  const made = (await report()).json<MaintenanceRequest>();
  const kept = await server.storedPhotos();
  await leaveBehind();
  await passMinutes(59);
  await deleteAbandonedUploads(server.app.context);
  expect((await server.storedPhotos()).length).toBe(kept.length + 2);
  await passMinutes(2);
  const young = await leaveBehind();
  await deleteAbandonedUploads(server.app.context);
  expect((await server.storedPhotos()).sort()).toEqual(
    [...kept, `${young}.jpg`, `${young}-thumbnail.jpg`].sort(),
  );
  expect((await server.app.inject(made.photos[0]!.photo_url)).statusCode).toBe(200);
});

test('nothing is remembered of photos that have their request', async () => {
  await report();
  expect(await server.database.sql`select id from announced_photos`).toEqual([]);
});

test('photos that could not be removed are tried again', async () => {
  await leaveBehind();
  await passMinutes(61);
  const { photos } = server.app.context;
  const { remove } = photos;
  photos.remove = () => Promise.reject(new Error('The disk is away.'));
  await expect(deleteAbandonedUploads(server.app.context)).rejects.toThrow('The disk is away.');
  photos.remove = remove;
  await deleteAbandonedUploads(server.app.context);
  expect(await server.storedPhotos()).toEqual([]);
  expect(await server.database.sql`select id from announced_photos`).toEqual([]);
});

test('a request that took so long that its photos are being removed is not made without them', async () => {
  const { photos, database } = server.app.context;
  const { put } = photos;
  photos.put = async (name, bytes) => {
    await put(name, bytes);
    // As the sweep of another process does, before it gets to the files.
    await database.sql`update announced_photos set condemned = true`;
  };
  expect((await report()).statusCode).toBe(500);
  expect(await database.sql`select id from maintenance_requests`).toEqual([]);
  photos.put = put;
  expect((await report()).statusCode).toBe(201);
});

test('work that is due is begun once, by whoever asks first', async () => {
  const { sql } = server.database;
  const asked = await Promise.all(Array.from({ length: 5 }, () => isDue(sql, 'paint', 60)));
  expect(asked.filter(Boolean)).toHaveLength(1);
  await sql`update jobs set begun_at = now() - interval '59 minutes'`;
  expect(await isDue(sql, 'paint', 60)).toBe(false);
  await sql`update jobs set begun_at = now() - interval '61 minutes'`;
  expect(await isDue(sql, 'paint', 60)).toBe(true);
  expect(await isDue(sql, 'mow', 60)).toBe(true);
});

test('the sweep takes everything that is over', async () => {
  await leaveBehind();
  await passMinutes(61);
  const { sql } = server.database;
  await sql`insert into attempts (subject, at) values ('a guess', now() - interval '3 hours')`;
  await sql`insert into sessions (user_id, expires_at) values (2, now() - interval '2 days')`;
  await sql`
    insert into idempotency_keys (user_id, route, key, request_digest, created_at)
    values (2, 'POST /maintenance', gen_random_uuid(), '', now() - interval '91 days')`;
  await sweep(server.app.context);
  for (const left of await Promise.all([
    sql`select 1 from attempts`,
    sql`select 1 from sessions`,
    sql`select 1 from idempotency_keys`,
    sql`select 1 from announced_photos`,
  ])) {
    expect(left).toEqual([]);
  }
});
