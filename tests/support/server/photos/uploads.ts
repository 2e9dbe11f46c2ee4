import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { MAX_PHOTO_PART_BYTES, type PhotoUpload } from '../../../../contract/photos/photoUpload.ts';
import type { MaintenanceRequest } from '../../../../contract/maintenance/maintenance.ts';
import { resident, server } from '../world.ts';

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Sends a photo of a request in parts, each call by itself. */
export function sender(id: number, bytes: Buffer, as = resident) {
  return senderTo(`/maintenance/${id}`, bytes, as);
}

/** The same of a photo of any record. */
export function senderTo(record: string, bytes: Buffer, as = resident) {
  const path = `${record}/photos/${sha256(bytes)}`;
  const calls = {
    begin: (filename = 'sink.jpg', size = bytes.length) =>
      server.call('PUT', path, { as, body: { filename, bytes: size } }),
    append: (from: number, until = bytes.length, part = bytes.subarray(from, until)) => {
      const form = new FormData();
      form.append('part', new Blob([new Uint8Array(part)]), 'part');
      return server.call('POST', `${path}/parts?from=${from}`, { as, form });
    },
    attach: () => server.call('PUT', `${path}/attachment`, { as }),
    /** All of what is not there yet. */
    async send(size = MAX_PHOTO_PART_BYTES) {
      let { received } = (await calls.begin()).json<PhotoUpload>();
      while (received < bytes.length) {
        const answer = await calls.append(received, Math.min(bytes.length, received + size));
        ({ received } = answer.json<PhotoUpload>());
      }
      return calls.attach();
    },
  };
  return calls;
}

/** Reports the words alone, and names the photos that follow. */
export async function reportWords(photos: readonly Buffer[], as = resident, key?: string) {
  const answer = await server.call('POST', '/maintenance', {
    as,
    body: { information: 'Leak', unit_id: 1, following_photos: photos.map(sha256) },
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json<MaintenanceRequest>();
}

export const photosIn = (answer: { body: string }) => (JSON.parse(answer.body) as MaintenanceRequest).photos;

/** Every stored file belongs to a row, and every row has both of its files. */
export async function expectFilesOfRows(): Promise<void> {
  const rows = await server.database.sql<{ id: string }>`select id from photos`;
  const expected = rows.flatMap(({ id }) => [`${id}.jpg`, `${id}-thumbnail.jpg`]);
  expect((await server.storedPhotos()).sort()).toEqual(expected.sort());
}
