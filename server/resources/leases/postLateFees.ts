import { lateFeeOn, lateFeeRuleOn, lateOn, type LateFeeRule } from '../../../contract/leases/lateFee.ts';
import { dayIn, zoneOf } from '../../../contract/values/timeZone.ts';
import { monthDay, monthName } from '../../../contract/values/calendar.ts';
import { toCents, toDollars } from '../../../contract/values/money.ts';
import { ENTRY_KINDS } from '../../../contract/ledger/entryKinds.ts';
import sqlTag, { type Sql as Part } from 'sql-template-tag';
import { isoTimestamp } from '../../database/isoTimestamp.ts';
import type { Database, Sql } from '../../database/database.ts';
import { factsIfBlocked, isBlocked, type PolicyFacts } from '../ledger/paymentPolicy.ts';
import { postEntries, type NewEntry } from '../ledger/postEntries.ts';
import { isPostingPaused, ownLateFees, propertyLateFees } from './leaseQueries.ts';
import { localDayOf } from './localDay.ts';

/** How many rents one transaction looks at. */
const BATCH = 500;

/** For how long after it was posted rent may get its first fee, in days: nobody is surprised by a fee for last year. */
const LOOKED_AT = 62;

interface Options {
  /** The community's time zone. */
  zone: string;
  now?: Date;
  /** Ends the work between two batches. */
  stopping?: AbortSignal;
}

/**
 * Charges the late fees of the community's day: the first one for rent whose days to pay are over, and that of each day
 * after it where a rule says so. A fee is charged once a day for a month's rent, also by several processes and after a kill:
 * the fact has a primary key, and is written in the statement of the entry. Returns how many were charged.
 */
export async function postLateFees(
  database: Pick<Database, 'transaction'>,
  { zone, now = new Date(), stopping }: Options,
): Promise<number> {
  let posted = 0;
  let after: number | undefined = 0;
  while (after !== undefined && !stopping?.aborted) {
    const from: number = after;
    const batch = await database.transaction((sql) => postBatch(sql, { zone, now, after: from }));
    posted += batch.posted;
    after = batch.last;
  }
  return posted;
}

/** Looks at the next unpaid rents after an entry. Returns the last of them; none where there are no more. */
async function postBatch(
  sql: Sql,
  { zone, now, after }: { zone: string; now: Date; after: number },
): Promise<{ posted: number; last: number | undefined }> {
  if (await isPostingPaused(sql)) return { posted: 0, last: undefined };
  const unpaid = await sql<{ id: number }>`
    select entry.id
    from open_amounts join transactions as entry on entry.id = open_amounts.transaction_id
    join lease_postings as posting on posting.transaction_id = entry.id
    join lease_charges as charge on charge.id = posting.lease_charge_id
    join leases on leases.id = charge.lease_id
    where open_amounts.open > 0 and open_amounts.amount > 0 and charge.kind = 'rent' and not leases.paused
      and entry.id > ${after} and entry.created_at > ${now}::timestamptz - make_interval(days => ${LOOKED_AT})
    order by entry.id limit ${BATCH}`;
  const late = (await readRents(sql, { zone, now, ids: unpaid.map(({ id }) => id) })).filter(
    (rent) => feeOf(rent, { zone, now }).length > 0,
  );
  const entries = late.length > 0 ? await lockedFees(sql, { zone, now, late }) : [];
  if (entries.length > 0) await postEntries(sql, entries);
  return { posted: entries.length, last: unpaid.length < BATCH ? undefined : unpaid.at(-1)?.id };
}

/** The fees of rents, read again once nothing can be paid meanwhile: whatever is posted locks the balance first. */
async function lockedFees(
  sql: Sql,
  { zone, now, late }: { zone: string; now: Date; late: readonly Rent[] },
): Promise<NewEntry[]> {
  const users = late.map(({ user_id }) => user_id);
  await sql`select from balances where user_id = any(${users}::int[]) order by user_id for update`;
  const rents = await readRents(sql, { zone, now, ids: late.map(({ id }) => id) });
  return rents.flatMap((rent) => feeOf(rent, { zone, now }));
}

interface Rent {
  /** The entry that charged it. */
  id: number;
  /** The day at its property. */
  today: string;
  user_id: number;
  unit_id: number;
  lease_charge_id: number;
  month: string;
  due_on: string;
  posted_at: string;
  /** The property's, where it has one of its own. */
  time_zone: string | null;
  /** Dollars. */
  unpaid: number;
  /** Whether a payment of the person's is being processed, which may have been made in time. */
  is_paying: boolean;
  /** When the provider was last asked about a checkout of theirs that is open; null where there is none. */
  asked_at: string | null;
  /** Whether it is open because management refunded the payment that paid it. */
  is_refunded: boolean;
  /** Of the person, where they may be blocked. */
  policy_facts: PolicyFacts | null;
  /** When payments were accepted again, by a lease that had accepted none; null where they always were. */
  accepts_since: string | null;
  /** The day after a lease ended that accepted none; null where there is none. */
  block_ended: string | null;
  charged: { day: string; amount: number; waived: boolean }[];
  own: LateFeeRule[];
  property: LateFeeRule[];
}

