import type { FastifyInstance } from 'fastify';
import { ENTRY_KINDS } from '../../../contract/ledger/entryKinds.ts';
import { routes } from '../../../contract/routes.ts';
import { MOST_COMMON_METERS, type CommonMeter } from '../../../contract/utilities/commonMeters.ts';
import { shareDescription } from '../../../contract/utilities/commonShares.ts';
import { addDays } from '../../../contract/values/calendar.ts';
import { toCents } from '../../../contract/values/money.ts';
import { dayIn } from '../../../contract/values/timeZone.ts';
import { changesOf, recordAudit } from '../../database/auditLog.ts';
import { violates, type Sql } from '../../database/database.ts';
import { ApiError, fieldError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { postEntries } from '../ledger/postEntries.ts';
import { refuseFuture, refuseValue } from './changeMeters.ts';
import { costOfReading, type DividedCost } from './commonCost.ts';
import { auditCommonMeter, findCommonMeter, lockCommonMeter, readCommonMeters } from './commonMeterRows.ts';

/** The routes of the meters that several homes share. */
export function commonMeters(app: FastifyInstance): void {
  const today = () => dayIn(app.context.zone.current(), new Date());

  registerRoute(app, routes.listCommonMeters, ({ sql }) => readCommonMeters(sql));

  registerRoute(app, routes.addCommonMeter, async ({ sql, user, params, body, capturedAt }) => {
    const { kind, serial_number, measure, digits, multiplier, place = null, shared_by, unit_ids } = body;
    const { first_value, installed_on = today() } = body;
    refuseFuture('installed_on', installed_on, addDays(today(), 1));
    refuseValue('first_value', first_value, { digits });
    // Of two added at once, the second one is counted after the first.
    const [property] = await sql`select from properties where id = ${params.id} for no key update`;
    if (!property) throw new ApiError(404, 'This property is not there any more.');
    const [counted] = await sql<{ count: number }>`
      select count(*)::int as count from common_meters where property_id = ${params.id}`;
    if (counted && counted.count >= MOST_COMMON_METERS) {
      throw new ApiError(409, `A property has at most ${MOST_COMMON_METERS} common meters.`);
    }
    const [added] = await sql<{ id: number }>`
      insert into common_meters (property_id, kind, serial_number, measure, digits, multiplier, place, shared_by, created_by)
      values (${params.id}, ${kind}, ${serial_number}, ${measure}, ${digits}, ${multiplier}, ${place}, ${shared_by}, ${user.id})
      returning id`.catch((error: unknown) => {
      if (!violates(error, 'common_meters_serial_number_once')) throw error;
      throw fieldError(
        409,
        'serial_number',
        `There is already a common meter with the number ${serial_number}.`,
      );
    });
    if (!added) throw new Error('The new meter was not returned.');
    await setHomes(sql, added.id, params.id, unit_ids);
    await sql`
      insert into common_readings (meter_id, value, read_on, taken_at, created_by)
      values (${added.id}, ${first_value}, ${installed_on}, ${capturedAt}, ${user.id})`;
    const after = await findCommonMeter(sql, added.id);
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
    await insertShares(sql, { author: user.id, meter, reading: params.reading, cost });
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

interface Billed {
  author: number;
  meter: CommonMeter;
  reading: number;
  cost: DividedCost;
}

/** Posts the shares that are billed, and stores all of them with their working. */
async function insertShares(sql: Sql, { author, meter, reading, cost }: Billed): Promise<void> {
  const { shares, all, usage, shared_by } = cost;
  const { kind, serial_number } = meter;
  const billed = shares.flatMap((share) =>
    share.kept === null && share.user_id !== null ? [{ ...share, user_id: share.user_id }] : [],
  );
  if (billed.length === 0) {
    throw new ApiError(409, 'No share is billed: all of the cost stays with the property.', {
      code: 'not_shared',
    });
  }
  const entries = await postEntries(
    sql,
    billed.map(({ user_id, unit_id, amount, weight }) => {
      const cents = toCents(amount);
      const description = shareDescription({ kind, serial_number, usage, shared_by, weight, all, cents });
      return { user_id, unit_id, amount, type: ENTRY_KINDS.utility.type, description, created_by: author };
    }),
  );
  const entryOf = new Map(billed.map(({ unit_id }, index) => [unit_id, entries[index]?.id ?? null]));
  const rows = shares.map(({ unit_id, weight, amount, kept }) => ({
    ...{ unit_id, weight, amount, kept, transaction_id: entryOf.get(unit_id) ?? null },
  }));
  await sql`
    with bill as (
      insert into common_bills (reading_id, usage, cost, working, shared_by, created_by)
      values (${reading}, ${usage}, ${cost.cost}, ${cost.working}::jsonb, ${shared_by}, ${author}) returning id
    )
    insert into common_shares (bill_id, unit_id, weight, amount, kept, transaction_id)
    select bill.id, unit_id, weight, amount, kept, transaction_id
    from bill, jsonb_to_recordset(${rows}::jsonb) as row(unit_id int, weight numeric, amount numeric, kept text, transaction_id int)`;
  await recordAudit(
    sql,
    author,
    entries.map(({ id, amount, type }) => ({
      ...{ subject: 'transaction' as const, subject_id: id, action: 'posted' as const },
      changes: changesOf(['amount', 'type'], undefined, { amount, type }),
    })),
  );
}

/** @throws {ApiError} 400 for a home that is not of the property */
async function setHomes(
  sql: Sql,
  meter: number,
  property: number,
  unitIds: readonly number[],
): Promise<void> {
  await sql`delete from common_meter_homes where meter_id = ${meter} and unit_id <> all(${unitIds}::int[])`;
  const homes = await sql`
    insert into common_meter_homes (meter_id, unit_id)
    select ${meter}, id from units where id = any(${unitIds}::int[]) and property_id = ${property}
    on conflict (meter_id, unit_id) do update set unit_id = excluded.unit_id returning unit_id`;
  if (homes.length < unitIds.length) throw fieldError(400, 'unit_ids', 'A home is not of this property.');
}
