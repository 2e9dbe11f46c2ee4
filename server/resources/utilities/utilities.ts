import type { FastifyInstance } from 'fastify';
import type { Sql as Part } from 'sql-template-tag';
import { ENTRY_KINDS } from '../../../contract/ledger/entryKinds.ts';
import { mediumDayText } from '../../../contract/values/calendar.ts';
import { dayIn } from '../../../contract/values/timeZone.ts';
import { routes } from '../../../contract/routes.ts';
import type {
  AlreadyBilled,
  UtilityBillEntry,
  UtilityBillsCreated,
} from '../../../contract/utilities/utilityBills.ts';
import { changesOf, recordAudit } from '../../database/auditLog.ts';
import type { Sql } from '../../database/database.ts';
import { ApiError } from '../../http/apiError.ts';
import { registerList } from '../../http/lists/registerList.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { isTenant } from '../ledger/billedTenants.ts';
import { namePhotos } from '../../photos/namedPhotos.ts';
import { postEntries } from '../ledger/postEntries.ts';
import { insertBilledUsages, lockBilledMeters } from './billReadings.ts';
import { lastReadings } from './lastReadings.ts';
import { billRows, placeOf, pricesAt, type BilledTenant, type BillRow } from './priceBills.ts';

/** The routes of utility billing. */
export function utilities(app: FastifyInstance): void {
  registerList(app, routes.listLastReadings, () => ({
    query: lastReadings,
    changes: { list: 'readings', scopes: ['management'] },
  }));

  registerRoute(app, routes.createUtilityBills, async ({ sql, user, body, capturedAt }) => {
    const zone = app.context.zone.current();
    const today = await dayOfReading(sql, capturedAt, zone);
    const prices = await pricesAt(sql, capturedAt, today);
    const rows = billRows(body, await findTenants(sql, body), prices);
    const homes = rows.map((entry) => ({ entry, unit_id: entry.unit_id, place: entry.place }));
    const meters = await lockBilledMeters(sql, homes, today);
    const bills = await insertBills(sql, rows, { zone, capturedAt, author: user.id });
    if (bills.length < rows.length) throw await alreadyBilled(sql, rows, bills, { zone, capturedAt });
    const billIds = new Map(bills.map(({ user_id, id }) => [user_id, id]));
    const billed = homes.map((home) => ({ ...home, bill_id: billIds.get(home.entry.user_id) ?? 0 }));
    const readings = await insertBilledUsages(sql, billed, {
      meters,
      taken: { author: user.id, capturedAt, today },
    });
    for (const { id, following_photos: digests = [] } of readings) {
      await namePhotos(sql, { kind: 'reading', id: String(id) }, { user, digests });
    }
    await recordAudit(
      sql,
      user.id,
      bills.map(({ transaction_id, amount }) => ({
        subject: 'transaction',
        subject_id: transaction_id,
        action: 'posted',
        changes: changesOf(['amount', 'type'], undefined, { amount, type: ENTRY_KINDS.utility.type }),
      })),
    );
    return { message: `Successfully created ${bills.length} utility bill(s)!`, bills, readings };
  });
}

/**
 * Locks the billed tenants and returns them by user id.
 * @throws {ApiError} 409 if someone is not an active tenant of a unit, such as after moving out
 */
async function findTenants(sql: Sql, entries: UtilityBillEntry[]): Promise<Map<number, BilledTenant>> {
  const ids = entries.map(({ user_id }) => user_id);
  const rows = await sql<BilledTenant>`
    select users.id as user_id, units.id as unit_id, units.unit_number,
      units.property_id, properties.property_name
    from users join units on units.id = users.unit join property_labels as properties on properties.id = units.property_id
    where users.id = any(${ids}::int[]) and ${isTenant}
    for share of users`;
  const tenants = new Map(rows.map((tenant) => [tenant.user_id, tenant]));
  const missing = ids.filter((id) => !tenants.has(id));
  if (missing.length === 0) return tenants;

  const missingNames = await sql<{ name: string }>`
    select first_name || ' ' || last_name as name from users where id = any(${missing}::int[]) order by id`;
  const message =
    missingNames.length === 0
      ? 'A bill is for someone who does not exist.'
      : `No longer living in a unit, so not to be billed: ${listed(missingNames.map(({ name }) => name))}.`;
  throw new ApiError(409, message, { code: 'no_tenant', detail: { user_ids: missing } });
}

/** The day on which something was read in the community's time zone, such as `2026-05-26`. */
async function dayOfReading(sql: Sql, capturedAt: Part, zone: string): Promise<string> {
  const [read] = await sql<{ day: string }>`select ((${capturedAt}) at time zone ${zone})::date::text as day`;
  if (!read) throw new Error('The day was not returned.');
  return read.day;
}

