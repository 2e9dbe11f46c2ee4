import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { PhotoRecordKind } from '../../../contract/photos/recordPhotos.ts';
import { depositOf } from '../../support/server/deposits/deposits.ts';
import { begin } from '../../support/server/leases/lateFees.ts';
import { managersReads, OpenApp, residentsReads } from '../../support/server/lists/shownReads.ts';
import { addMeter, call } from '../../support/server/meters/meters.ts';
import { reportForm, UNLIMITED } from '../../support/server/server.ts';
import { manager, resident, server, testWith } from '../../support/server/world.ts';

const test = testWith(UNLIMITED);

let lease: number;
let meter: number;
/** What the meter shows. */
let value = 1070;
test.beforeAll(async () => {
  const form = reportForm({ information: 'It drips' });
  await server.call('POST', '/maintenance', { as: resident, form });
  lease = await begin();
  ({ id: meter } = await addMeter(1));
  await call('POST', '/meter-readings/requests', { unit_ids: [1] });
  // The paths of what an open app shows.
  expect([lease, meter]).toEqual([1, 1]);
});

/** Makes a record that waits for its photo. */
const MAKE: Record<PhotoRecordKind, (following_photos: string[], finalized?: boolean) => Promise<unknown>> = {
  event: (following_photos) =>
    call('POST', '/maintenance/1/events', { kind: 'reply', text: 'See the photo.', following_photos }),
  inspection: ([sha256], finalized = true) =>
    call('PUT', `/inspections/${randomUUID()}`, {
      ...{ unit_id: 1, lease_id: lease, kind: 'Move-in', day: '2026-05-26', copy: randomUUID(), version: 0 },
      rooms: [
        {
          name: 'Kitchen',
          items: [
            {
              ...{ name: 'Floor', condition: 'Good', remark: null },
              photos: [{ sha256, taken_at: '2026-05-26T10:00:00.000Z' }],
            },
          ],
        },
      ],
      finalized,
      signatures: finalized ? [{ by: 'management', name: 'Mo', strokes: null }] : [],
    }),
  sent_reading: (following_photos) =>
    call(
      'POST',
      `/meters/${meter}/sent-readings`,
      { value: (value += 10), read_on: '2026-05-26', following_photos },
      resident,
    ),
  reading: (following_photos) =>
    call('POST', `/meters/${meter}/readings`, { value: (value += 10), following_photos }),
  deposit: (following_photos) => depositOf(lease).entered({ kind: 'Received', amount: 5, following_photos }),
};

/** Attaches the photo, as the end of its upload does. */
async function arrive(sha256: string): Promise<void> {
  const id = randomUUID();
  await server.database.transaction(async (sql) => {
    await sql`insert into photos (id, position, sha256, filename, width, height) values (${id}, 1, ${sha256}, 'a.jpg', 4, 3)`;
    await sql`update named_photos set photo_id = ${id} where sha256 = ${sha256}`;
  });
}

// What a resident was asked for is answered before management reads the meter.
const KINDS = Object.keys(MAKE) as PhotoRecordKind[];

test.each(KINDS)('open apps that show a record (%s) are told of its photo', async (kind) => {
  const sha256 = KINDS.indexOf(kind).toString().padStart(64, '0');
  const apps = [new OpenApp(1, manager, managersReads(1)), new OpenApp(2, resident, residentsReads(2))];
  await MAKE[kind]([sha256]);
  const [named] = await server.database.sql`select record_kind from named_photos where sha256 = ${sha256}`;
  expect(named).toEqual({ record_kind: kind });
  for (const app of apps) await app.expectTold(server);
  await arrive(sha256);
  const shown = [];
  for (const app of apps) shown.push(await app.expectTold(server));
  expect(shown[0]).not.toEqual([]);
  // A reading is management's until it is billed.
  if (kind !== 'reading') expect(shown[1]).not.toEqual([]);
});

// An inspection keeps its photos once it is finalized, and is management's until then.
test.each(KINDS)('open apps that show a record (%s) are told of a photo that is removed', async (kind) => {
  const sha256 = KINDS.indexOf(kind).toString().padStart(64, 'a');
  if (kind === 'sent_reading') await call('POST', '/meter-readings/requests', { unit_ids: [1] });
  await MAKE[kind]([sha256], false);
  await arrive(sha256);
  const apps = [new OpenApp(1, manager, managersReads(1)), new OpenApp(2, resident, residentsReads(2))];
  for (const app of apps) await app.expectTold(server);
  await server.database.sql`delete from photos where sha256 = ${sha256}`;
  expect(await server.database.sql`select from named_photos where sha256 = ${sha256}`).toEqual([]);
  const shown = [];
  for (const app of apps) shown.push(await app.expectTold(server));
  expect(shown[0]).not.toEqual([]);
  if (kind !== 'reading' && kind !== 'inspection') expect(shown[1]).not.toEqual([]);
});
