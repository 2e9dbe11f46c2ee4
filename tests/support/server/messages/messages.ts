import { randomUUID } from 'node:crypto';
import type { AddedMessage, Message, Thread } from '../../../../contract/messages/message.ts';
import { server } from '../world.ts';

interface Written {
  /** ISO 8601; now where left out. */
  at?: string;
  key?: string;
}

/** Adds to a conversation, as the outbox sends it. */
export function write(as: string, thread: string, body: object | string, { at, key }: Written = {}) {
  const headers = {
    ...(at ? { 'captured-at': at } : {}),
    ...(key ? { 'idempotency-key': key } : {}),
  };
  return server.call('POST', `/messages/${thread}`, {
    as,
    body: typeof body === 'string' ? { text: body } : body,
    headers,
  });
}

/** The same, of one that is taken. */
export async function written(
  as: string,
  thread: string,
  body: object | string,
  how?: Written,
): Promise<AddedMessage> {
  const answer = await write(as, thread, body, how);
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json<AddedMessage>();
}

/** Starts a conversation; its UUID. */
export async function started(as: string, body: object | string, how?: Written): Promise<string> {
  const thread = randomUUID();
  await written(as, thread, body, how);
  return thread;
}

export async function threadsOf(as: string): Promise<Thread[]> {
  const answer = await server.call('GET', '/messages', { as });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<Thread[]>();
}

/** The words that somebody reads of a conversation. */
export async function wordsOf(as: string, thread: string): Promise<(string | null)[]> {
  const answer = await server.call('GET', `/messages/${thread}`, { as });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<Message[]>().map(({ kind, text }) => (kind === 'closed' ? 'closed' : text));
}

/** Marks as read all that somebody sees of a conversation. */
export async function readAll(as: string, thread: string): Promise<Thread> {
  const shown = (await server.call('GET', `/messages/${thread}`, { as })).json<Message[]>();
  const up_to = Math.max(...shown.map(({ id }) => id));
  return (await server.call('PUT', `/messages/${thread}/read`, { as, body: { up_to } })).json<Thread>();
}
