import type { FastifyInstance } from 'fastify';
import { routes } from '../../../../contract/routes.ts';
import { MOST_COMMON_METERS } from '../../../../contract/utilities/commonMeters.ts';
import { addDays } from '../../../../contract/values/calendar.ts';
import { toCents } from '../../../../contract/values/money.ts';
import { dayIn } from '../../../../contract/values/timeZone.ts';
import { changesOf, recordAudit } from '../../../database/auditLog.ts';
import { ApiError } from '../../../http/apiError.ts';
import { registerRoute } from '../../../http/registerRoute.ts';
import { refuseEarlier, refuseFuture } from '../changeMeters.ts';
import { insertShares } from './billShares.ts';
import { insertCommonMeter, removeCommonMeter, setHomes, withLast } from './changeCommonMeters.ts';
import { costOfReading, type DividedCost } from './commonCost.ts';
import {
  auditCommonMeter,
  findCommonMeter,
  lockCommonMeter,
  lockPresentMeter,
  readCommonMeters,
} from './commonMeterRows.ts';

/** The routes of the meters that several homes share. */
export function commonMeters(app: FastifyInstance): void {
  const today = () => dayIn(app.context.zone.current(), new Date());
  const given = (field: string, day = today()) => {
    refuseFuture(field, day, addDays(today(), 1));
    return day;
  };

  registerRoute(app, routes.listCommonMeters, ({ sql }) => readCommonMeters(sql));

  registerRoute(app, routes.addCommonMeter, async ({ sql, user, params, body, capturedAt }) => {
    const { place = null } = body;
    const installed_on = given('installed_on', body.installed_on);
    // Of two added at once, the second one is counted after the first.
    const [property] = await sql`select from properties where id = ${params.id} for no key update`;
    if (!property) throw new ApiError(404, 'This property is not there any more.');
    const [counted] = await sql<{ count: number }>`
      select count(*)::int as count from common_meters where property_id = ${params.id} and removed_on is null`;
    if (counted && counted.count >= MOST_COMMON_METERS) {
      throw new ApiError(409, `A property has at most ${MOST_COMMON_METERS} common meters.`);
    }
    const by = { author: user.id, capturedAt };
    const id = await insertCommonMeter(sql, by, {
      ...{ ...body, property_id: params.id, place, installed_on, replaces: null },
    });
    const after = await findCommonMeter(sql, id);
    await auditCommonMeter(sql, user.id, { after });
    return after;
  });

  registerRoute(app, routes.changeCommonMeter, async ({ sql, user, params, body }) => {
    const before = await lockCommonMeter(sql, params.id);
    const { place = null, shared_by, unit_ids } = body;
    await sql`update common_meters set place = ${place}, shared_by = ${shared_by} where id = ${params.id}`;
    await setHomes(sql, params.id, before.property_id, unit_ids);
    const after = await findCommonMeter(sql, params.id);
    await auditCommonMeter(sql, user.id, { before, after });
    return after;
  });

  registerRoute(app, routes.exchangeCommonMeter, async ({ sql, user, params, body, capturedAt }) => {
    const before = await lockPresentMeter(sql, params.id);
    const { exchanged_on, serial_number, digits, multiplier, first_value, ...removal } = body;
    const day = given('exchanged_on', exchanged_on);
    refuseEarlier('exchanged_on', day, withLast(before));
    const by = { author: user.id, capturedAt };
    await removeCommonMeter(sql, by, before, { ...removal, removed_on: day });
    const { property_id, kind, measure, place, shared_by, unit_ids } = before;
    const id = await insertCommonMeter(sql, by, {
      ...{ property_id, kind, measure, place, shared_by, unit_ids, serial_number, digits, multiplier },
      ...{ first_value, installed_on: day, replaces: params.id },
    });
    await auditCommonMeter(sql, user.id, { before, after: await findCommonMeter(sql, params.id) });
    const after = await findCommonMeter(sql, id);
    await auditCommonMeter(sql, user.id, { after });
    return after;
  });

  registerRoute(app, routes.removeCommonMeter, async ({ sql, user, params, body, capturedAt }) => {
    const before = await lockPresentMeter(sql, params.id);
    const removed_on = given('removed_on', body.removed_on);
    await removeCommonMeter(sql, { author: user.id, capturedAt }, before, { ...body, removed_on });
    const after = await findCommonMeter(sql, params.id);
    await auditCommonMeter(sql, user.id, { before, after });
    return after;
  });

  registerRoute(app, routes.readCommonCost, async ({ sql, params }) => {
    return costOfReading(sql, await findCommonMeter(sql, params.id), params.reading);
  });

  registerRoute(app, routes.billCommonReading, async ({ sql, user, params, body }) => {
    const meter = await lockCommonMeter(sql, params.id);
    // The meter has its latest readings alone.
    const billed = await sql`select from common_bills where reading_id = ${params.reading} and not reversed`;
    if (billed.length > 0) {
      throw new ApiError(409, 'This reading is billed already.', { code: 'already_billed' });
    }
    const cost = await costOfReading(sql, meter, params.reading);
    if (!isAgreed(cost, body.shares)) {
      throw new ApiError(409, 'The shares are others now. Please look at them again.', {
        code: 'shares_changed',
      });
    }
    const entries = await insertShares(sql, { author: user.id, meter, reading: params.reading, cost });
    await recordAudit(
      sql,
      user.id,
      entries.map(({ id, amount, type }) => ({
        ...{ subject: 'transaction' as const, subject_id: id, action: 'posted' as const },
        changes: changesOf(['amount', 'type'], undefined, { amount, type }),
      })),
    );
    return findCommonMeter(sql, params.id);
  });
}

function isAgreed({ shares }: DividedCost, agreed: readonly { unit_id: number; amount: number }[]): boolean {
  const amounts = new Map(agreed.map(({ unit_id, amount }) => [unit_id, toCents(amount)]));
  return (
    amounts.size === shares.length &&
    shares.every(({ unit_id, amount }) => amounts.get(unit_id) === toCents(amount))
  );
}
