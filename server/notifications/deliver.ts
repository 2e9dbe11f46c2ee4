import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import sqlTag from 'sql-template-tag';
import type { NotificationChannel } from '../../contract/notification.ts';
import type { Database } from '../database/database.ts';
import type { Channel, Delivery, Outcome } from './channel.ts';
import { passesQuietHours, queueDeliveries } from './queueDeliveries.ts';
import { afterQuietHours } from './quietHours.ts';

/** After how many seconds a failed try is repeated; after the last one it is given up. */
export const RETRY_AFTER = [60, 5 * 60, 30 * 60, 2 * 60 * 60, 12 * 60 * 60];

/** After how many seconds a delivery that is being sent counts as interrupted: more than any try may take. */
const LEASE = 120;

/** How long the outcome of a try is kept here while the database is away, in milliseconds: less than the lease. */
const RECORD_WITHIN = 50_000;

export type Ending = 'sent' | 'gone' | 'retry' | 'given_up';

interface Options {
  database: Pick<Database, 'sql' | 'transaction'>;
  channels: readonly Channel[];
  /** The community's time zone. */
  zone: string;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** Is told how each try ended. */
  onEnd?: (channel: NotificationChannel, ending: Ending) => void;
}

/** A delivery that this process has taken, and until when it is its own. */
interface Taken extends Delivery {
  lease: string;
  /** Whether its recipient's account is active still. */
  active: boolean;
}

/**
 * Adds the deliveries of new events and sends what is due, by every channel beside the others, until nothing is due or the
 * server stops. A delivery is taken before it is sent, for `LEASE` seconds: of several processes one sends it, and what a
 * killed process had taken is sent by another one later.
 */
export async function deliver(options: Options, stopping?: AbortSignal): Promise<void> {
  await queueDeliveries(options.database, options);
  await Promise.all(
    options.channels.flatMap((channel) =>
      Array.from({ length: channel.concurrency }, () => sendInTurn(options, channel, stopping)),
    ),
  );
}

async function sendInTurn(options: Options, channel: Channel, stopping?: AbortSignal): Promise<void> {
  while (!stopping?.aborted) {
    const delivery = await take(options.database, channel.name);
    if (!delivery) return;
    const outcome = await send(channel, delivery);
    await recordPatiently(options, { channel: channel.name, delivery, outcome });
  }
}

async function take({ sql }: Options['database'], channel: NotificationChannel): Promise<Taken | undefined> {
  const [taken] = await sql<Taken>`
    with due as (
      select event_id, user_id, channel from deliveries
      where channel = ${channel} and state in ('waiting', 'sending') and due_at <= now()
      order by due_at limit 1 for update skip locked
    ), taken as (
      update deliveries set state = 'sending', due_at = now() + make_interval(secs => ${LEASE})
      from due where (deliveries.event_id, deliveries.user_id, deliveries.channel) = (due.event_id, due.user_id, due.channel)
      returning deliveries.*
    )
    select taken.event_id, taken.user_id, taken.attempts, taken.due_at as lease, event.kind, event.title, event.body, event.path,
      event.urgent, event.data, event.created_at, users.email, users.first_name, users.last_name,
      users.is_current_user as active
    from taken join notification_events as event on event.id = taken.event_id join users on users.id = taken.user_id`;
  return taken;
}

async function send(channel: Channel, { active, lease: _, ...delivery }: Taken): Promise<Outcome> {
  if (!active) return 'gone';
  try {
    return await channel.send(delivery);
  } catch (error) {
    return { retry: error instanceof Error ? error.message : String(error) };
  }
}

interface Ended {
  channel: NotificationChannel;
  delivery: Taken;
  outcome: Outcome;
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

async function record(
  { database: { sql }, zone, log, onEnd }: Options,
  { channel, delivery, outcome }: Ended,
): Promise<void> {
  const { event_id, user_id, lease, kind, urgent } = delivery;
  const retried = typeof outcome === 'object' && 'retry' in outcome;
  const attempts = delivery.attempts + (retried ? 1 : 0);
  const wait = retried ? (outcome.afterSeconds ?? RETRY_AFTER[attempts - 1]) : undefined;
  const reason = typeof outcome === 'string' ? null : 'retry' in outcome ? outcome.retry : outcome.refused;
  const isOver = retried && attempts > RETRY_AFTER.length;
  const ending: Ending = typeof outcome === 'string' ? outcome : retried && !isOver ? 'retry' : 'given_up';
  const again = sqlTag`now() + make_interval(secs => ${wait ?? 0})`;
  const due = urgent || passesQuietHours(kind) ? again : afterQuietHours(again, zone);
  await sql`
    update deliveries set state = ${ending === 'retry' ? 'waiting' : ending}, attempts = ${attempts}, reason = ${reason},
      due_at = case when ${ending === 'retry'}::boolean then ${due} else due_at end,
      ended_at = case when ${ending === 'retry'}::boolean then null else now() end
    where event_id = ${event_id} and user_id = ${user_id} and channel = ${channel}
      and state = 'sending' and due_at = ${lease}`;
  if (ending === 'given_up') {
    log.warn({ event: event_id, user: user_id, channel, reason }, 'a notification could not be delivered');
  }
  onEnd?.(channel, ending);
}
