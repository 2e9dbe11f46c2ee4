import sqlTag, { join, type Sql as Part } from 'sql-template-tag';
import {
  NOTIFICATION_KINDS,
  notificationRules,
  type NotificationChannel,
} from '../../contract/notifications/notification.ts';
import type { Database } from '../database/database.ts';
import type { Channel } from './channel.ts';
import { afterQuietHours } from './quietHours.ts';
import { whyWithheld } from './withheld.ts';

/** Events of other kinds are of a newer version that runs beside this one, which knows to whom they go. */
const KINDS = Object.keys(NOTIFICATION_KINDS);

/** How many events one transaction takes. */
const BATCH = 500;

/** What a channel does with a kind, as a row of SQL. */
interface Rule {
  kind: string;
  channel: NotificationChannel;
  by_default: boolean;
  mandatory: boolean;
  /** Whether it is sent in quiet hours too. */
  awake: boolean;
}

/** Whether a kind is sent in quiet hours too: what concerns the security of an account. */
export function passesQuietHours(kind: string): boolean {
  return notificationRules(kind)?.mandatory === 'security';
}

function rulesOf(channels: readonly Channel[]): Rule[] {
  return Object.keys(NOTIFICATION_KINDS).flatMap((kind) =>
    channels.flatMap(({ name }) => {
      const rules = notificationRules(kind);
      const byDefault = rules?.[name] ?? null;
      if (!rules || byDefault === null) return [];
      const mandatory = rules.mandatory !== undefined;
      return [{ kind, channel: name, by_default: byDefault, mandatory, awake: passesQuietHours(kind) }];
    }),
  );
}

/**
 * Adds the deliveries of the events that have none yet, by everyone's choices: each event once, whoever comes first of
 * several processes. An event stays without deliveries for those who cannot be reached now.
 */
export async function queueDeliveries(
  database: Pick<Database, 'transaction'>,
  {
    channels,
    zone,
    mustAddFactor,
    now = sqlTag`now()`,
  }: { channels: readonly Channel[]; zone: string; mustAddFactor: Part; now?: Part },
): Promise<void> {
  const rules = rulesOf(channels);
  const reached = channels.map(({ name, reaches }) => sqlTag`(rule.channel = ${name} and (${reaches}))`);
  const isReached = reached.length > 0 ? join(reached, ' or ') : sqlTag`false`;
  const withheld = whyWithheld({
    ...{ kind: sqlTag`rule.kind`, about: sqlTag`taken.about`, channel: sqlTag`rule.channel`, mustAddFactor },
  });
  let queued;
  do {
    queued = await database.transaction(
      (sql) => sql`
        with taken as (
          select id, kind, urgent, data, about, deliver_from from notification_events
          where queued_at is null and kind = any(${KINDS}::text[]) order by id limit ${BATCH} for update skip locked
        ), rule as (
          select * from jsonb_to_recordset(${rules}::jsonb)
            as rule(kind text, channel text, by_default boolean, mandatory boolean, awake boolean)
        ), added as (
          insert into deliveries (event_id, user_id, channel, urgent, due_at)
          select taken.id, users.id, rule.channel, rule.awake or taken.urgent,
            case when rule.awake or taken.urgent then ${now}
              else ${afterQuietHours(sqlTag`greatest(${now}, taken.deliver_from)`, zone)} end
          from taken
          join rule on rule.kind = taken.kind
          join notifications as told on told.event_id = taken.id
          join users on users.id = told.user_id
          left join notification_preferences as own
            on own.user_id = users.id and own.kind = rule.kind and own.channel = rule.channel
          left join notification_defaults as shared on shared.kind = rule.kind and shared.channel = rule.channel
          where (rule.mandatory or coalesce(own.wanted, shared.wanted, rule.by_default)) and (${isReached})
            and ${withheld} is null
          on conflict do nothing
        )
        update notification_events as event set queued_at = now() from taken where event.id = taken.id
        returning event.id`,
    );
  } while (queued.length === BATCH);
}
