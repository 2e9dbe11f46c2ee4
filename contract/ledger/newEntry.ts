import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { CHARGE_TYPES, CREDIT_TYPES, ENTRY_KINDS, PAYMENT_TYPES, type ChargeType } from './entryKinds.ts';
import { amountOf } from '../values/amount.ts';
import { GivenReceiptNumber } from './receiptBooks.ts';
import { NewSignature } from './signature.ts';
import { givenDay, id, optionalText, requiredText } from '../values/text.ts';

/** What the ledger says of a payment that nobody described. */
export const OFFLINE_PAYMENT = 'Offline payment recorded';

/** The longest description and reference of an entry, in characters. */
export const LONGEST_DESCRIPTION = 500;
export const LONGEST_REFERENCE = 100;

/** Whose account it is, for which of their units, and dollars; the server decides which way they count. */
export const posted = {
  userId: lazySchema(() => id('Please say whose account this is for.')),
  /** Null or missing for someone who lives in no unit any more. */
  unitId: lazySchema(() => z.optional(z.nullable(id('There is no such unit.')))),
  amount: lazySchema(() => amountOf({ tooLarge: 'One entry can be at most $1,000,000.00.' })),
};

/** Whether an entry of a day in a closed month counts from the first day after the closed months, and says for which day it was. */
export const after_closed = lazySchema(() => z.optional(z.boolean('after_closed is true or false.')));

/** Rent for a part of a month, such as the days before a lease. Leases post their months. */
export const PRORATED_RENT = 'Prorated Rent';

/** The types by which a charge is given; the first is the default. */
export const GIVEN_CHARGES = [...CHARGE_TYPES, PRORATED_RENT] as const;

/** The type in the ledger of a charge that is given. */
export function chargeTypeOf(
  given: (typeof GIVEN_CHARGES)[number],
): ChargeType | typeof ENTRY_KINDS.rent.type {
  return given === PRORATED_RENT ? ENTRY_KINDS.rent.type : given;
}

export const NewCharge = lazySchema(() =>
  z.object({
    ...posted,
    type: z._default(
      z.enum(GIVEN_CHARGES, `A charge is one of ${GIVEN_CHARGES.join(', ')}.`),
      CHARGE_TYPES[0],
    ),
    description: requiredText('Please enter a description.', LONGEST_DESCRIPTION),
    /** The day on which it is due and for which it counts, such as `2026-05-26`, within a year; today by default. */
    effective_on: z.optional(z.nullable(givenDay('Please enter the day on which it is due.'))),
    /** By default a day in a closed month is refused. */
    after_closed,
  }),
);

/** The most tenants that are charged at once. */
const MOST_CHARGED = 500;
const WHO_IS_CHARGED = 'Please say who is charged.';

/** The same charge of several tenants. */
export const NewCharges = lazySchema(() =>
  z.object({
    tenants: z
      .array(z.object({ userId: posted.userId, unitId: posted.unitId }, WHO_IS_CHARGED), WHO_IS_CHARGED)
      .check(
        z.minLength(1, WHO_IS_CHARGED),
        z.maxLength(MOST_CHARGED, `At most ${MOST_CHARGED} tenants are charged at once.`),
        z.refine((tenants) => new Set(tenants.map(({ userId }) => userId)).size === tenants.length, {
          error: 'Each tenant is charged once.',
        }),
      ),
    ...z.omit(NewCharge, { userId: true, unitId: true, after_closed: true }).shape,
  }),
);

/** How many tenants were charged. */
export const ChargedTenants = lazySchema(() => z.object({ charged: z.int() }));

/** What management takes off a debt: a concession, a credit or a write-off. It is no money received. */
export const NewCredit = lazySchema(() =>
  z.object({
    ...posted,
    type: z._default(z.enum(CREDIT_TYPES, `A credit is one of ${CREDIT_TYPES.join(', ')}.`), CREDIT_TYPES[0]),
    reason: requiredText('Please say why this credit is given.', LONGEST_DESCRIPTION),
    /** The id of the charge that it pays; by default it pays what is unpaid, as a payment does. */
    charge: z.optional(z.nullable(id('There is no such charge.'))),
    /** The day for which it counts, such as `2026-05-26`; today by default. */
    effective_on: z.optional(z.nullable(givenDay('Please enter the day for which it counts.'))),
    /** By default a day in a closed month is refused. */
    after_closed,
  }),
);

export type NewCredit = z.infer<typeof NewCredit>;

export const NewPayment = lazySchema(() =>
  z.object({
    ...posted,
    type: z._default(
      z.enum(PAYMENT_TYPES, `A payment is one of ${PAYMENT_TYPES.join(', ')}.`),
      PAYMENT_TYPES[0],
    ),
    description: z.optional(optionalText('A description is text.', LONGEST_DESCRIPTION)),
    /** The day the money was received, such as `2026-05-26`; today by default. */
    received_on: z.optional(z.nullable(givenDay('Please enter the day the money was received.'))),
    /** The number of a check or money order, or of a transfer. */
    reference: z.optional(optionalText('A reference is text.', LONGEST_REFERENCE)),
    /** The number of a receipt book of the caller's that the tenant was given; by default the server gives one. */
    receipt_number: z.optional(z.nullable(GivenReceiptNumber)),
    /** What the payer drew on the screen, for the receipt. */
    signature: z.optional(z.nullable(NewSignature)),
    /**
     * Whether a tenant who is not billed for their lease pays into its account, and not into their own. By default where they owe
     * nothing themselves.
     */
    for_home: z.optional(z.nullable(z.boolean('for_home is true or false.'))),
    /**
     * Whether a payment of a day in a closed month counts from the first day after the closed months, and says for which day it was. By
     * default it is refused.
     */
    after_closed: z.optional(z.boolean('after_closed is true or false.')),
    /** Refuses a payment of an amount that the tenant's account was paid within a day. */
    ask_if_repeated: z.optional(z.boolean('ask_if_repeated is true or false.')),
  }),
);

export const NewReversal = lazySchema(() =>
  z.object({
    reason: requiredText('Please say why this entry is reversed.', LONGEST_DESCRIPTION),
    /** The day from which it counts, such as `2026-05-26`, not before the entry’s own; today by default. */
    effective_on: z.optional(z.nullable(givenDay('Please enter the day from which it counts.'))),
    /** Of a utility bill by meters: whether its usage is not billed again, to nobody. */
    give_up_usage: z.optional(z.boolean('give_up_usage must be true or false.')),
  }),
);

/** A payment that management took and the bank gave back, and what the tenant is charged for that, in dollars. */
export const ReturnedPayment = lazySchema(() =>
  z.object({
    reason: requiredText('Please say why the payment was returned.', LONGEST_DESCRIPTION),
    fee: z.optional(z.nullable(posted.amount)),
    /** The day on which it came back, such as `2026-05-26`, from which both entries count; today by default. */
    returned_on: z.optional(z.nullable(givenDay('Please enter the day it was returned.'))),
  }),
);
