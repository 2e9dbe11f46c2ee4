import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { createdWith, id, IdParam, requiredText, Timestamp } from '../values/text.ts';

/** The most characters of a note, and the most notes of a person or a home that are answered. */
export const LONGEST_NOTE = 2000;
export const MOST_NOTES = 200;

/** What management noted on a person or a home. Notes are only added. */
export const Note = lazySchema(() =>
  z.object({
    id: z.int(),
    user_id: z.nullable(z.int()),
    unit_id: z.nullable(z.int()),
    text: z.string(),
    created_at: Timestamp,
    /** The author's name; null where the account is not there any more. */
    first_name: z.nullable(z.string()),
    last_name: z.nullable(z.string()),
    /** Of a reminder of what is past due, the channels beside the app that told of it; null of every other note. */
    reached: z.nullable(z.array(z.string())),
    created_with: createdWith,
  }),
);
export type Note = z.infer<typeof Note>;

const ABOUT = 'A note is about one person or one home.';

export const NotesQuery = lazySchema(() =>
  z
    .object({ user: z.optional(IdParam), unit: z.optional(IdParam) })
    .check(z.refine(({ user, unit }) => (user === undefined) !== (unit === undefined), ABOUT)),
);

export const NewNote = lazySchema(() =>
  z
    .object({
      user_id: z.optional(id('There is no such person.')),
      unit_id: z.optional(id('There is no such unit.')),
      text: requiredText('Please write a note.', LONGEST_NOTE),
    })
    .check(z.refine(({ user_id, unit_id }) => (user_id === undefined) !== (unit_id === undefined), ABOUT)),
);
