import { methodName } from '../../../../contract/http/methodName.ts';
import {
  chargedAlready,
  nextAutopay,
  type BilledLease,
} from '../../../../contract/payments/autopaySchedule.ts';
import { autopayAmount, ofLimit, owedOn, shareText, type Owed } from '../../../../contract/payments/owed.ts';
import { dayText } from '../../../../contract/values/calendar.ts';
import { toCents, toDollars, dollarText } from '../../../../contract/values/money.ts';
import { dayIn, zoneOf } from '../../../../contract/values/timeZone.ts';
import type { Sql } from '../../../database/database.ts';
import { readOwed, readOwedOfHome } from '../owed.ts';
import {
  billedLeases,
  chargedInMonth,
  latestRun,
  nextTryOf,
  ownTimeZone,
  type StoredRun,
} from './queries.ts';

interface Row {
  user_id: number;
  charge_day: number | null;
  max_amount: number;
  is_paused: boolean;
  since: string;
  kind: 'card' | 'us_bank_account';
  brand: string | null;
  last4: string | null;
  leases: (BilledLease & { billed: boolean })[];
  run: StoredRun | null;
  charged: number;
  /** The property’s, where it has one of its own. */
  time_zone: string | null;
}

/** What autopay charges next of somebody. */
export interface PlannedCharge {
  user_id: number;
  /** The day at their property. */
  today: string;
  /** The day on which it is charged. */
  day: string;
  /** Whether it tries once more what failed, which was told then. */
  is_retry: boolean;
  /** How much is charged and from what, or why nothing, in a sentence. */
  text: string;
}

/**
 * What autopay charges next of those of these people who have it, also where it is paused. One for whom nothing is to come, or of whom
 * nothing will be due, is left out.
 * @param zone the community’s
 */
export async function plannedCharges(
  sql: Sql,
  users: readonly number[],
  { zone: community, now }: { zone: string; now: Date },
): Promise<PlannedCharge[]> {
  if (users.length === 0) return [];
  const rows = await sql<Row>`
    select users.id as user_id, autopay.charge_day, autopay.max_amount, autopay.since, setup.method as kind, setup.brand, setup.last4,
      autopay.paused_reason is not null as is_paused, ${billedLeases} as leases, ${latestRun} as run,
      ${chargedInMonth}, ${ownTimeZone}
    from autopay join users on users.id = autopay.user_id join autopay_setups as setup on setup.id = autopay.setup_id
    where users.id = any(${users}::int[]) and users.is_current_user order by users.id`;
  const planned: PlannedCharge[] = [];
  for (const row of rows) {
    const { user_id, since, run, leases, charge_day, time_zone, is_paused } = row;
    const zone = zoneOf(time_zone, community);
    const today = dayIn(zone, now);
    const next_try = run && !is_paused ? nextTryOf(run, zone) : null;
    const last_run = run && { ...run, reason: null, next_try };
    const began = dayIn(zone, new Date(since));
    const day = nextAutopay({ state: 'on', charge_day, since: began, last_run }, leases, today);
    if (day === undefined) continue;
    const owed = await readOwed(sql, user_id);
    const isOwn = owed.account.lease_id === undefined;
    const charging = leases.filter(({ billed }) => billed === isOwn);
    const charged = chargedAlready({ last_run, charged: row.charged }, today);
    const { text, cents } = textOf(row, { day, owed: owedOn(owed, charging, day), charged });
    // What the home asks for follows where another is billed for it.
    const ofHome = isOwn && cents > 0 ? await readOwedOfHome(sql, user_id) : undefined;
    const rented = leases.filter(({ billed }) => !billed);
    const following =
      ofHome && textOf(row, { day, owed: owedOn(ofHome, rented, day), charged: charged + cents }).text;
    const texts = [text, following].filter((each) => each !== undefined);
    if (texts.length > 0)
      planned.push({ user_id, today, day, is_retry: next_try !== null, text: texts.join(' ') });
  }
  return planned;
}

interface Charge {
  day: string;
  /** What will be owed. */
  owed: Owed;
  /** What the month is charged before, in cents. */
  charged: number;
}

/** What is said of a charge, and what is charged in cents; no text where nothing will be due, or nothing is accepted. */
function textOf(
  { max_amount, kind, brand, last4, is_paused }: Row,
  { day, owed, charged }: Charge,
): { text?: string; cents: number } {
  const limit = toCents(max_amount);
  const { cents, refused } = autopayAmount(owed, Math.max(limit - charged, 0));
  const amount = dollarText(toDollars(cents));
  if (refused !== undefined && refused !== 'over_limit') return { cents: 0 };
  const share = shareText(owed);
  const ofShare = share === undefined ? '' : ` (${share})`;
  if (is_paused) {
    return {
      text: `Autopay is paused, so it will not charge the ${amount}${ofShare} that will be due on ${dayText(day)}. Resume it, or pay by yourself.`,
      cents,
    };
  }
  if (refused === undefined) {
    return {
      text: `Autopay charges ${amount}${ofShare} on ${dayText(day)}, from ${methodName(kind, { brand, last4 })}.`,
      cents,
    };
  }
  return {
    text: `Autopay will charge nothing${charged > 0 ? ' more' : ''}: ${amount}${ofShare} will be due, which is more than ${ofLimit(limit, charged)}.`,
    cents: 0,
  };
}

/** The same in a sentence by the person’s id, which is said with the rent. */
export async function announceCharges(
  sql: Sql,
  users: readonly number[],
  options: { zone: string; now: Date },
): Promise<Map<number, string>> {
  return new Map((await plannedCharges(sql, users, options)).map(({ user_id, text }) => [user_id, text]));
}
