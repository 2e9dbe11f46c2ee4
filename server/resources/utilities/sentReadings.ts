import type { FastifyInstance } from 'fastify';
import sqlTag, { type Sql as Part } from 'sql-template-tag';
import { routes } from '../../../contract/routes.ts';
import { valueProblem } from '../../../contract/utilities/readingRules.ts';
import type { AskedReading, SentReading } from '../../../contract/utilities/sentReadings.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import { addDays } from '../../../contract/values/calendar.ts';
import { dayIn } from '../../../contract/values/timeZone.ts';
import type { Context } from '../../context.ts';
import type { Sql } from '../../database/database.ts';
import { ApiError, fieldError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { notify } from '../../notifications/notify.ts';
import { keepNamedPhotos, readPhotosOf } from '../../photos/namedPhotos.ts';
import type { PhotoUrls } from '../../photos/signedUrls.ts';
import { isTenant } from '../ledger/billedTenants.ts';
import { refuseBelow, refuseEarlier, refuseFuture, refuseValue } from './changeMeters.ts';
import { findMeter, lastCounted, lockMeter } from './meterRows.ts';
import { insertReading } from './plainReadings.ts';

/** Whether a meter (`meter`) was read since it was asked for (`request`). */
const isReadSince = (askedAt: Part) => sqlTag`exists (
  select from meter_readings where meter_id = meter.id and kind in ('read', 'removed') and created_at >= ${askedAt})`;

const ofMeter = sqlTag`meter.kind, meter.serial_number, meter.measure, meter.digits, units.unit_number, property.property_name,
  last.value as last_value, last.read_on::text as last_on`;
const meterWithHome = sqlTag`meters as meter join units on units.id = meter.unit_id
  join property_labels as property on property.id = units.property_id
  join meter_readings as last on last.id = ${lastCounted}`;

/** The readings that somebody is asked for: of the home in which they live, since they do. */
const askedRows = (sql: Sql, user: number, zone: string) => sql<AskedReading>`
  select ${ofMeter}, meter.id as meter_id, meter.place, (request.asked_at at time zone ${zone})::date::text as asked_on,
    case when sent.id is not null then json_build_object('id', sent.id, 'value', sent.value, 'read_on', sent.read_on, 'reason', sent.reason,
      'state', case when sent.approved is null then 'waiting' else 'declined' end) end as sent
  from ${meterWithHome}
  join reading_requests as request on request.unit_id = meter.unit_id
  join users on users.id = ${user} and users.unit = meter.unit_id and ${isTenant} and request.asked_at >= users.unit_since
  left join sent_readings as sent on sent.meter_id = meter.id and sent.asked_at = request.asked_at
  where meter.removed_on is null and not ${isReadSince(sqlTag`request.asked_at`)}
  order by array_position(array['water', 'electric', 'gas'], meter.kind), meter.id`;

/** What somebody is asked for, with the photos of what they sent. */
async function askedReadings(
  sql: Sql,
  user: number,
  { zone, photoUrls }: Pick<Context, 'zone' | 'photoUrls'>,
): Promise<AskedReading[]> {
  const asked = await askedRows(sql, user, zone.current());
  const ids = asked.flatMap(({ sent }) => (sent ? [String(sent.id)] : []));
  const photosOf = await readPhotosOf(sql, photoUrls, { kind: 'sent_reading', ids });
  return asked.map((each) => ({
    ...each,
    sent: each.sent && { ...each.sent, ...photosOf(String(each.sent.id)) },
  }));
}

/** What of `sent_readings as sent` waits for management. */
const waitingReadings = sqlTag`${meterWithHome} join sent_readings as sent on sent.meter_id = meter.id
  join users on users.id = sent.created_by
  where sent.approved is null and meter.removed_on is null and not ${isReadSince(sqlTag`sent.asked_at`)}`;

async function sentReadings(sql: Sql, photoUrls: PhotoUrls): Promise<SentReading[]> {
  const sent = await sql<SentReading>`
  select ${ofMeter}, sent.id, sent.meter_id, meter.unit_id, units.property_id, users.id as author_id, users.first_name,
    users.last_name, sent.value, sent.read_on::text as read_on, sent.note
  from ${waitingReadings} order by sent.id`;
  const ids = sent.map(({ id }) => String(id));
  const photosOf = await readPhotosOf(sql, photoUrls, { kind: 'sent_reading', ids });
  return sent.map((each) => ({ ...each, ...photosOf(String(each.id)) }));
}

/** The routes by which management asks residents for readings, and they send them. */
export function sentReadingsOfResidents(app: FastifyInstance): void {
  const { zone, photoUrls } = app.context;
  const latest = () => addDays(dayIn(zone.current(), new Date()), 1);

  registerRoute(app, routes.listAskedReadings, ({ sql, user }) => askedReadings(sql, user.id, app.context));

  registerRoute(app, routes.listSentReadings, ({ sql }) => sentReadings(sql, photoUrls));

  registerRoute(app, routes.askForReadings, async ({ sql, user, body }) => {
    const asked = await sql<{ unit_id: number; people: number[] }>`
      with home as (
        select users.unit as unit_id, array_agg(users.id order by users.id) as people from users
        where users.unit = any(${body.unit_ids}::int[]) and ${isTenant}
          and exists (select from meters where unit_id = users.unit and removed_on is null)
        group by users.unit
      ), request as (
        insert into reading_requests (unit_id, asked_by) select unit_id, ${user.id} from home order by unit_id
        on conflict (unit_id) do update set asked_at = excluded.asked_at, asked_by = excluded.asked_by
      ) select unit_id, people from home`;
    if (asked.length === 0) {
      throw new ApiError(409, 'None of these homes has a meter and somebody who lives there.', {
        code: 'no_meters',
      });
    }
    await notify(
      sql,
      ...asked.map(({ unit_id, people }) => ({
        ...({ kind: 'reading_asked', about: `home:${unit_id}` } as const),
        ...{ to: people, data: {} },
      })),
    );
    const homes = asked.length === 1 ? '1 home was' : `${asked.length} homes were`;
    return { message: `${homes} asked for a reading.` };
  });

  registerRoute(app, routes.sendReading, async ({ sql, user, params, body, capturedAt }) => {
    const [home] = await sql<{ unit_number: string; asked_at: Date | null }>`
      select units.unit_number, request.asked_at from meters join users on users.id = ${user.id} and users.unit = meters.unit_id and ${isTenant}
      join units on units.id = meters.unit_id
      left join reading_requests as request on request.unit_id = meters.unit_id and request.asked_at >= users.unit_since
      where meters.id = ${params.id} for no key update of meters`;
    if (!home) throw new ApiError(404, 'This meter is not there any more.');
    const open = await askedRows(sql, user.id, zone.current());
    const meter = open.find(({ meter_id }) => meter_id === params.id);
    if (!meter) {
      throw new ApiError(409, 'Management does not ask for this reading any more.', { code: 'not_asked' });
    }
    const problem = valueProblem(body.value, meter);
    if (problem) throw fieldError(400, 'value', problem);
    refuseFuture('read_on', body.read_on, latest());
    const [sent] = await sql<{ id: number }>`
      insert into sent_readings (meter_id, asked_at, value, read_on, note, taken_at, created_by)
      select meters.id, request.asked_at, ${body.value}, ${body.read_on}, ${body.note ?? null}, ${capturedAt}, ${user.id}
      from meters join reading_requests as request on request.unit_id = meters.unit_id where meters.id = ${params.id}
      on conflict (meter_id, asked_at) do update set value = excluded.value, read_on = excluded.read_on, note = excluded.note,
        taken_at = excluded.taken_at, created_by = excluded.created_by, created_at = now(), approved = null, answered_at = null,
        answered_by = null, reason = null, reading_id = null
      returning id`;
    if (!sent) throw new Error('What was sent was not returned.');
    const { following_photos: digests = [] } = body;
    await keepNamedPhotos(sql, { kind: 'sent_reading', id: String(sent.id) }, { user, digests });
    if (meter.sent?.state !== 'waiting') {
      await notify(sql, {
        ...{ kind: 'reading_sent', to: 'managers', except: [user.id] },
        data: { name: fullNameOf(user), unit_number: home.unit_number },
      });
    }
    return askedReadings(sql, user.id, app.context);
  });

  registerRoute(app, routes.answerSentReading, async ({ sql, user, params, body }) => {
    const [sent] = await sql<Answered>`
      select id, meter_id, value, read_on::text as read_on, note, created_by, approved is not null as answered
      from sent_readings where id = ${params.id} for update`;
    if (!sent) throw new ApiError(404, 'This reading is not there any more.');
    if (sent.answered) {
      throw new ApiError(409, 'This reading was answered already.', { code: 'already_answered' });
    }
    const reading = body.approved ? await approve(sql, sent, body.rolled_over ?? false) : null;
    const reason = body.approved ? null : (body.reason ?? null);
    await sql`
      update sent_readings set approved = ${body.approved}, reason = ${reason}, answered_at = now(), answered_by = ${user.id},
        reading_id = ${reading}
      where id = ${params.id}`;
    if (!body.approved) {
      const { serial_number, unit_id } = await findMeter(sql, sent.meter_id);
      await notify(sql, {
        ...{ kind: 'reading_declined', about: `home:${unit_id}`, to: [sent.created_by] },
        data: { serial_number, reason },
      });
    }
    return { message: body.approved ? 'The reading was approved.' : 'The reading was declined.' };
  });
}

interface Answered {
  meter_id: number;
  value: number;
  read_on: string;
  note: string | null;
  created_by: number;
  answered: boolean;
}

/** Makes what a resident sent a reading without a bill, and returns its id. */
async function approve(
  sql: Sql,
  { meter_id, value, read_on, note, created_by }: Answered,
  rolledOver: boolean,
): Promise<number> {
  const meter = await lockMeter(sql, meter_id);
  refuseEarlier('approved', read_on, meter);
  refuseValue('approved', value, meter);
  refuseBelow('approved', value, { meter, rolledOver });
  return insertReading(sql, meter_id, {
    value,
    read_on,
    note,
    author: created_by,
    capturedAt: sqlTag`now()`,
  });
}
