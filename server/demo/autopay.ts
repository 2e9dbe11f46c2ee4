import { AUTOPAY_CONSENT } from '../../contract/autopay.ts';
import type { Sql } from '../database/database.ts';
import type { Calendar } from './calendar.ts';
import type { DemoIds } from './places.ts';
import { residents } from './residents.ts';

/** What the stand-in for the card provider has of whoever's autopay is on: a customer, whose card behaves as a test card. */
export const STORED_CARD = { customer: 'cus_demo', method: 'pm_demo', madeFrom: 'pm_card_visa' };

/** Dollars: what autopay charges at most. */
const LIMIT = 2500;

/** Sets up autopay for whoever pays by it, on the day on which rent is due. */
export async function insertAutopay(sql: Sql, calendar: Calendar, { userIds }: DemoIds): Promise<void> {
  const rows = residents.flatMap(({ username, bills }) =>
    bills?.autopay === undefined
      ? []
      : [{ user_id: userIds.get(username), at: calendar.inMonth(bills.autopay, 18, '20:15') }],
  );
  await sql`
    with row as materialized (
      select user_id, at at time zone ${calendar.zone} as at
      from jsonb_to_recordset(${rows}::jsonb) as row (user_id int, at timestamp)
    ), customers as (
      insert into stripe_customers (user_id, stripe_id) select user_id, ${STORED_CARD.customer} from row
    ), setups as (
      insert into autopay_setups (user_id, stripe_id, max_amount, consent_version, consent_text, consented_at, status,
        payment_method, method, brand, last4, asked_at)
      select user_id, 'seti_demo_' || user_id, ${LIMIT}::numeric, ${AUTOPAY_CONSENT.version}::int, ${AUTOPAY_CONSENT.text}, at,
        'succeeded', ${STORED_CARD.method}, 'card', 'visa', '4242', at
      from row returning id, user_id, consented_at
    )
    insert into autopay (user_id, setup_id, max_amount, since) select user_id, id, ${LIMIT}::numeric, consented_at from setups`;
}

/** The runs of a month that made these payments. */
export async function insertRuns(
  sql: Sql,
  calendar: Calendar,
  { month, userIds, entryIds }: { month: number; userIds: number[]; entryIds: number[] },
): Promise<void> {
  const first = calendar.inMonth(month, 1, '').trim();
  await sql`
    insert into autopay_runs (user_id, period, attempt, setup_id, payment_intent_id, ran_on, amount, outcome, claimed_at, ended_at)
    select autopay.user_id, ${first}, 1, autopay.setup_id, paid.id, (paid.paid_at at time zone ${calendar.zone})::date,
      paid.amount, 'succeeded', paid.paid_at, paid.paid_at
    from autopay join payment_intents as paid on paid.user_id = autopay.user_id
    where autopay.user_id = any(${userIds}::int[]) and paid.transaction_id = any(${entryIds}::int[])`;
}
