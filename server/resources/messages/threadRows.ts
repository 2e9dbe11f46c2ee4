import sqlTag, { type Sql as Part } from 'sql-template-tag';
import { LONGEST_PREVIEW, LONGEST_SUBJECT, type Thread } from '../../../contract/messages/message.ts';
import type { User } from '../../../contract/users/user.ts';
import { residentSeesMessage, residentWritesIn } from '../../auth/visibleRecords.ts';
import type { Sql } from '../../database/database.ts';
import { isoTimestamp } from '../../database/isoTimestamp.ts';
import { wholeList, type ListQuery } from '../../http/lists/listQuery.ts';

/** Of a row of `messages as message` in its `thread`: whether somebody sees it. */
export function seesMessage(user: User): Part {
  return user.is_manager ? sqlTag`true` : residentSeesMessage(user);
}

/** Of a row of `message_threads as thread`: whether somebody may write in it. */
export function writesIn(user: User): Part {
  return user.is_manager ? sqlTag`true` : residentWritesIn(user);
}

/** Of a row of `message_threads as thread`: the UUID by which somebody knows it. */
export function uuidFor({ id, is_manager }: User): Part {
  return is_manager
    ? sqlTag`thread.uuid`
    : sqlTag`case when thread.user_id = ${id} then coalesce(thread.own_uuid, thread.uuid) else thread.uuid end`;
}

/** A conversation as somebody sees it who surely does. */
export async function readThread(sql: Sql, user: User, id: number): Promise<Thread> {
  const [thread] = await sql<Thread>`${wholeList(threads(user, sqlTag`thread.id = ${id}`))}`;
  if (!thread) throw new Error(`Conversation ${id} was just looked at and is not there.`);
  return thread;
}

/** The query of the conversations that somebody sees, each by the messages that they see of it; the last message first. */
export function threads(user: User, where = sqlTag`true`): ListQuery {
  const sees = seesMessage(user);
  const here = writesIn(user);
  const unread = user.is_manager
    ? sqlTag`not message.by_management and thread.state = 'waiting'`
    : sqlTag`message.author_id is distinct from ${user.id}::integer`;
  const words = sqlTag`message.thread_id = thread.id and message.kind = 'message' and ${sees}`;
  const columns = sqlTag`
    thread.id, ${uuidFor(user)} as uuid, thread.user_id, person.first_name, person.last_name, thread.unit_id, units.unit_number,
      properties.property_name, left(split_part(first.text, chr(10), 1), ${LONGEST_SUBJECT}::integer) as subject,
      -- What became of it after they left is not theirs to know.
      case when ${here} then thread.state else 'closed' end as state,
      case when ${here} then ${isoTimestamp(sqlTag`thread.waiting_since`)} end as waiting_since,
      ${isoTimestamp(sqlTag`last.acted_at`)} as last_at, left(last.text, ${LONGEST_PREVIEW}::integer) as last_text,
      last.by_management as last_by_management,
      (select count(*)::int from messages as message
        where ${words} and ${unread} and message.id > coalesce(seen.up_to, 0)) as unread,
      ${here} as may_write`;
  const from = sqlTag`
    message_threads as thread
    join lateral (
      select message.text from messages as message where ${words} order by message.id limit 1
    ) as first on true
    join lateral (
      select message.text, message.acted_at, message.by_management from messages as message
      where ${words} order by message.acted_at desc, message.id desc limit 1
    ) as last on true
    left join users as person on person.id = thread.user_id
    left join units on units.id = thread.unit_id
    left join property_labels as properties on properties.id = units.property_id
    left join message_reads as seen on seen.thread_id = thread.id and seen.user_id = ${user.id}::integer`;
  const lastAt = user.is_manager ? sqlTag`thread.last_at` : sqlTag`last.acted_at`;
  return {
    columns,
    from,
    where,
    order: {
      keys: [
        { sql: lastAt, type: 'time' },
        { sql: sqlTag`thread.id`, type: 'id' },
      ],
      direction: 'desc',
    },
  };
}
