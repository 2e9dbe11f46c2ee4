import * as z from 'zod/mini';
import { dayText, daysBetween } from '../values/calendar.ts';
import { lazySchema } from '../values/lazySchema.ts';
import { fullNameOf } from '../users/user.ts';
import { dollarText } from '../values/money.ts';
import { id, requiredText, Timestamp } from '../values/text.ts';

/** Who was reminded within so many days is not reminded again, unless it is asked for. */
export const REMINDED_DAYS = 5;

/** The most people that are reminded by one call. */
export const MOST_REMINDED = 500;

export const LONGEST_REMINDER = 1000;

/** The words of a community that has none of its own. */
export const REMINDER_WORDS =
  'Dear {name},\n\n{amount} has been past due since {since} ({days}). Please pay it in the portal under Payments, or to ' +
  'management. If you have paid in the meantime, thank you: there is nothing to do.';

/** Somebody who is late: what is past due, since when, and when they were reminded last. */
export const LatePerson = lazySchema(() =>
  z.object({
    user_id: z.int(),
    first_name: z.string(),
    last_name: z.string(),
    unit_number: z.nullable(z.string()),
    property_name: z.nullable(z.string()),
    /** Dollars past due. */
    amount: z.number(),
    /** The day on which the oldest of it was due. */
    since: z.string(),
    /** The last reminder since then; null where there was none. */
    reminded: z.nullable(z.object({ at: Timestamp, text: z.string(), reached: z.array(z.string()) })),
  }),
);
export type LatePerson = z.infer<typeof LatePerson>;

export const Reminders = lazySchema(() =>
  z.object({
    /** With what is filled in for each person in braces. */
    words: z.string(),
    /** The community's day, up to which days past due are counted. */
    day: z.string(),
    /** Who is late, by the longest. */
    late: z.array(LatePerson),
  }),
);
export type Reminders = z.infer<typeof Reminders>;

const FILLED = ['name', 'amount', 'since', 'days'] as const;
type Filled = Record<(typeof FILLED)[number], string>;
const AMOUNT_AND_DAY =
  'Please leave {amount} and {since} in, so that everybody is told what is due since when.';
const UNKNOWN = `In braces there can be ${FILLED.map((name) => `{${name}}`).join(', ')}.`;

/** The words of a reminder: they name the amount and the day, and nothing else in braces than what is filled in. */
export const reminderWords = lazySchema(() =>
  requiredText('Please write what the reminder says.', LONGEST_REMINDER).check(
    z.refine<string>((words) => words.includes('{amount}') && words.includes('{since}'), AMOUNT_AND_DAY),
    z.refine<string>(
      (words) =>
        [...words.matchAll(/\{([^{}]*)\}/g)].every(([, name]) =>
          (FILLED as readonly unknown[]).includes(name),
        ),
      UNKNOWN,
    ),
  ),
);

/** The words as one person reads them. */
export function reminderText(
  words: string,
  { first_name, last_name, amount, since }: Pick<LatePerson, 'first_name' | 'last_name' | 'amount' | 'since'>,
  today: string,
): string {
  const days = daysBetween(since, today);
  const filled: Filled = {
    name: fullNameOf({ first_name, last_name }),
    amount: dollarText(amount),
    since: dayText(since),
    days: days === 1 ? '1 day' : `${days} days`,
  };
  return words.replace(/\{(\w+)\}/g, (braces, name: string) =>
    name in filled ? filled[name as keyof Filled] : braces,
  );
}

const WHOM = 'Please choose whom to remind.';

export const NewReminders = lazySchema(() =>
  z.object({
    user_ids: z
      .array(id('There is no such person.'), WHOM)
      .check(
        z.minLength(1, WHOM),
        z.maxLength(MOST_REMINDED, `Please remind at most ${MOST_REMINDED} at once.`),
      ),
    words: reminderWords,
    /** Whether the community keeps these words for the next time. */
    keep_words: z.optional(z.boolean('Please answer yes or no.')),
    /** Whether those are reminded too who were within the last days. */
    again: z.optional(z.boolean('Please answer yes or no.')),
  }),
);

/** What became of each person who was named. */
export const RemindersSent = lazySchema(() =>
  z.object({
    /** Everybody sees it in the app; `reached` are the other channels that tell of it. */
    reminded: z.array(z.object({ user_id: z.int(), reached: z.array(z.string()) })),
    /** Who was reminded within the last days, and therefore was not now. */
    recent: z.array(z.int()),
    /** Who is not late, or has no active account. */
    left_out: z.array(z.int()),
  }),
);
export type RemindersSent = z.infer<typeof RemindersSent>;
