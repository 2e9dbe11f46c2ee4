import sqlTag from 'sql-template-tag';
import { addDays } from '../../../../contract/values/calendar.ts';
import { AUTOPAY_CONSENT } from '../../../../contract/payments/autopay.ts';
import { server } from '../world.ts';
import type { RandomChanges, RandomSource } from './randomSource.ts';
import { HOME_THREAD, OWN_THREAD } from './shownReads.ts';
import { communityDay } from '../../days.ts';

/** Who has a second factor, and hides what waits. */
const MANAGER = 1;

/** Changes of what a person alone sees: sessions, the second factor, payments and autopay, what they were told of. */
export function randomOwnChanges({
  random,
  pick,
  money,
  anId,
  call,
  asManager,
  asResident,
  anyone,
  tokens,
}: RandomSource) {
  const { sql } = server.database;
  const aPayer = () => random(2, 3);
  const text = () => crypto.randomUUID();
  const aRequest = () =>
    anId(sqlTag`
    select id from maintenance_requests where not completed and cancelled_at is null order by created_at, id limit 3`);
  return {
    'sign-in': (by) =>
      by.call('POST', '/users/login', {
        body: { username: pick(['resident', 'second']), password: 'porchlight' },
      }),
    'sign-out elsewhere': (by) => call(by, 'DELETE', '/sessions', anyone()),
    'read notifications': async (by) => {
      const up_to = await anId(sqlTag`select id from notification_events`);
      return call(by, 'PUT', '/notifications/read', anyone(), { up_to });
    },
    'what waits is hidden': async (by) => {
      const until = addDays(communityDay(), 2);
      return call(by, 'PUT', `/today/request:${await aRequest()}/snooze`, tokens.managers[0]!, { until });
    },
    'what was hidden is shown': () => sql`delete from today_snoozes where user_id = ${MANAGER}`,
    'first steps are hidden or shown': (by) =>
      call(by, 'PUT', '/first-steps', asManager(), { hidden: Math.abs(text().length) % 2 === 0 }),
    'what waits is taken': async (by) =>
      call(by, 'PUT', `/today/request:${await aRequest()}/taken`, asManager(), { taken: true }),
    'what was taken is free': () => sql`delete from today_taken`,
    'job that failed': () => sql`
      insert into jobs (name, failed_at) values ('post-late-fees', now())
      on conflict (name) do update set failed_at = case when jobs.failed_at is null then now() end`,
    'message that was given up': () => sql`
      insert into deliveries (event_id, user_id, channel, state, ended_at)
      select event_id, user_id, 'email', 'given_up', now() from notifications where user_id = ${aPayer()}
      order by event_id desc limit 1 on conflict (event_id, user_id, channel) do update set state = 'given_up', ended_at = now()`,
    'message that arrived': () => sql`
      update deliveries set state = 'sent', ended_at = now() where state = 'given_up'`,
    note: (by) => call(by, 'POST', '/notes', asManager(), { user_id: 2, text: 'Once more' }),
    message: (by) => call(by, 'POST', `/messages/${OWN_THREAD}`, asResident(), { text: text() }),
    'answer to a message': (by) =>
      call(by, 'POST', `/messages/${OWN_THREAD}`, asManager(), { text: text(), user_id: 2 }),
    'message to a home': (by) =>
      call(by, 'POST', `/messages/${HOME_THREAD}`, asManager(), { text: text(), unit_id: 1 }),
    'end of a conversation': (by) =>
      call(by, 'POST', `/messages/${pick([OWN_THREAD, HOME_THREAD])}`, asManager(), { kind: 'closed' }),
    'message that is read': async (by) =>
      call(by, 'PUT', `/messages/${pick([OWN_THREAD, HOME_THREAD])}/read`, anyone(), {
        up_to: await anId(sqlTag`select id from messages`),
      }),
    reminder: (by) =>
      call(by, 'POST', '/reminders', asManager(), {
        ...{ user_ids: [2, 3], words: `{amount} since {since}, ${text()}`, again: true, keep_words: true },
      }),
    'second factor': () => sql`
      insert into second_factors (user_id, secret, confirmed_at) values (${MANAGER}, ${text()}, now())
      on conflict (user_id) do update set confirmed_at =
        case when second_factors.confirmed_at is null then now() end`,
    'end of a second factor': () => sql`delete from second_factors where user_id = ${MANAGER}`,
    'new recovery codes': () => sql`
      insert into recovery_codes (user_id, code_hash)
      select user_id, ${text()} from second_factors where user_id = ${MANAGER}`,
    'used recovery code': () => sql`
      delete from recovery_codes where code_hash = (select max(code_hash) from recovery_codes)`,
    'payment that waits': () => sql`
      insert into payment_intents (user_id, stripe_id, amount) values (${aPayer()}, ${`pi_${text()}`}, ${money()})
      on conflict do nothing`,
    'payment that a bank processes': () => sql`
      update payment_intents set status = 'processing', method = 'us_bank_account'
      where user_id = ${aPayer()} and status not in ('succeeded', 'canceled')`,
    'payment that a bank refused': () => sql`
      update payment_intents set status = 'canceled', failed_at = now(), failure_code = 'insufficient_funds'
      where user_id = ${aPayer()} and status <> 'succeeded' and failed_at is null`,
    'autopay being set up': () => sql`
      insert into autopay_setups (user_id, stripe_id, max_amount, consent_version, consent_text)
      values (${aPayer()}, ${`seti_${text()}`}, ${money()}, ${AUTOPAY_CONSENT.version}, 'I agree.')
      on conflict do nothing`,
    'autopay that was not set up': () => sql`
      update autopay_setups set status = 'canceled' where user_id = ${aPayer()} and status = 'begun'`,
    autopay: () => sql`
      with setup as (
        insert into autopay_setups (user_id, stripe_id, max_amount, consent_version, consent_text, status, payment_method, method)
        select id, ${`seti_${text()}`}, ${money()}, ${AUTOPAY_CONSENT.version}, 'I agree.', 'succeeded', ${text()}, 'card'
        from users where id = ${aPayer()} returning id, user_id, max_amount
      )
      insert into autopay (user_id, setup_id, max_amount) select user_id, id, max_amount from setup
      on conflict (user_id) do update set setup_id = excluded.setup_id, max_amount = excluded.max_amount`,
    'resumed autopay': () => sql`
      update autopay set paused_reason = null, paused_at = null where user_id = ${aPayer()}`,
    'pause of autopay': () => sql`update autopay set paused_reason = 'declined', paused_at = now()`,
    'try of autopay': () => sql`
      insert into autopay_runs (user_id, period, attempt, setup_id, ran_on, amount, outcome)
      select user_id, date_trunc('month', current_date), 1, setup_id, current_date, ${money()}::numeric, 'nothing_due'
      from autopay where user_id = ${aPayer()}
      on conflict (user_id, period, attempt) do update set amount = excluded.amount`,
    'end of autopay': () => sql`delete from autopay`,
    'notice of what a resident did': (by) =>
      call(by, 'POST', '/announcements/submit', asResident(), { announcement: 'Once more' }),
    'own email': (by) =>
      call(by, 'PUT', '/users/2', tokens.residents[0]!, { email: `robin${random(1, 99)}@example.com` }),
  } satisfies RandomChanges;
}
