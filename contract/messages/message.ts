import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { createdWith, id, personId, requiredText, Timestamp } from '../values/text.ts';
import { MESSAGE_KINDS, THREAD_STATES } from './threadStanding.ts';

/** Of one message, in characters. */
export const LONGEST_MESSAGE = 2000;
/** The most entries of one conversation; it can still be closed then. */
export const MOST_MESSAGES = 200;
/** The most characters of a conversation’s first words, by which it is known, and of its last ones in a list. */
export const LONGEST_SUBJECT = 100;
export const LONGEST_PREVIEW = 200;

/** How many entries a person adds within an hour: managers, residents, and those whose home is not confirmed or not theirs any more. */
export const MOST_AN_HOUR = { manager: 200, resident: 30, newcomer: 10 } as const;
/** How many people without a home add within an hour together. */
export const MOST_OF_NEWCOMERS = 200;

/** What was said in a conversation, or that management closed it. It stays as it was said. */
export const Message = lazySchema(() =>
  z.object({
    id: z.int(),
    kind: z.enum(MESSAGE_KINDS),
    /** When the person acted, by which messages are in order. */
    acted_at: Timestamp,
    /** When the server heard of it. */
    received_at: Timestamp,
    by_management: z.boolean(),
    /** Who wrote it; null of management where a resident asks, and where the account is not there any more. */
    first_name: z.nullable(z.string()),
    last_name: z.nullable(z.string()),
    author_id: personId,
    /** Null of what closes a conversation. */
    text: z.nullable(z.string()),
    created_with: createdWith,
  }),
);
export type Message = z.infer<typeof Message>;

/** A conversation of management with a person or a home, as its reader sees it. */
export const Thread = lazySchema(() =>
  z.object({
    id: z.int(),
    /** Given by the device on which it was started. */
    uuid: z.guid(),
    /** The person it is with; null of one with a home. */
    user_id: z.nullable(z.int()),
    first_name: z.nullable(z.string()),
    last_name: z.nullable(z.string()),
    /** The home it is with. */
    unit_id: z.nullable(z.int()),
    unit_number: z.nullable(z.string()),
    property_name: z.nullable(z.string()),
    /** The first words that its reader sees. */
    subject: z.string(),
    state: z.enum(THREAD_STATES),
    /** Since when a resident waits for an answer; null while nobody does. */
    waiting_since: z.nullable(Timestamp),
    /** The last words that its reader sees, when they were written, and by whom. */
    last_at: Timestamp,
    last_text: z.string(),
    last_by_management: z.boolean(),
    /** How many messages of others its reader has not read; of managers, while somebody waits. */
    unread: z.int(),
    /** Whether its reader may write in it: not after they moved out of the home. */
    may_write: z.boolean(),
  }),
);
export type Thread = z.infer<typeof Thread>;

export const ThreadParams = lazySchema(() => z.object({ id: z.uuid('There is no such conversation.') }));

const WITH = 'A conversation is with one person or one home.';

export const NewMessage = lazySchema(() =>
  z
    .object({
      kind: z.optional(z.enum(MESSAGE_KINDS, 'Please write a message.')),
      text: z.optional(requiredText('Please write a message.', LONGEST_MESSAGE)),
      /** Whom management starts a conversation with; of one that is there, whom it is with. */
      user_id: z.optional(id('There is no such person.')),
      unit_id: z.optional(id('There is no such unit.')),
    })
    .check(
      z.refine(({ kind = 'message', text }) => kind === 'closed' || text !== undefined, {
        error: 'Please write a message.',
        path: ['text'],
      }),
      z.refine(({ kind, text }) => kind !== 'closed' || text === undefined, {
        error: 'A conversation is closed without words.',
        path: ['text'],
      }),
      z.refine(({ user_id, unit_id }) => user_id === undefined || unit_id === undefined, {
        error: WITH,
        path: ['unit_id'],
      }),
    ),
);

/** What was added, and the conversation as its author sees it then. */
export const AddedMessage = lazySchema(() => z.object({ ...Message.shape, thread: Thread }));
export type AddedMessage = z.infer<typeof AddedMessage>;

export const MessagesRead = lazySchema(() => z.object({ up_to: id('up_to is the id of a message.') }));
