import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { givenDay, IdParam } from '../values/text.ts';

/** A month as its first day, such as `2026-05-01`. */
export const MonthParams = lazySchema(() =>
  z.object({
    month: givenDay('There is no such month.').check(
      z.refine<string>((day) => day.endsWith('-01'), 'There is no such month.'),
    ),
  }),
);

/** The property that is meant; without one, the whole community. */
const property = lazySchema(() => z.optional(IdParam));
export const OfProperty = lazySchema(() => z.object({ property }));

/** What is owed, by how many days before the month's end it was charged, in dollars. */
const OpenByAge = lazySchema(() =>
  z.object({
    days_0_30: z.number(),
    days_31_60: z.number(),
    days_61_90: z.number(),
    over_90: z.number(),
  }),
);
export type OpenByAge = z.infer<typeof OpenByAge>;

/** A month of the whole community or of one property, by the days for which entries count, in dollars. */
export const MonthReport = lazySchema(() =>
  z.object({
    month: z.string(),
    /** The sum of all balances before the month, and what was brought into it from earlier books. */
    opening: z.number(),
    /** Rent, utilities, fees and other charges. */
    charged: z.number(),
    /** What was received, less what went back: refunds by card and bank, disputes and payments that were taken back. */
    collected: z.number(),
    /** Charges that were taken back, concessions, credits and write-offs. */
    waived: z.number(),
    /** What was paid from deposits. Missing in what the version before stored. */
    from_deposits: z.optional(z.number()),
    /** What management gave back of credits. Missing as above. */
    refunded: z.optional(z.number()),
    /** The opening balance, and what was charged and refunded, less what was collected, waived and paid from deposits. */
    closing: z.number(),
    /** What was still to pay of charges at the month's end; what somebody else paid ahead is not set off against it. */
    open: OpenByAge,
  }),
);
export type MonthReport = z.infer<typeof MonthReport>;

/** One lease that runs today, with the account of who is billed, in dollars. */
export const RentRollRow = lazySchema(() =>
  z.object({
    lease_id: z.int(),
    /** Absent from what an older version cached. */
    property_id: z.optional(z.int()),
    property_name: z.string(),
    /** Absent from what an older version cached. */
    unit_id: z.optional(z.int()),
    unit_number: z.string(),
    user_id: z.int(),
    first_name: z.string(),
    last_name: z.string(),
    /** What the lease charges as rent for a whole month, this month; 0 if nothing. */
    rent: z.number(),
    /** Where nothing is charged as rent this month, but is from a later one on: how much a month, and the first one. */
    later_rent: z.nullable(z.object({ amount: z.number(), from_month: z.string() })),
    /** Charged this month, for that unit. */
    charged: z.number(),
    /** Of what was charged this month, what is paid. */
    paid: z.number(),
    /** What is still to pay for that unit; on the row of a person's first lease also what is of none of their units. */
    open: z.number(),
    /** How many days ago the oldest of what is open was due; 0 where nothing is. */
    days_late: z.int(),
  }),
);
export type RentRollRow = z.infer<typeof RentRollRow>;

/** Somebody's balance at the end of a day, in dollars. */
export const BalanceOn = lazySchema(() =>
  z.object({
    user_id: z.int(),
    first_name: z.string(),
    last_name: z.string(),
    unit_number: z.nullable(z.string()),
    property_name: z.nullable(z.string()),
    balance: z.number(),
  }),
);
export type BalanceOn = z.infer<typeof BalanceOn>;

const DAY = 'Please choose a day.';
export const DayParams = lazySchema(() => z.object({ day: givenDay(DAY) }));

/** Both days included. */
export const PostingsQuery = lazySchema(() =>
  z.object({ from: givenDay(DAY), to: givenDay(DAY), property }).check(
    z.refine(({ from, to }) => to >= from, {
      error: 'The last day must not be before the first.',
      path: ['to'],
    }),
  ),
);

/** The formats of a journal, by the program that reads it; hledger's is ledger's too. */
export const JOURNAL_FORMATS = ['hledger', 'beancount'] as const;
export type JournalFormat = (typeof JOURNAL_FORMATS)[number];

export const JournalQuery = lazySchema(() =>
  z.extend(PostingsQuery, {
    format: z._default(z.enum(JOURNAL_FORMATS, 'A journal is for hledger or beancount.'), JOURNAL_FORMATS[0]),
  }),
);

/** A home that nobody rents or lives in today. */
export const VacantHome = lazySchema(() =>
  z.object({
    unit_id: z.int(),
    unit_number: z.string(),
    property_id: z.int(),
    property_name: z.string(),
    /** Dollars a month, as it is offered; null where nobody said. */
    market_rent: z.nullable(z.number()),
    /** For how many days no lease has run; null where none ever did. */
    days_vacant: z.nullable(z.int()),
  }),
);
export type VacantHome = z.infer<typeof VacantHome>;

/** One side of an entry in double-entry accounting; those of an entry add up to 0. */
export const Posting = lazySchema(() =>
  z.object({
    /** The id of the ledger's entry; null for an entry of a deposit. */
    entry: z.nullable(z.int()),
    /** The id of the deposit's entry; null for an entry of the ledger. */
    deposit_entry: z.nullable(z.int()),
    day: z.string(),
    /** Such as `income:rent`, or of a tenant `assets:receivable:user 12`. */
    account: z.string(),
    /** Dollars: a debit is positive, a credit negative. */
    amount: z.number(),
    description: z.string(),
    user_id: z.int(),
    first_name: z.string(),
    last_name: z.string(),
    /** Null for an entry of no unit. */
    property_name: z.nullable(z.string()),
    unit_number: z.nullable(z.string()),
  }),
);
export type Posting = z.infer<typeof Posting>;

/** By what an entry is found again: its number in the ledger, or after a D the one of a deposit's entry. */
export function entryCode({ entry, deposit_entry }: Pick<Posting, 'entry' | 'deposit_entry'>): string {
  return entry === null ? `D${deposit_entry}` : String(entry);
}

/** Plain-text double-entry accounting. */
export const Journal = lazySchema(() => z.object({ journal: z.string() }));
