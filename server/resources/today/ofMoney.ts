import sqlTag, { raw } from 'sql-template-tag';
import { FIRST_RULE } from '../../../contract/deposits/deposit.ts';
import { ENTRY_KINDS } from '../../../contract/ledger/entryKinds.ts';
import { pastDueBefore } from '../ledger/pastDue.ts';
import { NONE, type Waiting } from './groups.ts';

/** Payments that the bank refused, and since which nothing was paid. */
export const failedPayments: Waiting = ({ zone }) => sqlTag`
  select user_id as key, (max(failed_at) at time zone ${zone})::date as day, user_id as person, max(users.unit) as unit,
    ${NONE.property}, (array_agg(amount order by failed_at desc, failure.created_at desc, failure.id))[1] as amount,
    ${NONE.count}, ${NONE.text}
  from unanswered_failures as failure join users on users.id = user_id group by user_id order by max(failed_at), user_id`;

/** The types of entries by which somebody pays, and by which a bank or a card provider takes a payment back. */
const PAYMENTS = Object.values(ENTRY_KINDS).flatMap(({ type, receipt }) => (receipt ? [type] : []));
const TAKEN_BACK = [ENTRY_KINDS.bankReturn.type, ENTRY_KINDS.cardDispute.type];
/** As the index of what was taken back has them. */
const TAKEN_BACK_TYPES = raw(TAKEN_BACK.map((type) => `'${type}'`).join(', '));
const TAKEN_BACK_DAYS = 14;

/** Payments that were taken back, and since which nothing was paid. */
export const returnedPayments: Waiting = ({ zone }) => sqlTag`
  select back.id as key, coalesce(back.effective_on, (back.created_at at time zone ${zone})::date) as day,
    back.user_id as person, users.unit, ${NONE.property}, back.amount, ${NONE.count}, ${NONE.text}
  from transactions as back join users on users.id = back.user_id
  join balances on balances.user_id = back.user_id and balances.balance > 0
  left join transactions as paid on paid.id = back.reverses
  where (back.reverses is not null or back.type in (${TAKEN_BACK_TYPES}))
    and back.created_at > now() - make_interval(days => ${TAKEN_BACK_DAYS}) and back.amount > 0
    and (back.type = any(${TAKEN_BACK}::text[]) or paid.type = any(${PAYMENTS}::text[]))
    and not exists (select from transactions as later
      where later.user_id = back.user_id and later.id > back.id and later.type = any(${PAYMENTS}::text[]))
  order by back.created_at, back.id`;

/** Autopay that charges nothing, with the reason. */
export const pausedAutopay: Waiting = ({ zone }) => sqlTag`
  select user_id as key, (paused_at at time zone ${zone})::date as day, user_id as person, users.unit, ${NONE.property},
    ${NONE.amount}, ${NONE.count}, ${NONE.text}
  from autopay join users on users.id = user_id where paused_at is not null order by paused_at, user_id`;

/** Who has not paid what was due before this day, by the longest. */
export const late: Waiting = (asked) => sqlTag`
  select past_due.user_id as key, past_due.since as day, past_due.user_id as person, users.unit, ${NONE.property},
    past_due.amount, ${NONE.count}, ${NONE.text}
  from (${pastDueBefore(asked)}) as past_due join users on users.id = past_due.user_id
  order by past_due.since, past_due.amount desc, past_due.user_id`;

/** Deposits that are still held although the lease is over, by the day on which they are to go back. */
export const depositsToReturn: Waiting = ({ day }) => sqlTag`
  select leases.id as key,
    leases.ends + coalesce((select return_days from property_deposit_rules join units using (property_id)
      where units.id = leases.unit_id), (select return_days from deposit_rule), ${FIRST_RULE.return_days}::integer) as day,
    billed.user_id as person, leases.unit_id as unit, ${NONE.property}, held.amount, ${NONE.count}, ${NONE.text}
  from (select lease_id, sum(amount) as amount from deposit_entries group by lease_id having sum(amount) > 0) as held
  join leases on leases.id = held.lease_id and leases.ends < ${day}::date
  join lease_tenants as billed on billed.lease_id = leases.id and billed.position = 1
  order by leases.ends, leases.id`;