/** Of a payment (`paying`): whether it is into the account of an entry, by whoever. */
const paysFor = sqlTag`(paying.user_id = entry.user_id or paying.lease_id = entry.lease_id)`;
const isPaying = sqlTag`exists (
  select from payment_intents as paying where ${paysFor} and paying.processing_since is not null)`;
const askedAt = sqlTag`(
  select ${isoTimestamp(sqlTag`min(paying.asked_at)`)} from payment_intents as paying
  where ${paysFor} and paying.stripe_id is not null and paying.status not in ('succeeded', 'canceled'))`;
const isRefunded = sqlTag`exists (
  select from allocations as freed join payment_intents as paid on paid.transaction_id = freed.credit_id
  join payment_takebacks as refund on refund.payment_intent_id = paid.id and refund.kind = 'refund' and refund.taken_id is not null
  where freed.charge_id = entry.id and freed.amount < 0)`;

/** Since when this person's payments are accepted again by a lease that accepted none, and from which day on by one that ended. */
const acceptsSince = sqlTag`(
  select ${isoTimestamp(sqlTag`max(own.accepts_since)`)} from lease_tenants as tenant join leases as own on own.id = tenant.lease_id
  where tenant.user_id = entry.user_id and tenant.position = 1)`;
const endedBlock = (localDay: Part) => sqlTag`(
  select max(own.ends + 1)::text from lease_tenants as tenant join leases as own on own.id = tenant.lease_id
  where tenant.user_id = entry.user_id and tenant.position = 1 and own.payment_policy = 'nothing' and own.ends < ${localDay})`;

async function readRents(
  sql: Sql,
  { zone, now, ids }: { zone: string; now: Date; ids: readonly number[] },
): Promise<Rent[]> {
  const localDay = await localDayOf(sql, { zone, now });
  return sql<Rent>`
    select entry.id, ${localDay}::text as today, entry.user_id, entry.unit_id, posting.lease_charge_id, posting.month::text as month,
      entry.effective_on::text as due_on, ${isoTimestamp(sqlTag`entry.created_at`)} as posted_at, properties.time_zone,
      open_amounts.open as unpaid, ${ownLateFees} as own, ${propertyLateFees} as property,
      ${isPaying} as is_paying, ${askedAt} as asked_at, ${isRefunded} as is_refunded,
      ${factsIfBlocked(sqlTag`entry.user_id`)} as policy_facts, ${acceptsSince} as accepts_since, ${endedBlock(localDay)} as block_ended,
      coalesce((
        select json_agg(json_build_object('day', fee.day, 'amount', charged.amount,
          'waived', exists (select from transactions as later where later.reverses = charged.id)) order by fee.day)
        from late_fees as fee join transactions as charged on charged.id = fee.transaction_id
        where fee.lease_charge_id = posting.lease_charge_id and fee.month = posting.month
      ), '[]') as charged
    from open_amounts join transactions as entry on entry.id = open_amounts.transaction_id
    join lease_postings as posting on posting.transaction_id = entry.id
    join lease_charges as charge on charge.id = posting.lease_charge_id
    join leases on leases.id = charge.lease_id
    join units on units.id = leases.unit_id join properties on properties.id = units.property_id
    where entry.id = any(${ids}::int[]) order by entry.id`;
}

/** The fee of a rent's day, if there is one. */
function feeOf(rent: Rent, { zone, now }: Pick<Options, 'zone'> & { now: Date }): NewEntry[] {
  const { today, user_id, unit_id, lease_charge_id, month, due_on, time_zone, unpaid } = rent;
  const localDay = (moment: string) => dayIn(zoneOf(time_zone, zone), new Date(moment));
  // A checkout may have been paid yesterday until the provider has said otherwise today.
  const mayBePaid = rent.is_paying || (rent.asked_at !== null && localDay(rent.asked_at) < today);
  // Nobody is charged for not paying what is refused.
  if (mayBePaid || rent.is_refunded || isBlocked(rent.policy_facts)) return [];
  // Nobody could pay before it was posted, or while nothing was accepted.
  const [count_from = due_on] = [
    due_on,
    localDay(rent.posted_at),
    ...(rent.accepts_since === null ? [] : [localDay(rent.accepts_since)]),
    ...(rent.block_ended === null ? [] : [rent.block_ended]),
  ].toSorted((a, b) => b.localeCompare(a));
  const rule = lateFeeRuleOn(due_on, { lease: rent.own, property: rent.property });
  if (!rule) return [];
  const cents = lateFeeOn(today, rule, {
    due_on: count_from,
    unpaid_cents: toCents(unpaid),
    charged: rent.charged.map(({ day, amount, waived }) => ({ day, cents: toCents(amount), waived })),
  });
  if (cents === 0) return [];
  return [
    {
      user_id,
      unit_id,
      amount: toDollars(cents),
      type: ENTRY_KINDS.lateFee.type,
      description: `Late fee for rent for ${monthName(month)}${rent.charged.length > 0 ? `, ${monthDay(today)}` : ''}`,
      created_by: null,
      created_at: now.toISOString(),
      effective_on: today,
      late_fee: {
        lease_charge_id,
        month,
        day: today,
        rule_id: rule.id,
        late_on: rent.charged.length > 0 ? today : lateOn(rule, count_from),
        unpaid,
      },
    },
  ];
}
