import { compareTimes } from '../../../../contract/values/calendar.ts';
import { aboutOf } from '../../../../contract/messages/aboutThread.ts';
import type { Message, Thread } from '../../../../contract/messages/message.ts';
import type { ThreadStanding } from '../../../../contract/messages/threadStanding.ts';
import type { OutboxItem } from '../../engine/database.ts';
import type {} from './messages.ts';
import { unsentId, withUnsentByTime, type Listed } from './withUnsentByTime.ts';

// What conversations with the unsent messages need; what queues and sends them is in messages.ts.

export type MessageItem = OutboxItem<'addMessage'>;
/** A message as it is shown. */
export type ListedMessage = Listed<Message, MessageItem>;

/** A conversation as this device shows it. */
export interface ListedThread extends ThreadStanding {
  uuid: string;
  /** As the server has it; undefined of one that is unsent. */
  thread: Thread | undefined;
  /** Whom management has it with, by name. */
  about: string;
  user_id: number | null;
  unit_id: number | null;
  subject: string;
  last_at: string;
  last_text: string;
  last_by_management: boolean;
  unread: number;
  may_write: boolean;
  unsent: MessageItem[];
}

/** The record of the outbox: what is written in one conversation is sent in order. */
export const recordOfThread = (uuid: string) => `messages:${uuid}`;
/** That it was read waits for nothing else, and nothing for it. */
export const recordOfReading = (uuid: string) => `messages-read:${uuid}`;

/** Whether an unsent message can be changed: not while it may have arrived, as it would be there twice. */
export function mayEdit({ input, refusal, mayHaveArrived }: MessageItem): boolean {
  return input.body.kind !== 'closed' && (refusal !== undefined || !mayHaveArrived);
}

const isMessage = (item: OutboxItem): item is MessageItem => item.route === 'addMessage';

/** An unsent message as the server will tell it. */
function messageOfItem(item: MessageItem): Message {
  const { kind = 'message', text } = item.input.body;
  return {
    id: unsentId(item),
    kind,
    acted_at: item.capturedAt,
    received_at: item.capturedAt,
    by_management: item.shown.by_management,
    first_name: null,
    last_name: null,
    text: text ?? null,
    created_with: item.id,
  };
}

/** What was said in a conversation, with what is unsent on this device, in the order of when people acted. */
export function messagesWithUnsent(
  messages: readonly Message[],
  items: readonly OutboxItem[],
  uuid: string,
): ListedMessage[] {
  const unsent = items.filter(isMessage).filter(({ input }) => input.params.id === uuid);
  return withUnsentByTime(messages, unsent, messageOfItem);
}

/** The conversations with what is unsent on this device, the last message first. */
export function threadsWithUnsent(threads: readonly Thread[], items: readonly OutboxItem[]): ListedThread[] {
  const listed = new Map(threads.map((thread): [string, ListedThread] => [thread.uuid, listedOf(thread)]));
  for (const item of items) {
    if (item.route === 'markMessagesRead') {
      const read = listed.get(item.input.params.id);
      if (read) read.unread = 0;
    }
    if (!isMessage(item)) continue;
    const { id: uuid } = item.input.params;
    const thread = listed.get(uuid) ?? startedBy(item);
    listed.set(uuid, thread);
    addUnsent(thread, item);
  }
  return [...listed.values()].sort((a, b) => compareTimes(b.last_at, a.last_at));
}

function listedOf(thread: Thread): ListedThread {
  return { ...thread, thread, about: aboutOf(thread), unsent: [] };
}

/** A conversation that the server does not have yet. */
function startedBy({ input: { params, body }, shown, capturedAt }: MessageItem): ListedThread {
  const { text = '', user_id = null, unit_id = null } = body;
  return {
    uuid: params.id,
    thread: undefined,
    about: shown.about,
    user_id,
    unit_id,
    subject: text.split('\n', 1)[0] ?? '',
    state: 'answered',
    waiting_since: null,
    last_at: capturedAt,
    last_text: text,
    last_by_management: shown.by_management,
    unread: 0,
    may_write: true,
    unsent: [],
  };
}

/** What is refused changes nothing until it was decided. */
function addUnsent(thread: ListedThread, item: MessageItem): void {
  thread.unsent.push(item);
  const { kind, text } = item.input.body;
  const { by_management } = item.shown;
  if (item.refusal) return;
  if (by_management) {
    thread.state = kind === 'closed' ? 'closed' : 'answered';
    thread.waiting_since = null;
  } else {
    thread.state = 'waiting';
    thread.waiting_since ??= item.capturedAt;
  }
  if (kind === 'closed' || item.capturedAt < thread.last_at) return;
  Object.assign(thread, {
    ...{ last_at: item.capturedAt, last_text: text ?? '', last_by_management: by_management },
  });
}
