import type { FastifyInstance } from 'fastify';
import sqlTag from 'sql-template-tag';
import { routes } from '../../../contract/routes.ts';
import type { BillPhotos } from '../../../contract/utilities/readingPhotos.ts';
import { ApiError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { numberOf, photosByManagement, readPhotosOf } from '../../photos/namedPhotos.ts';

/** The photos of what meters showed. */
export const readingPhotos = photosByManagement((id) => {
  const number = numberOf(id);
  return number === undefined ? undefined : sqlTag`select 1 from meter_readings where id = ${number}`;
}, 'This reading is not there any more.');

/** The photos of a bill's readings. */
export function billPhotos(app: FastifyInstance): void {
  registerRoute(app, routes.listBillPhotos, async ({ sql, user, params }) => {
    const [entry] = await sql`
      select 1 from transactions where id = ${params.id} and (${user.is_manager} or user_id = ${user.id})`;
    if (!entry) throw new ApiError(404, 'There is no such entry.');
    const readings = await sql<BillPhotos>`
      select used.to_id as reading_id, used.serial_number, later.read_on::text as read_on
      from billed_usages as used join utility_bills as bill on bill.id = used.bill_id
      join meter_readings as later on later.id = used.to_id
      where bill.transaction_id = ${params.id} order by used.to_id`;
    const ids = readings.map(({ reading_id }) => String(reading_id));
    const photosOf = await readPhotosOf(sql, app.context.photoUrls, { kind: 'reading', ids });
    return readings.map((reading) => ({ ...reading, ...photosOf(String(reading.reading_id)) }));
  });
}
