import sqlTag, { empty, type Sql as Part } from 'sql-template-tag';
import type * as z from 'zod/mini';
import type { NewMessage } from '../../../contract/messages/message.ts';
import type { ThreadState } from '../../../contract/messages/threadStanding.ts';
import type { User } from '../../../contract/users/user.ts';
import type { Sql } from '../../database/database.ts';
import { ApiError, fieldError } from '../../http/apiError.ts';
import { seesMessage, writesIn } from './threadRows.ts';

export interface OpenThread {
  id: number;
  user_id: number | null;
  unit_id: number | null;
  state: ThreadState;
}

type Recipient = Pick<OpenThread, 'user_id' | 'unit_id'>;

const gone = () => new ApiError(404, 'This conversation is not there any more.');

/**
 * A conversation that the user sees.
 * @throws {ApiError} 404 where they do not
 */
export async function seenThread(sql: Sql, user: User, uuid: string): Promise<OpenThread> {
  const thread = await findThread(sql, user, uuid);
  if (!thread?.seen) throw gone();
  return thread;
}

/**
 * The conversation to which the user adds something, locked until the transaction ends, so that its messages have ids in the order in
 * which they are there to be read. It is started where there is none.
 * @throws {ApiError} 404 where it is another's, or with nobody who is there; 409 where nobody lives in the home, or the user no more
 */
export async function threadToWriteIn(
  sql: Sql,
  user: User,
  uuid: string,
  body: z.output<typeof NewMessage>,
  actedAt: Part,
): Promise<OpenThread> {
  const found = await findThread(sql, user, uuid, { lock: true });
  if (found) return mayWriteIn(found);
  if (body.kind === 'closed') throw gone();
  const recipient = user.is_manager ? await recipientOf(sql, body) : { user_id: user.id, unit_id: null };
  const [started] = await sql<OpenThread>`
    insert into message_threads (uuid, user_id, unit_id, started_at, last_at)
    values (${uuid}, ${recipient.user_id}::integer, ${recipient.unit_id}::integer, ${actedAt}, ${actedAt})
    on conflict (uuid) do nothing returning id, user_id, unit_id, state`;
  if (started) return started;
  // Somebody was quicker, and this waited for them.
  const other = await findThread(sql, user, uuid, { lock: true });
  if (!other) throw gone();
  return mayWriteIn(other);
}

interface FoundThread extends OpenThread {
  seen: boolean;
  writes: boolean;
}

async function findThread(
  sql: Sql,
  user: User,
  uuid: string,
  { lock = false } = {},
): Promise<FoundThread | undefined> {
  const [thread] = await sql<FoundThread>`
    select thread.id, thread.user_id, thread.unit_id, thread.state, ${writesIn(user)} as writes, exists (
      select from messages as message where message.thread_id = thread.id and ${seesMessage(user)}) as seen
    from message_threads as thread where thread.uuid = ${uuid} ${lock ? sqlTag`for update` : empty}`;
  return thread;
}

/** What nobody else can know, whether they live there or not, is not there for them. */
function mayWriteIn({ seen, writes, ...thread }: FoundThread): OpenThread {
  if (!seen) throw gone();
  if (!writes) {
    throw new ApiError(409, 'You do not live in this home any more. Please write a new message.', {
      code: 'moved_out',
    });
  }
  return thread;
}

async function recipientOf(sql: Sql, { user_id, unit_id }: z.output<typeof NewMessage>): Promise<Recipient> {
  if (user_id !== undefined) {
    const [person] = await sql`
      select 1 from users where id = ${user_id} and is_current_user and not is_manager`;
    if (!person) throw new ApiError(404, 'There is no such resident.');
  } else if (unit_id !== undefined) {
    const [home] = await sql<{ lived_in: boolean }>`
      select exists (select from users where users.unit = units.id and is_current_user) as lived_in
      from units where id = ${unit_id}`;
    if (!home) throw new ApiError(404, 'There is no such unit.');
    if (!home.lived_in) {
      throw new ApiError(409, 'Nobody lives in this home now, so that nobody would read it.', {
        code: 'vacant',
      });
    }
  } else {
    throw fieldError(400, 'user_id', 'Please choose a person or a home.');
  }
  return { user_id: user_id ?? null, unit_id: unit_id ?? null };
}
