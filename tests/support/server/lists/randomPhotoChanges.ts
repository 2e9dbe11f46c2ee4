import { randomUUID } from 'node:crypto';
import sqlTag from 'sql-template-tag';
import { server } from '../world.ts';
import type { RandomChanges, RandomSource } from './randomSource.ts';

/** Changes of photos that replies and inspections name, and that come after them or never do. */
export function randomPhotoChanges({ random, pick, call, anId, asManager, anyone }: RandomSource) {
  const digest = () => random(0, 0xffff).toString(16).padStart(64, '0');
  const aMeter = () => anId(sqlTag`select id from meters where removed_on is null`);
  const aSentReading = () => anId(sqlTag`select id from sent_readings where approved is null`);
  const aRequest = () =>
    anId(sqlTag`select id from maintenance_requests where cancelled_at is null order by id limit 3`);
  return {
    'reply with photos': async (by) =>
      call(by, 'POST', `/maintenance/${await aRequest()}/events`, anyone(), {
        ...{ kind: 'reply', text: randomUUID(), following_photos: [digest(), digest()] },
      }),
    'note with photos': async (by) =>
      call(by, 'POST', `/maintenance/${await aRequest()}/events`, asManager(), {
        ...{ kind: 'note', text: randomUUID(), following_photos: [digest()] },
      }),
    'inspection with photos': async (by) => {
      const [home] = await server.database.sql<{ unit: number; lease: number }>`
        select unit_id as unit, id as lease from leases order by random() limit 1`;
      const photos = [{ sha256: digest(), taken_at: '2026-05-26T10:00:00.000Z' }];
      return call(by, 'PUT', `/inspections/${randomUUID()}`, asManager(), {
        ...{ unit_id: home?.unit ?? 1, lease_id: home?.lease ?? null, kind: 'Move-in', day: '2026-05-26' },
        rooms: [{ name: 'Kitchen', items: [{ name: 'Floor', condition: 'Good', remark: null, photos }] }],
        ...{ copy: randomUUID(), version: 0 },
        ...pick([
          { finalized: false, signatures: [] },
          { finalized: true, signatures: [{ by: 'management', name: 'Mo', strokes: null }] },
        ]),
      });
    },
    'reading with photos': async (by) =>
      call(by, 'POST', `/meters/${await aMeter()}/readings`, asManager(), {
        ...{ value: random(500, 90_000), rolled_over: true, following_photos: [digest()] },
      }),
    'sent reading with photos': async (by) =>
      call(by, 'POST', `/meters/${await aMeter()}/sent-readings`, anyone(), {
        ...{ value: random(500, 90_000), read_on: '2026-05-26', following_photos: [digest(), digest()] },
      }),
    'approval of a sent reading': async (by) =>
      call(
        ...([by, 'PUT', `/meter-readings/sent/${await aSentReading()}`, asManager()] as const),
        pick([{ approved: true, rolled_over: true }, { approved: false }]),
      ),
    'photo of a record that arrives': () =>
      server.database.transaction(async (sql) => {
        const id = randomUUID();
        const [named] = await sql<{ record_kind: string; record_id: string; sha256: string }>`
          select record_kind, record_id, sha256 from named_photos where photo_id is null
          order by random() limit 1 for update skip locked`;
        if (!named) return;
        await sql`
          insert into photos (id, position, sha256, filename, width, height)
          values (${id}, 1, ${named.sha256}, 'sink.jpg', 4, 3)`;
        await sql`
          update named_photos set photo_id = ${id} where record_kind = ${named.record_kind}
            and record_id = ${named.record_id} and sha256 = ${named.sha256}`;
      }),
    'photo of a record that is given up, or awaited again': () =>
      server.database.sql`
        update named_photos set given_up_at = case when given_up_at is null then now() end
        where photo_id is null and record_id =
          (select record_id from named_photos where photo_id is null order by random() limit 1)`,
  } satisfies RandomChanges;
}
