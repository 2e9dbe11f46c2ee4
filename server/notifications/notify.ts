import type { NotificationKind } from '../../contract/notifications/notification.ts';
import type { Sql } from '../database/database.ts';
import { messageOf } from './messages/messages.ts';
import type { NotificationData } from './messages/notificationData.ts';
import type { About } from './seenRecords.ts';

/** Whom an event concerns: people by their ids, or a part of the community; properties are their residents, and managers. */
export type Recipients =
  readonly number[] | 'everyone' | 'managers' | { readonly properties: readonly number[] };

type Event<K extends NotificationKind> = EventOf<K> &
  (About<K> extends string ? Followed<About<K>> : Partial<Followed<undefined>>);

/** The record that it tells of, such as `maintenance:12`: its words follow it (`follow.ts`), and whoever may not see it any more is not shown them. */
interface Followed<A> {
  about: A;
}

interface EventOf<K extends NotificationKind> {
  kind: K;
  to: Recipients;
  data: NotificationData[K];
  /** Who made the change and is therefore not told of it. */
  except?: readonly number[] | undefined;
  /** A name of what may be told only once, such as `announcement:12`. */
  once?: string;
  /** Before which nothing is sent outside the app, in ISO 8601. */
  deliverFrom?: string;
}

export type NewNotification = { [K in NotificationKind]: Event<K> }[NotificationKind];

/**
 * Stores events and whom they concern, in the transaction of the change that they tell of; any number in one statement.
 * People who are not active are left out. Returns how many events were stored: fewer where one with the same `once` was stored
 * before. Deliveries by push and mail are added after the commit, which triggers of `notifications` announce (`startDelivery.ts`).
 */
export async function notify(sql: Sql, ...events: readonly NewNotification[]): Promise<number> {
  const concerning = events.filter(({ to }) => !Array.isArray(to) || to.length > 0);
  if (concerning.length === 0) return 0;
  const rows = concerning.map(({ kind, to, data, except, once, about, deliverFrom }) => ({
    kind,
    ...messageOf(kind, data as never),
    data,
    once,
    about,
    except,
    deliver_from: deliverFrom,
    ...audienceOf(to),
  }));
  const [inserted] = await sql<{ stored: number }>`
    with given as materialized (
      select nextval(pg_get_serial_sequence('notification_events', 'id'))::int as id, row.*
      from jsonb_to_recordset(${rows}::jsonb) as row(kind text, title text, body text, path text, urgent boolean,
        data jsonb, once text, about text, deliver_from timestamptz, "except" int[], audience text, people int[], properties int[])
    ), event as (
      insert into notification_events (id, kind, title, body, path, urgent, data, once, about, deliver_from)
      select id, kind, title, body, path, urgent, data, once, about, deliver_from from given
      on conflict (once) do nothing
      returning id
    ), concerned as (
      -- Each by the key, however many a plan expects, and all of them only where an event is for everyone.
      select given.id, active.id as user_id, "except"
      from given cross join lateral unnest(people) as person(id)
      cross join lateral (select id from users where users.id = person.id and is_current_user limit 1) as active
      union
      select given.id, users.id, "except" from given join users on users.is_manager and is_current_user
      where audience in ('managers', 'properties')
      union
      select given.id, users.id, "except" from given cross join lateral unnest(properties) as property(id)
      join units on units.property_id = property.id join users on users.unit = units.id and is_current_user
      union
      select given.id, users.id, "except" from given join users on is_current_user
      where audience = 'everyone'
    ), told as (
      insert into notifications (event_id, user_id)
      select event.id, user_id from event join concerned on concerned.id = event.id
      where not user_id = any(coalesce("except", '{}'))
    )
    select count(*)::int as stored from event`;
  return inserted?.stored ?? 0;
}

function audienceOf(to: Recipients): object {
  if (typeof to === 'string') return { audience: to };
  return 'properties' in to ? { audience: 'properties', ...to } : { people: to };
}
