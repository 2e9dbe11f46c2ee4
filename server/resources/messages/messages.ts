import type { FastifyInstance } from 'fastify';
import sqlTag, { type Sql as Part } from 'sql-template-tag';
import { MOST_MESSAGES, type Message } from '../../../contract/messages/message.ts';
import { standingOf, type StandingMessage } from '../../../contract/messages/threadStanding.ts';
import { routes } from '../../../contract/routes.ts';
import { messageLimits } from '../../auth/limits/limits.ts';
import { spendLimit } from '../../auth/limits/rateLimits.ts';
import { recordAudit } from '../../database/auditLog.ts';
import type { Sql } from '../../database/database.ts';
import { isoTimestamp } from '../../database/isoTimestamp.ts';
import { ApiError } from '../../http/apiError.ts';
import { scopesOf } from '../../http/lists/notedList.ts';
import { registerList } from '../../http/lists/registerList.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { notifyOfMessage } from './notifyOfMessage.ts';
import { seenThread, threadToWriteIn, type OpenThread } from './openThread.ts';
import { readThread, seesMessage, threads } from './threadRows.ts';

/** The columns of a `message` with its `author`. Residents are told no names of managers. */
const columns = (forManagement: boolean): Part => sqlTag`
  message.id, message.kind, ${isoTimestamp(sqlTag`message.acted_at`)} as acted_at,
  ${isoTimestamp(sqlTag`message.received_at`)} as received_at, message.by_management,
  case when ${forManagement}::boolean or not message.by_management then author.first_name end as first_name,
  case when ${forManagement}::boolean or not message.by_management then author.last_name end as last_name,
  case when ${forManagement}::boolean then author.id end as author_id, message.text, message.created_with`;

/** The routes by which residents and management write to each other. */
export function messages(app: FastifyInstance): void {
  registerList(app, routes.listThreads, ({ user }) => ({
    query: threads(user),
    // What somebody has read is theirs alone, also a manager's.
    changes: { list: 'messages', scopes: [...new Set([...scopesOf(user), `user:${user.id}`])] },
  }));

  registerRoute(app, routes.listMessages, async ({ sql, user, params }) => {
    const { id } = await seenThread(sql, user, params.id);
    return sql<Message>`
      select ${columns(user.is_manager)}
      from messages as message join message_threads as thread on thread.id = message.thread_id
      left join users as author on author.id = message.author_id
      where thread.id = ${id} and ${seesMessage(user)} order by message.acted_at, message.id`;
  });

  registerRoute(app, routes.addMessage, async ({ sql, user, params, body, capturedAt, key }) => {
    const { kind = 'message', text = null } = body;
    if (kind === 'closed' && !user.is_manager) {
      throw new ApiError(403, 'Only management closes a conversation.');
    }
    for (const limit of messageLimits(user)) await spendLimit(sql, limit);
    const thread = await threadToWriteIn(sql, user, params.id, body, capturedAt);
    await refuseFull(sql, thread, kind === 'closed');
    const [added] = await sql<Message>`
      with message as (
        insert into messages (thread_id, kind, author_id, by_management, acted_at, text, created_with)
        -- Nobody answers what was not written yet.
        select id, ${kind}, ${user.id}, ${user.is_manager}, greatest(${capturedAt}, started_at), ${text}, ${key ?? null}::uuid
        from message_threads where id = ${thread.id}
        returning *
      )
      select ${columns(user.is_manager)} from message join users as author on author.id = message.author_id`;
    if (!added) throw new Error(`Conversation ${thread.id} was just locked and is not there.`);
    await standAfterMessages(sql, thread.id);
    if (kind === 'closed') {
      await recordAudit(sql, user.id, [{ subject: 'conversation', subject_id: thread.id, action: 'closed' }]);
    } else {
      await notifyOfMessage(sql, user, { ...thread, id: added.id, text: text ?? '' });
    }
    return { ...added, thread: await readThread(sql, user, thread.id) };
  });

  registerRoute(app, routes.markMessagesRead, async ({ sql, user, params, body }) => {
    const { id } = await seenThread(sql, user, params.id);
    // Of several devices the one that read furthest counts, and nobody has read what is not there yet.
    await sql`
      insert into message_reads (thread_id, user_id, up_to)
      select ${id}, ${user.id}, max(message.id) from messages as message
      where message.thread_id = ${id} and message.id <= ${body.up_to} having count(*) > 0
      on conflict (thread_id, user_id) do update set up_to = excluded.up_to where message_reads.up_to < excluded.up_to`;
    return readThread(sql, user, id);
  });
}

/** Has a conversation stand where its messages have come to. */
async function standAfterMessages(sql: Sql, thread: number): Promise<void> {
  const all = await sql<StandingMessage>`
    select kind, by_management, ${isoTimestamp(sqlTag`acted_at`)} as acted_at, ${isoTimestamp(sqlTag`received_at`)} as received_at
    from messages where thread_id = ${thread}`;
  const { state, waiting_since } = standingOf(all);
  await sql`
    update message_threads set state = ${state}, waiting_since = ${waiting_since}::timestamptz,
      last_at = (select max(acted_at) from messages where thread_id = ${thread} and kind = 'message')
    where id = ${thread}`;
}

/** @throws {ApiError} 409 where a conversation has as many entries as it may have; one that is not closed can still be closed */
async function refuseFull(sql: Sql, { id, state }: OpenThread, closes: boolean): Promise<void> {
  if (closes && state !== 'closed') return;
  const [kept] = await sql<{ entries: number }>`
    select count(*)::int as entries from messages where thread_id = ${id}`;
  if (kept && kept.entries >= MOST_MESSAGES) {
    throw new ApiError(
      409,
      `A conversation can have at most ${MOST_MESSAGES} entries. Please write a new message.`,
      { code: 'full' },
    );
  }
}
