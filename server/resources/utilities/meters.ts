import type { FastifyInstance } from 'fastify';
import { routes } from '../../../contract/routes.ts';
import { MOST_METER_READINGS } from '../../../contract/utilities/meterRoutes.ts';
import { MEASURES, type MeterReading } from '../../../contract/utilities/installedMeter.ts';
import { addDays } from '../../../contract/values/calendar.ts';
import { dayIn } from '../../../contract/values/timeZone.ts';
import { fieldError } from '../../http/apiError.ts';
import { registerList } from '../../http/lists/registerList.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { namePhotos } from '../../photos/namedPhotos.ts';
import {
  auditMeter,
  exchangeMeter,
  insertMeter,
  noSuchUnit,
  refuseBelow,
  refuseEarlier,
  refuseFuture,
  refuseValue,
  removeMeter,
  serialError,
} from './changeMeters.ts';
import { correctReading, isBilled, isCounted } from './correctReading.ts';
import { findMeter, lockMeter, meterList } from './meterRows.ts';
import { insertReading } from './plainReadings.ts';
import { readPhotosOfReadings } from './readingPhotos.ts';

/** The routes by which managers keep the meters of homes. */
export function meters(app: FastifyInstance): void {
  const { zone } = app.context;
  const today = () => dayIn(zone.current(), new Date());
  const given = (field: string, day = today()) => {
    refuseFuture(field, day, addDays(today(), 1));
    return day;
  };

  registerList(app, routes.listMeters, () => ({
    query: meterList,
    changes: { list: 'meters', scopes: ['management'] },
  }));

  registerRoute(app, routes.listMeterReadings, async ({ sql, params }) => {
    const readings = await sql<MeterReading>`
      select reading.id, reading.kind, reading.value, reading.read_on::text as read_on, reading.estimated, reading.reason,
        reading.note, author.id as author_id, author.first_name, author.last_name, used.usage, ${isBilled} as billed,
        ${isCounted} and not ${isBilled} as correctable
      from meter_readings as reading left join users as author on author.id = reading.created_by
      left join billed_usages as used on used.to_id = reading.id and not used.reversed
      where reading.meter_id = ${params.id} order by reading.id desc limit ${MOST_METER_READINGS}`;
    const ids = readings.map(({ id }) => id);
    const photosOf = await readPhotosOfReadings(sql, app.context.photoUrls, ids);
    return readings.map((reading) => ({ ...reading, ...photosOf(reading.id) }));
  });

  registerRoute(app, routes.addMeter, async ({ sql, user, params, body }) => {
    const [unit] = await sql`select from units where id = ${params.id} for key share`;
    if (!unit) throw noSuchUnit();
    const { place = null, installed_on } = body;
    const added = { ...body, place, installed_on: given('installed_on', installed_on), replaces: null };
    const { id } = await insertMeter(sql, user.id, params.id, added);
    const after = await findMeter(sql, id);
    await auditMeter(sql, user.id, { after });
    return after;
  });

  registerRoute(app, routes.correctMeter, async ({ sql, user, params, body }) => {
    const before = await lockMeter(sql, params.id);
    const { serial_number, measure, digits, multiplier, place = before.place } = body;
    if (!Object.hasOwn(MEASURES[before.kind], measure)) {
      throw fieldError(400, 'measure', 'This kind of meter does not count in this.');
    }
    refuseValue('digits', before.last.value, { digits });
    await sql`
      update meters set serial_number = ${serial_number}, measure = ${measure}, digits = ${digits},
        multiplier = ${multiplier}, place = ${place}
      where id = ${params.id}`.catch(serialError(before.kind, serial_number));
    const after = await findMeter(sql, params.id);
    await auditMeter(sql, user.id, { before, after });
    return after;
  });

  registerRoute(app, routes.exchangeMeter, async ({ sql, user, params, body }) => {
    const before = await lockMeter(sql, params.id);
    const change = { author: user.id, today: given('exchanged_on', body.exchanged_on) };
    const { id } = await exchangeMeter(sql, change, before, body);
    await auditMeter(sql, user.id, { before, after: await findMeter(sql, params.id) });
    const after = await findMeter(sql, id);
    await auditMeter(sql, user.id, { after });
    return after;
  });

  registerRoute(app, routes.removeMeter, async ({ sql, user, params, body }) => {
    const before = await lockMeter(sql, params.id);
    await removeMeter(sql, user.id, before, { ...body, removed_on: given('removed_on', body.removed_on) });
    const after = await findMeter(sql, params.id);
    await auditMeter(sql, user.id, { before, after });
    return after;
  });

  registerRoute(app, routes.readMeter, async ({ sql, user, params, body, capturedAt }) => {
    const meter = await lockMeter(sql, params.id);
    const { value, rolled_over = false } = body;
    const read_on = given('read_on', body.read_on);
    refuseEarlier('read_on', read_on, meter);
    refuseValue('value', value, meter);
    refuseBelow('value', value, { meter, rolledOver: rolled_over });
    const id = await insertReading(sql, params.id, { ...body, read_on, author: user.id, capturedAt });
    const photos = { user, digests: body.following_photos ?? [] };
    await namePhotos(sql, { kind: 'reading', id: String(id) }, photos);
    return findMeter(sql, params.id);
  });

  registerRoute(app, routes.correctReading, async ({ sql, user, params, body }) => {
    await sql`select from meters where id = ${params.id} for update`;
    const meter = await findMeter(sql, params.id);
    await correctReading(sql, meter, { author: user.id, reading: params.reading, ...body });
    return findMeter(sql, params.id);
  });

  registerRoute(app, routes.skipMeter, async ({ sql, user, params, body, capturedAt }) => {
    await lockMeter(sql, params.id);
    const { reason, read_on } = body;
    await sql`
      insert into meter_readings (meter_id, kind, read_on, reason, taken_at, created_by)
      values (${params.id}, 'skipped', ${given('read_on', read_on)}, ${reason}, ${capturedAt}, ${user.id})
      on conflict (meter_id, read_on) where kind = 'skipped' do update
        set reason = excluded.reason, taken_at = excluded.taken_at, created_by = excluded.created_by`;
    return findMeter(sql, params.id);
  });
}
