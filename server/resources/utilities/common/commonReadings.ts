import type { FastifyInstance } from 'fastify';
import { routes } from '../../../../contract/routes.ts';
import { MOST_COMMON_READINGS, type CommonMeter } from '../../../../contract/utilities/commonMeters.ts';
import { READING_IS_BILLED } from '../../../../contract/utilities/readingCorrection.ts';
import { mayHaveRolledOver } from '../../../../contract/utilities/readingRules.ts';
import { addDays, mediumDayText } from '../../../../contract/values/calendar.ts';
import { dayIn } from '../../../../contract/values/timeZone.ts';
import { changesOf, recordAudit } from '../../../database/auditLog.ts';
import type { Sql } from '../../../database/database.ts';
import { ApiError, fieldError } from '../../../http/apiError.ts';
import { registerRoute } from '../../../http/registerRoute.ts';
import { refuseFuture, refuseValue } from '../changeMeters.ts';
import { findCommonMeter, lockCommonMeter, lockPresentMeter } from './commonMeterRows.ts';

/** The routes by which managers read the meters that several homes share, and correct what they read. */
export function commonReadings(app: FastifyInstance): void {
  const today = () => dayIn(app.context.zone.current(), new Date());

  registerRoute(app, routes.readCommonMeter, async ({ sql, user, params, body, capturedAt }) => {
    const meter = await lockPresentMeter(sql, params.id);
    const { value, read_on = today(), estimated = false, rolled_over = false, note = null } = body;
    refuseFuture('read_on', read_on, addDays(today(), 1));
    refuseValue('value', value, meter);
    const [last] = meter.readings;
    if (last && read_on < last.read_on) {
      throw fieldError(400, 'read_on', `This meter was read on ${mediumDayText(last.read_on)} already.`);
    }
    if (last && value < last.value && !(rolled_over && mayHaveRolledOver(last.value, value, meter))) {
      throw fieldError(
        400,
        'value',
        `This meter showed ${last.value} on ${mediumDayText(last.read_on)}, which is more.`,
      );
    }
    if (meter.readings.filter((reading) => reading.read_on === read_on).length >= MOST_COMMON_READINGS) {
      throw fieldError(
        400,
        'read_on',
        `A common meter has at most ${MOST_COMMON_READINGS} readings of one day. Please correct one of them.`,
      );
    }
    await sql`
      insert into common_readings (meter_id, value, read_on, estimated, note, taken_at, created_by)
      values (${params.id}, ${value}, ${read_on}, ${estimated}, ${note}, ${capturedAt}, ${user.id})`;
    await auditReading(sql, user.id, { meter, action: 'read', before: null, after: value });
    return findCommonMeter(sql, params.id);
  });

  registerRoute(app, routes.correctCommonReading, async ({ sql, user, params, body: { value } }) => {
    const meter = await lockCommonMeter(sql, params.id);
    const row = await findReading(sql, params);
    refuseBilled(row);
    refuseValue('value', value, meter);
    refuseBackwards(meter, row.earlier, value);
    refuseBackwards(meter, value, row.later);
    await sql`update common_readings set value = ${value} where id = ${params.reading}`;
    await auditReading(sql, user.id, { meter, action: 'changed', before: row.value, after: value });
    return findCommonMeter(sql, params.id);
  });

  registerRoute(app, routes.removeCommonReading, async ({ sql, user, params }) => {
    const meter = await lockCommonMeter(sql, params.id);
    const row = await findReading(sql, params);
    refuseBilled(row);
    if (row.earlier === null) {
      throw new ApiError(409, 'The usage of a meter is counted from its first reading. Please correct it.', {
        code: 'first_reading',
      });
    }
    if (row.later === null && meter.removed_on) {
      throw new ApiError(409, 'The meter was removed with this reading. Please correct it.', {
        code: 'last_reading',
      });
    }
    if (row.was_billed) {
      throw new ApiError(409, 'A bill that was taken back has this reading. Please correct the reading.', {
        code: 'reading_billed',
      });
    }
    refuseBackwards(meter, row.earlier, row.later);
    await sql`delete from common_readings where id = ${params.reading}`;
    await auditReading(sql, user.id, { meter, action: 'changed', before: row.value, after: null });
    return findCommonMeter(sql, params.id);
  });
}

interface Row {
  value: number;
  /** What the readings beside it are. */
  earlier: number | null;
  later: number | null;
  /** Whether a bill counts up to it or from it, and whether one that was taken back counted up to it. */
  billed: boolean;
  was_billed: boolean;
}

/** @throws {ApiError} 404 */
async function findReading(sql: Sql, { id, reading }: { id: number; reading: number }): Promise<Row> {
  const [row] = await sql<Row>`
    select value, earlier, later,
      exists (select from common_bills where not reversed
        and reading_id in (common_reading_of_bill(reading.id), common_reading_of_bill(reading.later_id))) as billed,
      exists (select from common_bills where reading_id = reading.id) as was_billed
    from (
      select id, value, lag(value) over own as earlier, lead(value) over own as later, lead(id) over own as later_id
      from common_readings where meter_id = ${id} window own as (order by id)
    ) as reading where id = ${reading}`;
  if (!row) throw new ApiError(404, 'This reading is not there any more.');
  return row;
}

function refuseBilled({ billed }: Row): void {
  if (billed) throw new ApiError(409, READING_IS_BILLED, { code: 'reading_billed' });
}

function refuseBackwards(meter: CommonMeter, from: number | null, to: number | null): void {
  if (from === null || to === null || to >= from || mayHaveRolledOver(from, to, meter)) return;
  throw fieldError(400, 'value', `The meter ${meter.serial_number} cannot have gone from ${from} to ${to}.`);
}

interface ChangedReading {
  meter: CommonMeter;
  action: 'read' | 'changed';
  before: number | null;
  after: number | null;
}

async function auditReading(sql: Sql, author: number, changed: ChangedReading): Promise<void> {
  const { meter, action, before, after } = changed;
  const changes = changesOf(['reading'], { reading: before }, { reading: after });
  await recordAudit(sql, author, [{ subject: 'common_meter', subject_id: meter.id, action, changes }]);
}
