import sqlTag from 'sql-template-tag';
import {
  FIRST_RULE,
  returnBy,
  type Deposit,
  type DepositEntry,
  type DepositRow,
  type DepositRule,
  type PropertyDepositRule,
} from '../../../contract/deposits/deposit.ts';
import { interestDue } from '../../../contract/deposits/interest.ts';
import { toDollars } from '../../../contract/values/money.ts';
import type { Sql } from '../../database/database.ts';
import { isoTimestamp } from '../../database/isoTimestamp.ts';
import { readPhotosOf } from '../../photos/namedPhotos.ts';
import type { PhotoUrls } from '../../photos/signedUrls.ts';

/** How the community keeps deposits. */
export async function readRule(sql: Sql): Promise<DepositRule> {
  const [rule] = await sql<DepositRule>`select return_days, interest, percent from deposit_rule`;
  return rule ?? FIRST_RULE;
}

/** How properties keep deposits that do not keep them as the community does. */
export async function listOwnRules(sql: Sql): Promise<PropertyDepositRule[]> {
  const rows = await sql<DepositRule & { property_id: number }>`
    select property_id, return_days, interest, percent from property_deposit_rules order by property_id`;
  return rows.map(({ property_id, ...rule }) => ({ property_id, rule }));
}

/** How the deposit of a lease is kept: as its property says, or else the community. */
async function readRuleOf(sql: Sql, leaseId: number): Promise<DepositRule> {
  const [own] = await sql<DepositRule>`
    select return_days, interest, percent from property_deposit_rules
    join units using (property_id) join leases on leases.unit_id = units.id where leases.id = ${leaseId}`;
  return own ?? readRule(sql);
}

type Summed = Omit<Deposit, 'entries' | 'interest_due' | 'return_by'>;

/** Of a lease (`leases`), what happened to its deposit (`deposit`), each without what was taken back. */
const summed = sqlTag`
  leases.id as lease_id, leases.deposit_required as required, leases.ends::text as ends,
  coalesce(deposit.received, 0) as received, coalesce(deposit.interest, 0) as interest,
  coalesce(deposit.applied, 0) as applied, coalesce(deposit.returned, 0) as returned, coalesce(deposit.held, 0) as held`;

const deposits = sqlTag`
  leases left join lateral (
    select sum(entry.amount) filter (where kind.of = 'Received') as received,
      sum(entry.amount) filter (where kind.of = 'Interest') as interest,
      -sum(entry.amount) filter (where kind.of = 'Applied') as applied,
      -sum(entry.amount) filter (where kind.of = 'Returned') as returned, sum(entry.amount) as held, count(*) as entries
    from deposit_entries as entry left join deposit_entries as earlier on earlier.id = entry.reverses
    cross join lateral (select coalesce(earlier.kind, entry.kind) as of) as kind
    where entry.lease_id = leases.id
  ) as deposit on true`;

/** The deposits that are required, or of which anything was entered, by property and unit. */
export async function listDeposits(sql: Sql): Promise<DepositRow[]> {
  const rule = await readRule(sql);
  const own = new Map((await listOwnRules(sql)).map(({ property_id, rule: of }) => [property_id, of]));
  const rows = await sql<Omit<DepositRow, 'return_by'> & { property_id: number }>`
    select ${summed}, units.property_id, leases.unit_id, units.unit_number, properties.property_name, users.id as user_id, users.first_name,
      users.last_name
    from ${deposits} join units on units.id = leases.unit_id
    join property_labels as properties on properties.id = units.property_id
    join lease_tenants as billed on billed.lease_id = leases.id and billed.position = 1
    join users on users.id = billed.user_id
    where leases.deposit_required is not null or deposit.entries > 0
    order by units.property_id, unit_order(units.unit_number), units.unit_number, leases.id`;
  return rows.map(({ property_id, ...row }) => ({
    ...row,
    return_by: returnBy(row.ends, own.get(property_id) ?? rule),
  }));
}

/**
 * The deposit of a lease on a day; undefined where there is no such lease.
 * @param today such as `2026-05-26`
 */
export async function readDeposit(
  sql: Sql,
  leaseId: number,
  { today, photoUrls }: { today: string; photoUrls: PhotoUrls },
): Promise<Deposit | undefined> {
  const [found] = await sql<Summed>`select ${summed} from ${deposits} where leases.id = ${leaseId}`;
  if (!found) return undefined;
  const rule = await readRuleOf(sql, leaseId);
  const entries = await sql<DepositEntry>`
    select entry.id, entry.kind, entry.amount, entry.day::text as day, entry.method, entry.reference, entry.description,
      entry.reverses, later.id as reversed_by, entry.transaction_id, ${isoTimestamp(sqlTag`entry.created_at`)} as created_at
    from deposit_entries as entry left join deposit_entries as later on later.reverses = entry.id
    where entry.lease_id = ${leaseId} order by entry.day, entry.id`;
  const ids = entries.map(({ id }) => String(id));
  const photosOf = await readPhotosOf(sql, photoUrls, { kind: 'deposit', ids });
  return {
    ...found,
    return_by: returnBy(found.ends, rule),
    interest_due: toDollars(interestDue(entries, rule, lastDay(found.ends, today))),
    entries: entries.map((entry) => ({ ...entry, ...photosOf(String(entry.id)) })),
  };
}

/** A deposit earns nothing after the lease. */
function lastDay(ends: string | null, today: string): string {
  return ends !== null && ends < today ? ends : today;
}
