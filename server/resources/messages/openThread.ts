import { randomUUID } from 'node:crypto';
import sqlTag, { empty, type Sql as Part } from 'sql-template-tag';
import type * as z from 'zod/mini';
import type { NewMessage } from '../../../contract/messages/message.ts';
import type { ThreadState } from '../../../contract/messages/threadStanding.ts';
import type { User } from '../../../contract/users/user.ts';
import type { Sql } from '../../database/database.ts';
import { ApiError, fieldError } from '../../http/apiError.ts';
import { seesMessage, uuidFor, writesIn } from './threadRows.ts';

export interface OpenThread {
  id: number;
  /** By which everybody but the person knows it. */
  uuid: string;
  /** By which the person knows it, where that is another one. */
  own_uuid: string | null;
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
  if (!thread) throw gone();
  return thread;
}

/**
 * The conversation to which the user adds something, locked until the transaction ends, so that its messages have ids in the order in
 * which they are there to be read. It is started where there is none.
 * @throws {ApiError} 404 where it is with nobody who is there, or is closed and not there; 409 where nobody lives in the home, or the user no more
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
  const started = await startThread(sql, recipient, { uuid, actedAt });
  if (started) return started;
  // Somebody was quicker, and this waited for them.
  const other = await findThread(sql, user, uuid, { lock: true });
  if (other) return mayWriteIn(other);
  // Another's has this UUID. Whether there is one is not theirs to know, so it is started all the same.
  const own = await startThread(sql, recipient, { uuid: randomUUID(), own_uuid: uuid, actedAt });
  const first = own ?? (await findThread(sql, user, uuid, { lock: true }));
  if (!first) throw gone();
  return first;
}

/** Undefined where a conversation has this UUID already. */
async function startThread(
  sql: Sql,
  { user_id, unit_id }: Recipient,
  { uuid, own_uuid = null, actedAt }: { uuid: string; own_uuid?: string | null; actedAt: Part },
): Promise<OpenThread | undefined> {
  const [started] = await sql<OpenThread>`
    insert into message_threads (uuid, own_uuid, user_id, unit_id, started_at, last_at)
    values (${uuid}, ${own_uuid}::uuid, ${user_id}::integer, ${unit_id}::integer, ${actedAt}, ${actedAt})
    on conflict do nothing returning id, uuid, own_uuid, user_id, unit_id, state`;
  return started;
}

interface FoundThread extends OpenThread {
  writes: boolean;
}

/** The conversation that the user knows by a UUID; their own before one of their home. Undefined where they see none. */
async function findThread(
  sql: Sql,
  user: User,
  uuid: string,
  { lock = false } = {},
): Promise<FoundThread | undefined> {
  const [thread] = await sql<FoundThread>`
    select thread.id, thread.uuid, thread.own_uuid, thread.user_id, thread.unit_id, thread.state, ${writesIn(user)} as writes
    from message_threads as thread
    where (thread.uuid = ${uuid} or thread.own_uuid = ${uuid}) and ${uuidFor(user)} = ${uuid} and exists (
      select from messages as message where message.thread_id = thread.id and ${seesMessage(user)})
    order by thread.own_uuid is null limit 1 ${lock ? sqlTag`for update of thread` : empty}`;
  return thread;
}

/** @throws {ApiError} 409 where they see it and do not live there any more */
function mayWriteIn({ writes, ...thread }: FoundThread): OpenThread {
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
