import type { FastifyInstance } from 'fastify';
import { ENTRY_KINDS } from '../../../../contract/ledger/entryKinds.ts';
import { routes } from '../../../../contract/routes.ts';
import { MOST_COMMON_METERS, type CommonMeter } from '../../../../contract/utilities/commonMeters.ts';
import { shareDescription } from '../../../../contract/utilities/commonShares.ts';
import { addDays } from '../../../../contract/values/calendar.ts';
import { toCents } from '../../../../contract/values/money.ts';
import { dayIn } from '../../../../contract/values/timeZone.ts';
import { changesOf, recordAudit } from '../../../database/auditLog.ts';
import type { Sql } from '../../../database/database.ts';
import { ApiError } from '../../../http/apiError.ts';
import { registerRoute } from '../../../http/registerRoute.ts';
import { postEntries } from '../../ledger/postEntries.ts';
import { refuseFuture } from '../changeMeters.ts';
import { insertCommonMeter, removeCommonMeter, setHomes } from './changeCommonMeters.ts';
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
    const by = { author: user.id, capturedAt };
    await removeCommonMeter(sql, by, before, { ...removal, removed_on: day, dayField: 'exchanged_on' });
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
    const removal = { ...body, removed_on, dayField: 'removed_on' };
    await removeCommonMeter(sql, { author: user.id, capturedAt }, before, removal);
    const after = await findCommonMeter(sql, params.id);
    await auditCommonMeter(sql, user.id, { before, after });
    return after;
  });

  registerRoute(app, routes.readCommonCost, async ({ sql, params }) => {
    const { shares, ...cost } = await costOfReading(
      sql,
      await findCommonMeter(sql, params.id),
      params.reading,
    );
    return { ...cost, shares: shares.map(({ user_id: _, ...share }) => share) };
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
  const { kind } = meter;
  const serial_numbers = cost.counted.map(({ serial_number }) => serial_number);
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
      const description = shareDescription({ kind, serial_numbers, usage, shared_by, weight, all, cents });
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
