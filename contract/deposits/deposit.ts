import * as z from 'zod/mini';
import { PAYMENT_TYPES } from '../ledger/entryKinds.ts';
import { amountOf } from '../values/amount.ts';
import { followingPhotos, photosTaken, shownPhotos } from '../photos/recordPhotos.ts';
import { addDays } from '../values/calendar.ts';
import { lazySchema } from '../values/lazySchema.ts';
import { toDollars, dollarText } from '../values/money.ts';
import { givenDay, IdParam, optionalText, requiredText, Timestamp } from '../values/text.ts';

/** What happens to a deposit. Money that was received or earned is held, until it is applied to what is owed or given back. */
export const DEPOSIT_KINDS = ['Received', 'Interest', 'Applied', 'Returned'] as const;
export type DepositKind = (typeof DEPOSIT_KINDS)[number];

/** The kind of an entry that takes back another one. */
export const TAKEN_BACK = 'Taken Back';

export const INTEREST_RULES = ['none', 'simple', 'yearly'] as const;
export type InterestRule = (typeof INTEREST_RULES)[number];

/** Within how many days of a lease’s last day a deposit goes back: states of the United States ask for 14 to 45. */
export const FEWEST_RETURN_DAYS = 14;
export const MOST_RETURN_DAYS = 45;
const RETURN_DAYS = `Deposits are returned within ${FEWEST_RETURN_DAYS} to ${MOST_RETURN_DAYS} days.`;
const PERCENT = 'The interest is from 0 to 20 percent a year, in hundredths of a percent.';

/** How the community keeps deposits. */
export const DepositRule = lazySchema(() =>
  z
    .object({
      return_days: z
        .int(RETURN_DAYS)
        .check(z.minimum(FEWEST_RETURN_DAYS, RETURN_DAYS), z.maximum(MOST_RETURN_DAYS, RETURN_DAYS)),
      /** `simple`: of what was received, for each day. `yearly`: after each year, the interest is added to what bears interest. */
      interest: z.enum(INTEREST_RULES, 'Please choose how interest is counted.'),
      /** Percent a year; 0 where there is no interest. */
      percent: amountOf({ wrong: PERCENT, finer: PERCENT, least: 0, most: 20 }),
    })
    .check(
      z.refine(({ interest, percent }) => interest === 'none' || percent > 0, {
        error: 'Please enter the interest, in percent a year.',
        path: ['percent'],
      }),
    ),
);
export type DepositRule = z.infer<typeof DepositRule>;

/** How a property keeps deposits, where that is not as the community does. */
export const PropertyDepositRule = lazySchema(() => z.object({ property_id: z.int(), rule: DepositRule }));
export type PropertyDepositRule = z.infer<typeof PropertyDepositRule>;

/** What holds until the community says something else. */
export const FIRST_RULE: DepositRule = { return_days: 30, interest: 'none', percent: 0 };

/** One change of what is held. */
const DepositEntry = lazySchema(() =>
  z.object({
    id: z.int(),
    kind: z.enum([...DEPOSIT_KINDS, TAKEN_BACK]),
    /** Dollars: positive is held more, negative is held less. */
    amount: z.number(),
    /** The day for which it counts. */
    day: z.string(),
    /** How money was received or returned, a type of payment; null where none was. */
    method: z.nullable(z.string()),
    /** Such as the number of a check. */
    reference: z.nullable(z.string()),
    /** What it was applied to, or why it was taken back. */
    description: z.nullable(z.string()),
    /** The id of the entry that this one takes back. */
    reverses: z.nullable(z.int()),
    /** The id of the entry that takes this one back. */
    reversed_by: z.nullable(z.int()),
    /** The id of the ledger’s entry that credits what was applied. */
    transaction_id: z.nullable(z.int()),
    created_at: Timestamp,
    ...shownPhotos.shape,
  }),
);
export type DepositEntry = z.infer<typeof DepositEntry>;

const Sums = lazySchema(() =>
  z.object({
    /** The deposit that was agreed; null where none was. All amounts are dollars, without what was taken back. */
    required: z.nullable(z.number()),
    received: z.number(),
    interest: z.number(),
    applied: z.number(),
    returned: z.number(),
    /** What was received and earned, less what was applied and returned. */
    held: z.number(),
    /** The last day of the lease; null while it is open. */
    ends: z.nullable(z.string()),
    /** The last day on which what is held goes back; null while the lease is open. */
    return_by: z.nullable(z.string()),
  }),
);

/** The deposit of a lease, with who is billed for the lease. */
export const DepositRow = lazySchema(() =>
  z.extend(Sums, {
    lease_id: z.int(),
    unit_id: z.int(),
    unit_number: z.string(),
    property_name: z.string(),
    user_id: z.int(),
    first_name: z.string(),
    last_name: z.string(),
  }),
);
export type DepositRow = z.infer<typeof DepositRow>;

/** The deposit of one lease, with all that happened to it, in the order of the days. */
export const Deposit = lazySchema(() =>
  z.extend(Sums, {
    lease_id: z.int(),
    /** Dollars of interest that were earned until today and are not entered yet. */
    interest_due: z.number(),
    entries: z.array(DepositEntry),
  }),
);
export type Deposit = z.infer<typeof Deposit>;

export const depositAmount = lazySchema(() =>
  amountOf({ tooLarge: 'A deposit can be at most $1,000,000.00.' }),
);

export const WHAT_FOR = 'Please say what it is applied to.';

export const NewDepositEntry = lazySchema(() =>
  z
    .object({
      kind: z.enum(DEPOSIT_KINDS, `A deposit is ${DEPOSIT_KINDS.join(', ')}.`),
      amount: depositAmount,
      /** Of what is received or returned; the first of the payments’ types by default. */
      method: z.optional(
        z.nullable(z.enum(PAYMENT_TYPES, `A payment is one of ${PAYMENT_TYPES.join(', ')}.`)),
      ),
      reference: z.optional(optionalText('A reference is text.', 100)),
      description: z.optional(optionalText(WHAT_FOR, 500)),
      /** Such as `2026-05-26`; today by default. */
      day: z.optional(z.nullable(givenDay('Please enter the day.'))),
      following_photos: followingPhotos,
      photos_taken: photosTaken,
    })
    .check(
      z.refine(({ kind, description }) => kind !== 'Applied' || Boolean(description), {
        error: WHAT_FOR,
        path: ['description'],
      }),
    ),
);
export type NewDepositEntry = z.infer<typeof NewDepositEntry>;

/** The refusal of taking more of a deposit than is held. */
export function onlyHeld(cents: number): string {
  return `Only ${dollarText(toDollars(cents))} of this deposit is held.`;
}

/** The refusal of applying more of a deposit than the account owes. */
export function onlyOwed(cents: number): string {
  return `This account owes ${dollarText(toDollars(cents))}. Charge what the deposit is to pay first.`;
}

export const DepositEntryParams = lazySchema(() => z.object({ id: IdParam, entry: IdParam }));

export const DepositCorrection = lazySchema(() =>
  z.object({ reason: requiredText('Please say why this is taken back.', 500) }),
);

/** The last day on which a deposit goes back; null while the lease is open. */
export function returnBy(ends: string | null, { return_days }: DepositRule): string | null {
  return ends === null ? null : addDays(ends, return_days);
}
