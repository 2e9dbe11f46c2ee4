import type { FastifyInstance } from 'fastify';
import sqlTag, { empty } from 'sql-template-tag';
import { routes } from '../../../contract/routes.ts';
import {
  MOST_LAST_PHOTOS,
  type BillPhotos,
  type LastMeterPhoto,
} from '../../../contract/utilities/readingPhotos.ts';
import type { Sql } from '../../database/database.ts';
import { ApiError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { isTenant } from '../ledger/billedTenants.ts';
import {
  numberOf,
  photosByManagement,
  readPhotosOf,
  type NamedPhotoKind,
  type PhotosShown,
} from '../../photos/namedPhotos.ts';
import type { PhotoUrls } from '../../photos/signedUrls.ts';

/** The photos of what meters showed. */
const readingPhotos = photosByManagement((id) => {
  const number = numberOf(id);
  return number === undefined ? undefined : sqlTag`select 1 from meter_readings where id = ${number}`;
}, 'This reading is not there any more.');

/** The photos of what a resident sent, which they alone add to. */
const sentReadingPhotos: NamedPhotoKind = {
  async requireOwn(sql, user, id, { lock }) {
    const number = numberOf(id);
    const [sent] =
      number === undefined
        ? []
        : await sql<{ created_by: number }>`
      select created_by from sent_readings where id = ${number} ${lock ? sqlTag`for update` : empty}`;
    if (sent?.created_by === user.id) return;
    if (sent && user.is_manager) throw new ApiError(403, 'Only who sent a reading adds its photos.');
    throw new ApiError(404, 'This reading is not there any more.');
  },
  isShown: () => Promise.resolve(true),
};

/** The kinds of readings that name photos. */
export const readingPhotoKinds = { reading: readingPhotos, sent_reading: sentReadingPhotos };

/** The photos of readings: those that were taken with them, or with what a resident sent where it was approved. */
export async function readPhotosOfReadings(
  sql: Sql,
  photoUrls: PhotoUrls,
  ids: readonly number[],
): Promise<(id: number) => PhotosShown> {
  const sent = await sql<{ id: string; reading_id: number }>`
    select id::text, reading_id from sent_readings where reading_id = any(${ids}::int[])`;
  const sentIds = new Map(sent.map(({ id, reading_id }) => [reading_id, id]));
  const own = await readPhotosOf(sql, photoUrls, { kind: 'reading', ids: ids.map(String) });
  const ofSent = await readPhotosOf(sql, photoUrls, { kind: 'sent_reading', ids: [...sentIds.values()] });
  return (id) => {
    const sentId = sentIds.get(id);
    return sentId === undefined ? own(String(id)) : ofSent(sentId);
  };
}

/** The routes of photos of readings: those of a bill, and the last one of each meter. */
export function photosOfMeters(app: FastifyInstance): void {
  billPhotos(app);
  lastMeterPhotos(app);
}

/** The photos of a bill's readings. */
function billPhotos(app: FastifyInstance): void {
  registerRoute(app, routes.listBillPhotos, async ({ sql, user, params }) => {
    const [entry] = await sql`
      select 1 from transactions where id = ${params.id} and (${user.is_manager} or user_id = ${user.id})`;
    if (!entry) throw new ApiError(404, 'There is no such entry.');
    const readings = await sql<BillPhotos>`
      select used.to_id as reading_id, used.serial_number, later.read_on::text as read_on
      from billed_usages as used join utility_bills as bill on bill.id = used.bill_id
      join meter_readings as later on later.id = used.to_id
      where bill.transaction_id = ${params.id} order by used.to_id`;
    const ids = readings.map(({ reading_id }) => reading_id);
    const photosOf = await readPhotosOfReadings(sql, app.context.photoUrls, ids);
    return readings.map((reading) => ({ ...reading, ...photosOf(reading.reading_id) }));
  });
}

/** The last photo of each meter that is read. */
function lastMeterPhotos(app: FastifyInstance): void {
  registerRoute(app, routes.listLastMeterPhotos, async ({ sql }) => {
    // A name is looked at as a number only where its kind says that it is one.
    const readings = await sql<Omit<LastMeterPhoto, 'photo'> & { id: number }>`
      with photographed as (
        select case record_kind when 'reading' then record_id::int when 'sent_reading' then (
          select reading_id from sent_readings where id = record_id::int) end as reading_id
        from named_photos where record_kind in ('reading', 'sent_reading') and photo_id is not null
      ), newest as (
        select reading.meter_id, max(reading.id) as id
        from photographed join meter_readings as reading on reading.id = photographed.reading_id
        join meters as meter on meter.id = reading.meter_id and meter.removed_on is null
        where exists (select from users where users.unit = meter.unit_id and ${isTenant})
        group by reading.meter_id order by max(reading.id) desc limit ${MOST_LAST_PHOTOS}
      )
      select newest.meter_id, newest.id, reading.value, reading.read_on::text as read_on
      from newest join meter_readings as reading on reading.id = newest.id order by newest.id desc`;
    const ids = readings.map(({ id }) => id);
    const photosOf = await readPhotosOfReadings(sql, app.context.photoUrls, ids);
    return readings.flatMap(({ id, ...reading }) => {
      const [photo] = photosOf(id).photos;
      return photo ? [{ ...reading, photo }] : [];
    });
  });
}
