import sqlTag from 'sql-template-tag';
import { addDays } from '../../../../contract/values/calendar.ts';
import { type BilledLease } from '../../../../contract/payments/autopaySchedule.ts';
import {
  FAILED_OUTCOMES,
  type Autopay,
  type AutopayOutcome,
  type UserAutopay,
} from '../../../../contract/payments/autopay.ts';
import { dayIn, zoneOf } from '../../../../contract/values/timeZone.ts';
import type { Sql } from '../../../database/database.ts';
import { isoTimestamp } from '../../../database/isoTimestamp.ts';
import { chargesOfLease } from '../../ledger/chargesOfLease.ts';
import { whyFailed } from '../failureWords.ts';

/** How many times a month is tried. */
export const MOST_ATTEMPTS = 3;
/** How long after a failed try the next one follows, in days. */
const DAYS_BETWEEN = 2;

/** The leases into whose account a user (`users`) pays: those that they are billed for, or, where there are none, that they rent by. */
export const billedLeases = sqlTag`
  coalesce((
    select json_agg(json_build_object('billed', tenant.position = 1, 'starts', leases.starts, 'ends', leases.ends, 'proration', leases.proration,
      'paused', leases.paused or exists (select from lease_posting where lease_posting.paused), 'charges', ${chargesOfLease()},
      'shares', case when leases.shares_in is not null then (
        select json_build_object('of', json_agg(coalesce(other.share, 0) order by other.position),
          'own', count(*) filter (where other.position < tenant.position))
        from lease_tenants as other where other.lease_id = leases.id) end))
    from leases join lease_tenants as tenant on tenant.lease_id = leases.id
    where tenant.user_id = users.id and (tenant.position = 1 or not exists (
      select from lease_tenants as billed where billed.user_id = users.id and billed.position = 1))
  ), '[]')`;

/** The time zone of the property where a user lives, as `time_zone`; null where it is the community's. */
export const ownTimeZone = sqlTag`
  (select properties.time_zone from units join properties on properties.id = units.property_id where units.id = users.unit)
    as time_zone`;

/** A try as it is stored. */
export interface StoredRun {
  period: string;
  attempt: number;
  ran_on: string;
  amount: number;
  outcome: AutopayOutcome | null;
  failure_code: string | null;
  ended_at: string | null;
  /** Whether what the home asks for follows it. */
  home_follows: boolean;
  /** Whether it charged what the home asks for, of which its person is not billed. */
  of_home: boolean;
}

/** The latest try of a user (`users`), as JSON. */
export const latestRun = sqlTag`
  (select json_build_object('period', run.period, 'attempt', run.attempt, 'ran_on', run.ran_on, 'amount', run.amount,
    'outcome', run.outcome, 'failure_code', run.failure_code, 'ended_at', run.ended_at,
    'home_follows', run.home_follows, 'of_home', exists (
      select from payment_intents as payment where payment.id = run.payment_intent_id and payment.lease_id is not null))
  from autopay_runs as run where run.user_id = users.id order by run.period desc, run.attempt desc limit 1)`;

/** What the month of the latest try of a user (`users`) was charged. */
export const chargedInMonth = sqlTag`
  coalesce((select sum(run.amount) from autopay_runs as run
    where run.user_id = users.id and run.outcome in ('succeeded', 'processing')
      and run.period = (select max(period) from autopay_runs as latest where latest.user_id = users.id)), 0) as charged`;

/**
 * The day from which a try is followed by the next: one that failed two days after it, or after the bank refused it, and one that
 * charged what its person owes themselves on the same day by what the home asks for.
 */
export function nextTryOf(run: StoredRun, zone: string): string | null {
  const { outcome, attempt, ran_on, ended_at } = run;
  if (followsHome(run)) return ran_on;
  if (outcome === null || !FAILED_OUTCOMES.includes(outcome) || attempt >= MOST_ATTEMPTS) return null;
  const refused = outcome === 'failed' && ended_at !== null ? dayIn(zone, new Date(ended_at)) : ran_on;
  return addDays(refused > ran_on ? refused : ran_on, DAYS_BETWEEN);
}

