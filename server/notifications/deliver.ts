import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pLimit from 'p-limit';
import sqlTag, { type Sql as Part } from 'sql-template-tag';
import { MANDATORY_KINDS, type NotificationChannel } from '../../contract/notifications/notification.ts';
import type { Database } from '../database/database.ts';
import { isEmailConfirmed } from '../auth/confirmedEmail.ts';
import { newcomerRow } from '../auth/newcomers.ts';
import type { Channel, Delivery, Outcome } from './channel.ts';
import { isOverDailyLimit, mailboxOf } from './mailLimits.ts';
import { oneAtATime } from './oneAtATime.ts';
import { passesQuietHours, queueDeliveries } from './queueDeliveries.ts';
import { afterQuietHours } from './quietHours.ts';
import { senders } from './senders.ts';
import { whyWithheld } from './withheld.ts';

/** After how many seconds a failed try is repeated; after the last one it is given up. */
export const RETRY_AFTER = [60, 5 * 60, 30 * 60, 2 * 60 * 60, 12 * 60 * 60];

/** After how many seconds a delivery that is being sent counts as interrupted: more than any try may take. */
const LEASE = 120;

/** How long the outcome of a try is kept here while the database is away, in milliseconds: less than the lease. */
const RECORD_WITHIN = 50_000;

/** How many mails somebody gets within an hour at most, beside those that cannot be switched off; `mailLimits.ts` has those of a day. */
export const MOST_MAILS = 30;
/**
 * How many mails, and pushes, somebody gets within a day of passwords that they changed themselves: whoever registers with the
 * address of somebody else could have this server send any number there.
 */
export const MOST_OF_OWN_PASSWORDS = 5;

/** How many messages are sent to one person by one channel at once. */
const MOST_AT_ONCE = 2;

export type Ending = 'sent' | 'gone' | 'retry' | 'given_up';

interface Options {
  database: Pick<Database, 'sql' | 'transaction'>;
  channels: readonly Channel[];
  /** The community's time zone. */
  zone: string;
  /** Of a row of `users`, whether they are a manager who must set up a second factor first. */
  mustAddFactor: Part;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** Is told how each try ended. */
  onEnd?: (channel: NotificationChannel, ending: Ending) => void;
}

/** A delivery that this process has taken, and until when it is its own. */
interface Taken extends Delivery {
  lease: string;
  /** Why it is not sent any more, if so. */
  withheld: string | null;
}

/**
 * What adds the deliveries of new events and sends what is due, until nothing is due or the server stops. Called meanwhile, it
 * adds at once what is new, and whatever is free takes it: a channel that hangs holds no other up. A delivery is taken before it
 * is sent, for `LEASE` seconds: of several processes one sends it, and what a killed process had taken is sent by another one
 * later. One person takes few of a channel's senders, so that messages to devices that answer slowly, which anybody may have,
 * hold nobody else up.
 */
export function deliverer(options: Options, stopping?: AbortSignal): () => Promise<void> {
  const queue = oneAtATime(() => queueDeliveries(options.database, options));
  const channels = options.channels.map((channel) => {
    // They take one after the other, so that each sees to whom the others are sending.
    const inTurn = pLimit(1);
    return senders(channel.concurrency, async (onTaken) => {
      if (stopping?.aborted) return false;
      const delivery = await inTurn(() => take(options, channel.name));
      if (!delivery) return false;
      onTaken();
      const outcome = await send(channel, delivery);
      await recordPatiently(options, { channel: channel.name, delivery, outcome });
      return true;
    });
  });
  return async () => {
    if (stopping?.aborted) return;
    await queue();
    await Promise.all(channels.map((sendDue) => sendDue()));
  };
}

/** Takes what is due of a channel, the urgent first, but nothing to somebody who is sent as much as may be at once. */
async function take(
  { database: { sql }, mustAddFactor }: Options,
  channel: NotificationChannel,
): Promise<Taken | undefined> {
  const event = { kind: sqlTag`event.kind`, about: sqlTag`event.about` };
  const [taken] = await sql<Taken>`
    with due as (
      select event_id, user_id, channel from deliveries
      where channel = ${channel} and state in ('waiting', 'sending') and due_at <= now()
        and user_id not in (
          select user_id from deliveries where channel = ${channel} and state = 'sending' and due_at > now()
          group by user_id having count(*) >= ${MOST_AT_ONCE}::int)
      order by urgent desc, due_at limit 1 for update skip locked
    ), taken as (
      update deliveries set state = 'sending', due_at = now() + make_interval(secs => ${LEASE}),
        mailbox = case when due.channel = 'email' then ${mailboxOf} end
      from due join notification_events as event on event.id = due.event_id join users on users.id = due.user_id
      where (deliveries.event_id, deliveries.user_id, deliveries.channel) = (due.event_id, due.user_id, due.channel)
      returning deliveries.*
    )
    select taken.event_id, taken.user_id, taken.attempts, taken.due_at as lease, event.kind, event.title, event.body, event.path,
      event.urgent, event.data, event.created_at, users.email, users.first_name, users.last_name,
      (${newcomerRow} or not ${isEmailConfirmed}) as may_be_stranger,
      coalesce(${whyWithheld({ ...event, channel: sqlTag`taken.channel`, mustAddFactor })}, ${tooMany}) as withheld
    from taken join notification_events as event on event.id = taken.event_id join users on users.id = taken.user_id`;
  return taken;
}

