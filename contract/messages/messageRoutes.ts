import * as z from 'zod/mini';
import { pageQuery } from '../http/paging.ts';
import type { Route } from '../http/route.ts';
import { lazySchema } from '../values/lazySchema.ts';
import {
  AddedMessage,
  Message,
  MessagesRead,
  MOST_MESSAGES,
  NewMessage,
  Thread,
  ThreadParams,
} from './message.ts';

/** The calls by which residents and management write to each other. */
export const messageRoutes = {
  listThreads: {
    method: 'GET',
    path: '/messages',
    who: 'signed-in',
    offline: 'keep',
    summary:
      'A resident’s conversations with management, and those of their home from when they lived there; all of them for a manager. ' +
      'By the last message, newest first.',
    query: lazySchema(() => z.object({ ...pageQuery })),
    paged: { order: 'last message, id, descending', id: 'id' },
    answer: lazySchema(() => z.array(Thread)),
  },
  listMessages: {
    method: 'GET',
    path: '/messages/:id',
    who: 'signed-in',
    offline: 'keep',
    summary:
      'What was said in a conversation, in the order of when people acted. Residents are told no names of managers, and of a home ' +
      'what was received while they lived there.',
    params: ThreadParams,
    answer: lazySchema(() => z.array(Message)),
  },
  addMessage: {
    method: 'POST',
    path: '/messages/:id',
    who: 'signed-in',
    offline: 'queue',
    summary:
      'Adds a message to the conversation with this UUID, which is started where there is none: by a resident with management, by ' +
      'a manager with a person or a home. Or closes it, which the next message undoes. Messages are not changed.',
    params: ThreadParams,
    body: NewMessage,
    status: 201,
    answer: AddedMessage,
    refuses: [
      '403 for a resident who closes it',
      '404 for a person or a unit that is not there',
      '409 `vacant` for a home that nobody lives in',
      '409 `moved_out` for a resident who does not live in the home any more',
      `409 \`full\` for a conversation with ${MOST_MESSAGES} entries`,
      '429 for more messages of a person within an hour than are taken',
    ],
  },
  markMessagesRead: {
    method: 'PUT',
    path: '/messages/:id/read',
    who: 'signed-in',
    offline: 'queue',
    summary: 'Says that the caller has read a conversation up to a message. What was read stays read.',
    params: ThreadParams,
    body: MessagesRead,
    answer: Thread,
  },
} as const satisfies Record<string, Route>;
