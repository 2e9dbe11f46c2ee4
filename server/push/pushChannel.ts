import type { FastifyInstance } from 'fastify';
import sqlTag from 'sql-template-tag';
import webpush from 'web-push';
import { validSession } from '../auth/findSession.ts';
import type { Channel, Delivery, Outcome } from '../notifications/channel.ts';
import { isListed } from '../notifications/listed.ts';
import { refusalOfEndpoint } from './endpoint.ts';
import { pushPayload } from './payload.ts';
import type { PostMessage } from './postMessage.ts';
import { pushSettings } from './pushSettings.ts';
import { vapidKeys, type VapidKeys } from './vapidKeys.ts';

/** For how long a push service keeps a message for a device that is off, in seconds: three days. */
const KEPT_FOR = 3 * 24 * 60 * 60;
/** How many people are sent to at once. */
const CONCURRENCY = 10;

interface Subscription {
  id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
}

/**
 * Sends notifications to the browsers of people, each of which has subscribed in a session that is still valid; undefined where
 * it is not configured.
 */
export function pushChannel({ context, postPush }: FastifyInstance): Channel | undefined {
  const settings = pushSettings(context.configuration);
  if (!settings) return undefined;
  const { publicUrl, subject } = settings;
  const { sql } = context.database;
  const own = sqlTag`from push_subscriptions join sessions on sessions.id = session_id and ${validSession}`;

  async function send(delivery: Delivery): Promise<Outcome> {
    const { event_id, user_id } = delivery;
    const subscriptions = await sql<Subscription & { has_it: boolean }>`
      select push_subscriptions.id, endpoint, p256dh, auth, exists (
        select from push_sent where event_id = ${event_id} and subscription_id = push_subscriptions.id) as has_it
      ${own} where push_subscriptions.user_id = ${user_id}`;
    const waiting = subscriptions.filter(({ has_it }) => !has_it);
    if (waiting.length === 0) return subscriptions.length > 0 ? 'sent' : 'gone';
    const [unread] = await sql<{ count: number }>`
      select count(*)::int as count
      from notifications as told join notification_events as event on event.id = told.event_id
      join users on users.id = told.user_id
      where told.user_id = ${user_id} and told.read_at is null and ${isListed}`;
    const payload = pushPayload({
      title: delivery.title,
      body: delivery.body,
      url: new URL(delivery.path, publicUrl).href,
      tag: tagOf(delivery),
      unread: unread?.count ?? 0,
    });
    const keys = await vapidKeys(sql);
    const outcomes = await Promise.all(
      waiting.map((subscription) => sendTo(subscription, { delivery, payload, keys })),
    );
    return togetherOf([...outcomes, ...(waiting.length < subscriptions.length ? (['sent'] as const) : [])]);
  }

  async function sendTo(
    subscription: Subscription,
    { delivery, payload, keys }: { delivery: Delivery; payload: string; keys: VapidKeys },
  ): Promise<Outcome> {
    const { id, endpoint, p256dh, auth } = subscription;
    const refusal = refusalOfEndpoint(endpoint);
    if (refusal) return { refused: refusal };
    const { headers, body } = webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: { subject, ...keys },
      TTL: KEPT_FOR,
      urgency: delivery.urgent ? 'high' : 'normal',
      topic: tagOf(delivery),
    });
    // Its address is a secret, so only its host is told.
    const service = new URL(endpoint).host;
    let answer: Awaited<ReturnType<PostMessage>>;
    try {
      answer = await postPush({ endpoint, headers, body });
    } catch (error) {
      return { retry: `${service}: ${error instanceof Error ? error.message : String(error)}` };
    }
    const { status, retryAfter } = answer;
    if (status >= 200 && status < 300) {
      await sql`
        with used as (update push_subscriptions set last_used_at = now() where id = ${id} returning id)
        insert into push_sent (event_id, subscription_id) select ${delivery.event_id}::int, id from used on conflict do nothing`;
      return 'sent';
    }
    if (status === 404 || status === 410) {
      await sql`delete from push_subscriptions where id = ${id} and endpoint = ${endpoint}`;
      return 'gone';
    }
    const reason = `${service} answered ${status}`;
    if (status !== 429 && status < 500) return { refused: reason, code: status };
    return { retry: reason, code: status, ...(retryAfter === undefined ? {} : { afterSeconds: retryAfter }) };
  }

  return {
    name: 'push',
    reaches: sqlTag`exists (select 1 ${own} where push_subscriptions.user_id = users.id)`,
    concurrency: CONCURRENCY,
    send,
  };
}

/** Names the notification towards push services, which take at most 32 characters, and on the device. */
function tagOf({ event_id }: Delivery): string {
  return `notification-${event_id}`;
}

/** What became of a delivery to several browsers. It is tried again as long as one may still take it. */
function togetherOf(outcomes: readonly Outcome[]): Outcome {
  const retries = outcomes.filter((outcome) => typeof outcome === 'object' && 'retry' in outcome);
  const [retry] = retries;
  if (retry) {
    const waits = retries.map(({ afterSeconds }) => afterSeconds ?? 0);
    const afterSeconds = Math.max(...waits);
    return { retry: retry.retry, code: retry.code, ...(afterSeconds > 0 ? { afterSeconds } : {}) };
  }
  if (outcomes.includes('sent')) return 'sent';
  return outcomes.find((outcome) => typeof outcome === 'object') ?? 'gone';
}
