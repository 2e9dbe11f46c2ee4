import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { createdWith, givenDay, id, optionalText, personId, Timestamp } from '../values/text.ts';
import { timeOfDay } from '../values/timeOfDay.ts';

/** The most notices that are answered: to management, and of one home to who lives there. */
export const MOST_ENTRY_NOTICES = 500;
export const MOST_OF_HOME = 50;
/** How often one person answers one notice; the last answer counts. */
export const MOST_ANSWERS = 20;
/** Of a notice or an answer, in characters. */
export const LONGEST_ENTRY_WORDS = 1000;

/** What somebody enters for. */
export const ENTRY_PURPOSES = ['Repair', 'Inspection', 'Upkeep', 'Meter reading', 'Other'] as const;
export type EntryPurpose = (typeof ENTRY_PURPOSES)[number];

/** Why a notice may be shorter than the community’s lead time. */
export const SHORT_NOTICES = ['agreed', 'emergency'] as const;
export type ShortNotice = (typeof SHORT_NOTICES)[number];

export const ENTRY_ANSWERS = ['fine', 'another_time'] as const;

/** What a resident answered, which stays as it was said. */
export const EntryNoticeAnswer = lazySchema(() =>
  z.object({
    id: z.int(),
    notice_id: z.int(),
    answer: z.enum(ENTRY_ANSWERS),
    text: z.nullable(z.string()),
    /** When the person answered. */
    answered_at: Timestamp,
    /** Who it was, for management; null for the resident, who sees their own answers alone. */
    first_name: z.nullable(z.string()),
    last_name: z.nullable(z.string()),
    author_id: personId,
    created_with: createdWith,
  }),
);
export type EntryNoticeAnswer = z.infer<typeof EntryNoticeAnswer>;

/** That management enters a home: when, what for, and how long before it was said. */
export const EntryNotice = lazySchema(() =>
  z.object({
    id: z.int(),
    unit_id: z.int(),
    unit_number: z.string(),
    property_name: z.string(),
    /** The maintenance request that it is for. */
    request_id: z.nullable(z.int()),
    purpose: z.enum(ENTRY_PURPOSES),
    text: z.nullable(z.string()),
    /** The day, and the time of day from and to such as `09:30`, at the home. */
    entry_on: z.string(),
    entry_from: z.string(),
    entry_to: z.string(),
    /** Null where the lead time was kept. */
    short_notice: z.nullable(z.enum(SHORT_NOTICES)),
    /** The lead time that held then, in hours. */
    lead_hours: z.int(),
    /** When it was written, and when the server heard of it, from which the lead time counts. */
    given_at: Timestamp,
    received_at: Timestamp,
    /** Who gave it, for management. */
    first_name: z.nullable(z.string()),
    last_name: z.nullable(z.string()),
    author_id: personId,
    answers: z.array(EntryNoticeAnswer),
    created_with: createdWith,
  }),
);
export type EntryNotice = z.infer<typeof EntryNotice>;

export const NewEntryNotice = lazySchema(() =>
  z
    .object({
      unit_id: id('Please select a unit.'),
      request_id: z.optional(id('There is no such request.')),
      purpose: z.enum(ENTRY_PURPOSES, 'Please say what for.'),
      text: z.optional(optionalText('Words must be text.', LONGEST_ENTRY_WORDS)),
      entry_on: givenDay('Please choose a day.'),
      entry_from: timeOfDay,
      entry_to: timeOfDay,
      /** Left out or blank where the lead time is kept. */
      short_notice: z.optional(
        z.nullable(
          z.pipe(
            z.enum(['', ...SHORT_NOTICES], 'Please say why the notice is short.'),
            z.transform((why) => (why === '' ? null : why)),
          ),
        ),
      ),
    })
    .check(
      z.refine(({ entry_from, entry_to }) => entry_from < entry_to, {
        error: 'Please enter a time after the first one.',
        path: ['entry_to'],
      }),
    ),
);

export const NewEntryNoticeAnswer = lazySchema(() =>
  z
    .object({
      answer: z.enum(ENTRY_ANSWERS, 'Please say whether the time is fine.'),
      text: z.optional(optionalText('Words must be text.', LONGEST_ENTRY_WORDS)),
    })
    .check(
      z.refine(({ answer, text }) => answer === 'fine' || Boolean(text), {
        error: 'Please say which time suits you.',
        path: ['text'],
      }),
    ),
);
