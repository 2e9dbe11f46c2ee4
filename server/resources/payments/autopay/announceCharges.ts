import { methodName } from '../../../../contract/http/methodName.ts';
import {
  autopayAmount,
  nextAutopay,
  owedOn,
  type BilledLease,
} from '../../../../contract/payments/autopaySchedule.ts';
import { dayText } from '../../../../contract/values/calendar.ts';
import { toCents, toDollars, usdFormat } from '../../../../contract/values/money.ts';
import { dayIn, zoneOf } from '../../../../contract/values/timeZone.ts';
import type { Sql } from '../../../database/database.ts';
import { readOwed } from '../owed.ts';
import { billedLeases, latestRun, nextTryOf, ownTimeZone, type StoredRun } from './queries.ts';

interface Row {
  user_id: number;
  charge_day: number | null;
  max_amount: number;
  since: string;
  kind: 'card' | 'us_bank_account';
  brand: string | null;
  last4: string | null;
  leases: BilledLease[];
  run: StoredRun | null;
  /** The property’s, where it has one of its own. */
  time_zone: string | null;
}

/**
 * What autopay charges next of those of these people who have it, and from what, in a sentence by their id; or why it charges nothing. One
 * who has none, or for whom nothing is to come, is left out.
 * @param zone the community’s
 */
export async function announceCharges(
  sql: Sql,
  users: readonly number[],
  { zone: community, now }: { zone: string; now: Date },
): Promise<Map<number, string>> {
  if (users.length === 0) return new Map();
  const rows = await sql<Row>`
    select users.id as user_id, autopay.charge_day, autopay.max_amount, autopay.since, setup.method as kind, setup.brand, setup.last4,
      ${billedLeases} as leases, ${latestRun} as run, ${ownTimeZone}
    from autopay join users on users.id = autopay.user_id join autopay_setups as setup on setup.id = autopay.setup_id
    where users.id = any(${users}::int[]) and users.is_current_user and autopay.paused_reason is null`;
  const sentences = new Map<number, string>();
  for (const { user_id, since, run, leases, max_amount, kind, brand, last4, charge_day, time_zone } of rows) {
    const zone = zoneOf(time_zone, community);
    const last_run = run && { ...run, reason: null, next_try: nextTryOf(run, zone) };
    const began = dayIn(zone, new Date(since));
    const day = nextAutopay({ state: 'on', charge_day, since: began, last_run }, leases, dayIn(zone, now));
    if (day === undefined) continue;
    const limit = toCents(max_amount);
    const { cents, refused } = autopayAmount(owedOn(await readOwed(sql, user_id), leases, day), limit);
    const amount = usdFormat.format(toDollars(cents));
    if (refused === undefined) {
      const from = methodName(kind, { brand, last4 });
      sentences.set(user_id, `Autopay charges ${amount} on ${dayText(day)}, from ${from}.`);
    } else if (refused === 'over_limit') {
      const most = usdFormat.format(max_amount);
      sentences.set(
        user_id,
        `Autopay will charge nothing: ${amount} will be due, which is more than its limit of ${most}.`,
      );
    }
  }
  return sentences;
}