/** Of an event, whether it tells somebody of a password that they changed themselves. */
const isOwnPassword = (event: Part) =>
  sqlTag`(${event}.kind = 'password_changed' and ${event}.data ->> 'by' = 'oneself')`;

/** How many other messages the recipient got by this channel since a time, of causes such as this. */
const sentSince = (since: Part, ofCause: Part) => sqlTag`(
    select count(*) from deliveries as other join notification_events as cause on cause.id = other.event_id
    where other.user_id = taken.user_id and other.channel = taken.channel and other.event_id <> taken.event_id
      and (other.state = 'sending' or (other.state = 'sent' and other.ended_at > ${since})) and ${ofCause}
  )`;

/** Why a message is one too many for its recipient; null for what is not. The app lists it all the same. */
const tooMany = sqlTag`
  case when taken.channel = 'email' and ${isOverDailyLimit} then 'More mails of this kind than are sent within a day.'
    when taken.channel = 'email' and not event.kind = any(${MANDATORY_KINDS}::text[]) and ${MOST_MAILS}::int <=
      ${sentSince(sqlTag`now() - interval '1 hour'`, sqlTag`not cause.kind = any(${MANDATORY_KINDS}::text[])`)}
    then 'More mails than are sent to one person within an hour.'
    when ${isOwnPassword(sqlTag`event`)} and ${MOST_OF_OWN_PASSWORDS}::int <=
      ${sentSince(sqlTag`now() - interval '1 day'`, isOwnPassword(sqlTag`cause`))}
    then 'More messages of changed passwords than are sent to one person within a day.' end`;

async function send(
  channel: Channel,
  { withheld, lease: _, ...delivery }: Taken,
): Promise<Outcome | { withheld: string }> {
  if (withheld !== null) return { withheld };
  try {
    return await channel.send(delivery);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { retry: error instanceof Error ? error.message : String(error), code };
  }
}

interface Ended {
  channel: NotificationChannel;
  delivery: Taken;
  outcome: Outcome | { withheld: string };
}

/** Records an outcome, also of a database that is away for a moment: what was sent must not be sent again. */
async function recordPatiently(options: Options, ended: Ended): Promise<void> {
  const until = performance.now() + RECORD_WITHIN;
  for (;;) {
    try {
      await record(options, ended);
      return;
    } catch (error) {
      if (performance.now() > until) throw error;
      await pause(1000, undefined, { ref: false });
    }
  }
}

interface HowItEnded {
  ending: Ending;
  attempts: number;
  /** After how many seconds it is tried again. */
  wait?: number | undefined;
  reason: string | null;
  code?: number | string | undefined;
}

function endingOf(outcome: Ended['outcome'], attempts: number): HowItEnded {
  if (typeof outcome === 'string') return { ending: outcome, attempts, reason: null };
  if ('withheld' in outcome) return { ending: 'gone', attempts, reason: outcome.withheld };
  const { code } = outcome;
  if ('refused' in outcome) return { ending: 'given_up', attempts, reason: outcome.refused, code };
  const wait = outcome.afterSeconds ?? RETRY_AFTER[attempts];
  const ending = attempts < RETRY_AFTER.length ? 'retry' : 'given_up';
  return { ending, attempts: attempts + 1, wait, reason: outcome.retry, code };
}

async function record(
  { database: { sql }, zone, log, onEnd }: Options,
  { channel, delivery, outcome }: Ended,
): Promise<void> {
  const { event_id, user_id, lease, kind, urgent } = delivery;
  const { ending, attempts, wait, reason, code } = endingOf(outcome, delivery.attempts);
  const again = sqlTag`now() + make_interval(secs => ${wait ?? 0})`;
  const due = urgent || passesQuietHours(kind) ? again : afterQuietHours(again, zone);
  await sql`
    update deliveries set state = ${ending === 'retry' ? 'waiting' : ending}, attempts = ${attempts}, reason = ${reason},
      due_at = case when ${ending === 'retry'}::boolean then ${due} else due_at end,
      ended_at = case when ${ending === 'retry'}::boolean then null else now() end
    where event_id = ${event_id} and user_id = ${user_id} and channel = ${channel}
      and state = 'sending' and due_at = ${lease}`;
  if (ending === 'given_up') {
    log.warn({ event: event_id, user: user_id, channel, code }, 'a notification could not be delivered');
  }
  onEnd?.(channel, ending);
}