/** Whether a try was carried out and what the home asks for is charged next. */
export function followsHome({ home_follows, outcome }: StoredRun): boolean {
  return home_follows && (outcome === 'succeeded' || outcome === 'processing');
}

interface Row {
  set_up: boolean;
  setting_up: boolean;
  method: { kind: 'card' | 'us_bank_account'; brand: string | null; last4: string | null } | null;
  charge_day: number | null;
  max_amount: number | null;
  since: string | null;
  consent: Autopay['consent'];
  paused_reason: Autopay['paused_reason'];
  processing: number;
  run: StoredRun | null;
  charged: number;
  time_zone: string | null;
}

/** Somebody's autopay. */
export async function readAutopay(
  sql: Sql,
  userId: number,
  { zone: communityZone, available }: { zone: string; available: boolean },
): Promise<Autopay> {
  const [row] = await sql<Row>`
    select autopay.user_id is not null as set_up, autopay.charge_day, autopay.max_amount, autopay.since, autopay.paused_reason,
      case when autopay.user_id is not null then
        json_build_object('kind', setup.method, 'brand', setup.brand, 'last4', setup.last4) end as method,
      case when autopay.user_id is not null then json_build_object('version', setup.consent_version,
        'text', setup.consent_text, 'consented_at', ${isoTimestamp(sqlTag`setup.consented_at`)}) end as consent,
      exists (select from autopay_setups as unfinished
        where unfinished.user_id = users.id and unfinished.status = 'begun' and unfinished.stripe_id is not null) as setting_up,
      coalesce((select sum(amount) from payment_intents where payment_intents.user_id = users.id
        and processing_since is not null), 0) as processing,
      ${latestRun} as run, ${chargedInMonth}, ${ownTimeZone}
    from users
    left join autopay on autopay.user_id = users.id
    left join autopay_setups as setup on setup.id = autopay.setup_id
    where users.id = ${userId}`;
  if (!row) throw new Error('There is no such user.');
  const { set_up, setting_up, since, run, time_zone, ...rest } = row;
  const zone = zoneOf(time_zone, communityZone);
  const paused = rest.paused_reason !== null;
  return {
    ...rest,
    state: set_up ? (paused ? 'paused' : 'on') : setting_up ? 'setting_up' : 'off',
    available,
    since: since === null ? null : dayIn(zone, new Date(since)),
    last_run: run && {
      period: run.period,
      attempt: run.attempt,
      ran_on: run.ran_on,
      amount: run.amount,
      outcome: run.outcome,
      reason: run.outcome === 'failed' ? whyFailed(run.failure_code) : null,
      next_try: set_up && !paused ? nextTryOf(run, zone) : null,
    },
  };
}

/** What management sees of it; undefined for an unknown user. */
export async function readUserAutopay(
  sql: Sql,
  userId: number,
): Promise<{ state: 'off' | 'on' | 'paused'; kind: UserKind } | undefined> {
  const [row] = await sql<{ state: 'off' | 'on' | 'paused'; kind: UserKind }>`
    select case when autopay.user_id is null then 'off' when autopay.paused_reason is null then 'on' else 'paused' end as state,
      setup.method as kind
    from users left join autopay on autopay.user_id = users.id left join autopay_setups as setup on setup.id = setup_id
    where users.id = ${userId}`;
  return row;
}
type UserKind = (typeof UserAutopay)['_zod']['output']['kind'];

/** Somebody whose autopay is on, and what decides whether it is due. */
export interface Candidate {
  user_id: number;
  setup_id: string;
  charge_day: number | null;
  max_amount: number;
  since: string;
  time_zone: string | null;
  leases: BilledLease[];
  run: StoredRun | null;
}