interface BillingMonth {
  zone: string;
  /** As SQL. */
  capturedAt: Part;
}

/**
 * Posts an entry and inserts a bill for each row. The unique index leaves out a bill of a tenant who has one for this
 * month, and waits for a concurrent posting. The caller compares the number of bills with the number of rows.
 */
async function insertBills(
  sql: Sql,
  rows: BillRow[],
  { zone, capturedAt, author }: BillingMonth & { author: number },
): Promise<UtilityBillsCreated['bills']> {
  const entries = await postEntries(
    sql,
    rows.map(({ user_id, unit_id, amount, description }) => {
      return { user_id, unit_id, amount, type: ENTRY_KINDS.utility.type, description, created_by: author };
    }),
  );
  const bills = rows.map((row, index) => ({ ...row, transaction_id: entries[index]?.id }));
  return sql`
    with given as (
      select * from jsonb_to_recordset(${bills}::jsonb) as row(transaction_id int, user_id int, unit_id int,
        amount numeric, water_usage numeric, electric_usage numeric, gas_usage numeric, rate_water numeric,
        rate_electric numeric, rate_gas numeric, due_date date, confirm_duplicates boolean, water_cost numeric,
        electric_cost numeric, gas_cost numeric, working jsonb)
    ), month as (
      select date_trunc('month', (${capturedAt}) at time zone ${zone})::date as month
    ), bill as (
      insert into utility_bills (transaction_id, user_id, unit_id, month, water_usage, electric_usage, gas_usage,
        rate_water, rate_electric, rate_gas, water_cost, electric_cost, gas_cost, working, due_date, duplicate_of,
        taken_at, created_by)
      select transaction_id, given.user_id, given.unit_id, month.month, water_usage, electric_usage, gas_usage,
        rate_water, rate_electric, rate_gas, water_cost, electric_cost, gas_cost, working,
        coalesce(due_date, (now() at time zone ${zone})::date),
        case when confirm_duplicates then (
          select id from utility_bills as earlier
          where earlier.unit_id = given.unit_id and earlier.user_id = given.user_id
            and earlier.month = month.month and duplicate_of is null and reversed_by is null
          -- Locked, since a reversal of it makes this bill the one that counts for the month.
          for no key update
        ) end, ${capturedAt}, ${author}
      -- Always in the same order, so that two postings cannot deadlock.
      from given cross join month order by given.user_id
      on conflict (unit_id, user_id, month) where duplicate_of is null and reversed_by is null do nothing
      returning id, transaction_id, user_id, unit_id, month
    )
    select bill.id, transaction_id, bill.user_id, bill.unit_id, month, given.amount
    from bill join given using (transaction_id) order by bill.id`;
}

/** The refusal that names every unit whose tenant has a bill for this month, with that bill's date and author. */
async function alreadyBilled(
  sql: Sql,
  rows: BillRow[],
  inserted: UtilityBillsCreated['bills'],
  { zone, capturedAt }: BillingMonth,
): Promise<ApiError> {
  const billedIds = new Set(inserted.map(({ user_id }) => user_id));
  const refusedIds = rows.map(({ user_id }) => user_id).filter((id) => !billedIds.has(id));
  const bills = await sql<AlreadyBilled['bills'][number]>`
    select bill.user_id, unit_number, property_name, bill.created_at as billed_at,
      coalesce(author.first_name || ' ' || author.last_name, 'management') as billed_by
    from utility_bills as bill
    join users as tenant on tenant.id = bill.user_id and tenant.unit = bill.unit_id
    join units on units.id = bill.unit_id
    join property_labels as properties on properties.id = units.property_id
    left join users as author on author.id = bill.created_by
    where bill.user_id = any(${refusedIds}::int[]) and duplicate_of is null and reversed_by is null
      and month = date_trunc('month', (${capturedAt}) at time zone ${zone})::date
    order by properties.id, unit_number`;
  const descriptions = bills.map(
    (bill) =>
      `${placeOf(bill)} on ${mediumDayText(dayIn(zone, new Date(bill.billed_at)))} by ${bill.billed_by}`,
  );
  return new ApiError(409, `Already billed for this month: ${listed(descriptions)}.`, {
    code: 'already_billed',
    detail: { bills },
  });
}

/** Joins the first three items and counts the others, so that the message fits on a phone. */
function listed(items: string[]): string {
  const most = 3;
  if (items.length <= most + 1) return items.join('; ');
  return `${items.slice(0, most).join('; ')}; and ${items.length - most} more`;
}
