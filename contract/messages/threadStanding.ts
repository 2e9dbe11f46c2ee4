/** What is added to a conversation: words, or that management closes it. */
export const MESSAGE_KINDS = ['message', 'closed'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** Where a conversation stands, for management: a resident waits, nobody does, or management has closed it. */
export const THREAD_STATES = ['waiting', 'answered', 'closed'] as const;
export type ThreadState = (typeof THREAD_STATES)[number];

/** What of a message says where its conversation stands. Times are ISO 8601 in UTC. */
export interface StandingMessage {
  kind: MessageKind;
  by_management: boolean;
  acted_at: string;
  received_at: string;
}

export interface ThreadStanding {
  state: ThreadState;
  waiting_since: string | null;
}

/**
 * Where the messages of a conversation have come to, in whatever order they are given. Management has answered what the server had when
 * it wrote: a message that a phone kept for hours waits, although management wrote meanwhile without knowing of it.
 */
export function standingOf(messages: readonly StandingMessage[]): ThreadStanding {
  const [last] = messages
    .filter(({ by_management }) => by_management)
    .toSorted((a, b) => Date.parse(b.acted_at) - Date.parse(a.acted_at));
  const answeredUntil = last ? Date.parse(last.acted_at) : -Infinity;
  const waiting = messages
    .filter(({ by_management, received_at }) => !by_management && Date.parse(received_at) > answeredUntil)
    .map(({ acted_at }) => acted_at)
    .sort((a, b) => Date.parse(a) - Date.parse(b));
  if (waiting[0] !== undefined) return { state: 'waiting', waiting_since: waiting[0] };
  return { state: last?.kind === 'closed' ? 'closed' : 'answered', waiting_since: null };
}
