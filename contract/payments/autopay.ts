import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { amountOf } from '../values/amount.ts';
import { toDollars } from '../values/money.ts';
import { PaymentStarted } from './payments.ts';
import { Timestamp } from '../values/text.ts';

/**
 * What somebody agrees to by setting up autopay. It is kept with each set-up as it was shown. Changed words get the next
 * version.
 */
export const AUTOPAY_CONSENT = {
  version: 2,
  text:
    'I allow the management of my community to charge the card or bank account that I store now, through its card ' +
    'provider, without my being present: once a month, on the day that I choose here, for what I owe on my account or for ' +
    'my home then, of which only my share where shares are set, and never more than the limit that I set here. Porchlight says three days before what will be charged. A charge that ' +
    'does not go through may be tried again 2 and 4 days later. I can stop this at any time here, by "Stop autopay".',
} as const;

const METHOD_KINDS = ['card', 'us_bank_account'] as const;

/** The stored card or bank account; its number is at the provider alone. */
const StoredMethod = lazySchema(() =>
  z.object({
    kind: z.enum(METHOD_KINDS),
    /** Of a card, the provider's name: `visa` … */
    brand: z.nullable(z.string()),
    last4: z.nullable(z.string()),
  }),
);

/**
 * How a run ended. `processing`: the bank has up to 4 business days. `declined`, `authentication_required`, `failed` (by the bank,
 * days later) and `abandoned` (never sent): tried again. `nothing_due`, `over_limit`, `not_accepted` (by the lease) and `canceled`
 * (at the provider): nothing was charged, and is not until the next month.
 */
export const AUTOPAY_OUTCOMES = [
  ...(['processing', 'succeeded', 'declined', 'authentication_required', 'failed', 'abandoned'] as const),
  ...(['nothing_due', 'over_limit', 'not_accepted', 'canceled'] as const),
] as const;
export type AutopayOutcome = (typeof AUTOPAY_OUTCOMES)[number];

/** The outcomes after which it is tried again. */
export const FAILED_OUTCOMES: readonly AutopayOutcome[] = [
  ...(['declined', 'authentication_required', 'failed', 'abandoned'] as const),
];

/** Why it is paused: how the last try ended, or that the method cannot be charged any more. */
const PausedReason = lazySchema(() =>
  z.enum([...(['declined', 'authentication_required', 'failed', 'abandoned', 'method_removed'] as const)]),
);

/** One try of a month. */
const AutopayRun = lazySchema(() =>
  z.object({
    /** The first day of the month, such as `2026-05-01`. */
    period: z.string(),
    /** From 1 to 3. */
    attempt: z.int(),
    /** The day on which it ran, such as `2026-05-01`. */
    ran_on: z.string(),
    /** Dollars that were charged, or that were due where nothing was. */
    amount: z.number(),
    /** Null while it is on its way. */
    outcome: z.nullable(z.enum(AUTOPAY_OUTCOMES)),
    /** Why a bank refused, in a sentence. */
    reason: z.nullable(z.string()),
    /** The day from which it is tried again; null where it is not. */
    next_try: z.nullable(z.string()),
  }),
);
export type AutopayRun = z.infer<typeof AutopayRun>;

/** One's own autopay. */
export const Autopay = lazySchema(() =>
  z.object({
    state: z.enum(['off', 'setting_up', 'on', 'paused']),
    /** Whether the card provider is there to set it up. */
    available: z.boolean(),
    method: z.nullable(StoredMethod),
    /** From 1 to 31, in a shorter month its last day; null for the day on which the lease's rent is due. */
    charge_day: z.nullable(z.int()),
    /** Dollars: the most that one charge may be. */
    max_amount: z.nullable(z.number()),
    /** It charges on days after this one, such as `2026-05-26`: when it was set up, changed or resumed. */
    since: z.nullable(z.string()),
    /** What was agreed to, and when. */
    consent: z.nullable(z.object({ version: z.int(), text: z.string(), consented_at: Timestamp })),
    paused_reason: z.nullable(PausedReason),
    /** Dollars of one's payments that the bank is processing, which it does not charge again. */
    processing: z.number(),
    /** The latest try. */
    last_run: z.nullable(AutopayRun),
    /** Dollars that the month of the latest try was charged, which count towards its limit; left out by the version before. */
    charged: z.optional(z.number()),
  }),
);
export type Autopay = z.infer<typeof Autopay>;

/** What a manager sees of a tenant's autopay. */
export const UserAutopay = lazySchema(() =>
  z.object({
    state: z.enum(['off', 'on', 'paused']),
    kind: z.nullable(z.enum(METHOD_KINDS)),
  }),
);

const DAY = 'The day is a whole number from 1 to 31.';
const charge_day = lazySchema(() => z.nullable(z.int(DAY).check(z.minimum(1, DAY), z.maximum(31, DAY))));

const LIMIT = 'Please enter the most that one charge may be, from $1.00 to $999,999.99.';
/** In cents: the least that the provider charges. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
export const SMALLEST_CHARGE = 50;

/** In cents: the most that the provider takes at once. */
export const LARGEST_CHARGE = 99_999_999;
const max_amount = lazySchema(() => amountOf({ wrong: LIMIT, least: 1, most: toDollars(LARGEST_CHARGE) }));

export const NewAutopay = lazySchema(() =>
  z.object({
    charge_day,
    max_amount,
    /** The version of the words that were shown and agreed to. */
    consent_version: z.int('Please agree to the words that are shown.'),
  }),
);

/** A missing field is left unchanged. */
export const AutopayUpdate = lazySchema(() =>
  z.object({
    charge_day: z.optional(charge_day),
    max_amount: z.optional(max_amount),
    /** Goes on after a pause. */
    resume: z.optional(z.literal(true, 'It is resumed or left as it is.')),
  }),
);

/** What the browser needs to store a card or bank account, as of a payment. */
export const AutopaySetup = lazySchema(() => z.omit(PaymentStarted, { amount: true }));
export type AutopaySetup = z.infer<typeof AutopaySetup>;
