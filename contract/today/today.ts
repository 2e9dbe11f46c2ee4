import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { givenDay, id } from '../values/text.ts';

/** What management is asked to do, in the order in which it is asked: danger, what failed, people who wait, then the rest. */
export const TODAY_KINDS = [
  'emergency',
  'failed_payment',
  'returned_payment',
  'paused_autopay',
  'failed_job',
  'old_backup',
  'undelivered',
  'claim',
  'newcomer',
  'suggestion',
  'sent_reading',
  'unseen_request',
  'message',
  'bounced_invitation',
  'expired_invitation',
  'late',
  'deposit',
  'request',
  'ending_lease',
  'vacant',
  'unread_meters',
  'rent_to_post',
] as const;
export type TodayKind = (typeof TODAY_KINDS)[number];

/** The most rows of a kind that are answered; how many there are is told. */
export const MOST_TODAY_ROWS = 20;

/** The most characters of a text that is shown; a longer one is answered with one more. */
export const LONGEST_TODAY_TEXT = 200;

/** After so many days nobody has taken a row any more. */
export const TAKEN_DAYS = 30;

/** A lease that ends within so many days is shown, and rent that is posted within so many. */
export const ENDING_DAYS = 60;
export const POSTING_DAYS = 3;

/** Who is late for more than so many days is reminded together, by one press. */
export const LONG_LATE_DAYS = 5;

export const TodayRow = lazySchema(() =>
  z.object({
    /** Its kind and the id of what it is about, such as `claim:12`. */
    id: z.string(),
    /** The day since when it waits, or on which it comes; null where there is none. */
    day: z.nullable(z.string()),
    person: z.nullable(z.object({ id: z.int(), first_name: z.string(), last_name: z.string() })),
    /** The unit, or a property alone. */
    home: z.nullable(
      z.object({
        unit_id: z.nullable(z.int()),
        unit_number: z.nullable(z.string()),
        property_name: z.string(),
      }),
    ),
    /** Dollars. */
    amount: z.nullable(z.number()),
    /** How many homes or leases it stands for; null for one. */
    count: z.nullable(z.int()),
    /** What was written, such as the words of a request; cut after 201 characters. */
    text: z.nullable(z.string()),
    /** The manager who said that they do it. */
    taken_by: z.nullable(z.object({ id: z.int(), name: z.string() })),
  }),
);
export type TodayRow = z.infer<typeof TodayRow>;

/** All of a kind that waits: how many there are, of homes and leases where a row stands for several, and the first rows. */
export const TodayGroup = lazySchema(() =>
  z.object({
    kind: z.enum(TODAY_KINDS),
    total: z.int(),
    rows: z.array(TodayRow),
  }),
);
export type TodayGroup = z.infer<typeof TodayGroup>;

export const Today = lazySchema(() =>
  z.object({
    /** Most urgent first, without kinds of which nothing waits. */
    groups: z.array(TodayGroup),
    /** How many rows that still wait the caller has hidden. */
    hidden: z.int(),
  }),
);
export type Today = z.infer<typeof Today>;

const ROW = 'There is no such row.';

/** The id of a row in a path. */
export const TodayRowParams = lazySchema(() =>
  z.object({
    row: z.string(ROW).check(
      z.maxLength(40, { error: ROW, abort: true }),
      z.refine<string>((row) => {
        const [kind, id, ...more] = row.split(':');
        return (
          more.length === 0 &&
          /^\d{1,9}$/.test(id ?? '') &&
          (TODAY_KINDS as readonly string[]).includes(kind ?? '')
        );
      }, ROW),
    ),
  }),
);

const UNTIL = 'Please choose the day on which it comes back.';

export const TodaySnooze = lazySchema(() =>
  z.object({
    /** The day on which it is shown again; null shows it again at once. */
    until: z.nullable(givenDay(UNTIL)),
  }),
);

export const TodayTaken = lazySchema(() =>
  z.object({
    taken: z.boolean('Please say whether you take it.'),
    /** The id of the manager from whom it is taken over, as it was shown. */
    over: z.optional(id('There is no such person.')),
  }),
);
