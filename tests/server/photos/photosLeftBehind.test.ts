import { expect } from 'vitest';
import type { MaintenanceRequest } from '../../../contract/maintenance/maintenance.ts';
import { deleteAbandonedUploads } from '../../../server/photos/pendingUploads.ts';
import { PhotoStoreUnavailable } from '../../../server/photos/store.ts';
import { receivedFile } from '../../../server/http/input/receivedFile.ts';
import { storePhotos } from '../../../server/photos/uploads.ts';
import { photo, reportForm } from '../../support/server/server.ts';
import { isolatedTest as test, resident, server } from '../../support/server/world.ts';

/** Stores a photo as a server does that dies before its request is made. */
async function leaveBehind(): Promise<string> {
  const [stored] = await storePhotos(server.app.context, [receivedFile('leak.jpg', await photo())]);
  return stored!.id;
}

const report = async () =>
  server.call('POST', '/maintenance', {
    as: resident,
    form: reportForm({ information: 'Leak' }, { 'leak.jpg': await photo() }),
  });

const passMinutes = (minutes: number) =>
  server.database.sql`update announced_photos set at = at - make_interval(mins => ${minutes})`;

test('photos of a killed server are deleted after an hour, and no others', async () => {
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

test('photos of a stored request are no longer pending uploads', async () => {
  await report();
  expect(await server.database.sql`select id from announced_photos`).toEqual([]);
});

test('photos that could not be deleted are tried again', async () => {
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

test('a report whose photos are being deleted as left behind is refused', async () => {
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

test('a report whose photos cannot be stored just now is told to come again, and one line of the log says why', async () => {
  const { photos } = server.app.context;
  photos.put = () => Promise.reject(new PhotoStoreUnavailable('The photo store does not answer.'));
  server.app.log.level = 'warn';
  const answer = await report();
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('5');
  expect(server.log.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ level: 40, msg: 'The photo store does not answer.' }),
  ]);
});
