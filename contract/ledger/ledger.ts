import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { ENTRY_KINDS, entryKind } from './entryKinds.ts';
import { BilledUsage } from '../utilities/billedUsage.ts';
import { CostLine } from '../utilities/tariffCost.ts';
import { PRORATIONS } from '../leases/leaseSchedule.ts';
import { absentIsNull, createdWith as created_with, Timestamp } from '../values/text.ts';

/** The usage, rate and cost of each meter when the bill was posted. */
export const UtilityParts = lazySchema(() =>
  z.object({
    /** Gallons, kilowatt-hours and therms. */
    water_usage: z.number(),
    electric_usage: z.number(),
    gas_usage: z.number(),
    /** Dollars for one gallon, kilowatt-hour and therm; up to 4 decimals. */
    rate_water: z.number(),
    rate_electric: z.number(),
    rate_gas: z.number(),
    /** Dollars. */
    water_cost: z.number(),
    electric_cost: z.number(),
    gas_cost: z.number(),
    /** `2026-05-26`. */
    due_date: z.string(),
    /** The first day of the month that is billed, such as `2026-05-01`. */
    month: z.string(),
    /** The readings that it was counted from, where the home has meters. Missing in what the version before stored. */
    readings: z.optional(z.nullable(z.array(BilledUsage))),
    /** The lines of a bill by tariff; null for one at flat rates. Missing in what the version before stored. */
    working: z.optional(z.nullable(z.array(CostLine))),
  }),
);
export type UtilityParts = z.infer<typeof UtilityParts>;

/** The card or the bank account of a payment; a field that the provider does not report is null. */
export const PaidByCard = lazySchema(() =>
  z.object({
    last4: z.nullable(z.string()),
    /** Of a card, the provider's name: `visa`, `mastercard`, `amex` … */
    brand: z.nullable(z.string()),
    /** Such as `PL-000123`. */
    receipt_number: z.string(),
    /** The provider's id of the payment, as in the list of open payments. */
    payment: z.string(),
  }),
);
export type PaidByCard = z.infer<typeof PaidByCard>;

/** The month of a lease's charge, and how much of it the lease covers. */
export const LeaseMonth = lazySchema(() =>
  z.object({
    /** The first day of the month, such as `2026-05-01`. */
    month: z.string(),
    /** Dollars for a whole month. */
    full_amount: z.number(),
    days: z.int(),
    proration: z.enum(PRORATIONS),
  }),
);
export type LeaseMonth = z.infer<typeof LeaseMonth>;

/** What a late fee that was charged by a rule is for. */
export const LateRent = lazySchema(() =>
  z.object({
    /** The id of the rent's entry. */
    rent: z.int(),
    /** Dollars: how much of the rent was not paid. */
    unpaid: z.number(),
    /** Paid before this day, such as `2026-05-06`, it would not have been charged. */
    late_on: z.string(),
  }),
);
export type LateRent = z.infer<typeof LateRent>;

/** How much of a charge a credit pays. */
const PaidCharge = lazySchema(() =>
  z.object({
    /** The charge's. */
    id: z.int(),
    /** Dollars. */
    amount: z.number(),
  }),
);

/** One entry of the ledger. It is never changed: a correction is another entry that reverses it. */
export const Transaction = lazySchema(() =>
  z.object({
    id: z.int(),
    user_id: z.int(),
    unit_id: z.nullable(z.int()),
    /** Dollars: positive is a charge, negative a credit. */
    amount: z.number(),
    type: z.string(),
    description: z.string(),
    /** When it was posted. */
    created_at: Timestamp,
    /** The day for which it counts, such as `2026-05-01`, where that is not the day it was posted on. */
    effective_on: absentIsNull(z.string()),
    /** The id of the entry that this one reverses. */
    reverses: absentIsNull(z.int()),
    /** The id of the entry that reverses this one. */
    reversed_by: absentIsNull(z.int()),
    /** For an entry of type `Utility`. */
    utility: absentIsNull(UtilityParts),
    /** For an entry of type `Card Payment` or `Bank Payment`. */
    card: absentIsNull(PaidByCard),
    /** For an entry that a lease posted. */
    lease: absentIsNull(LeaseMonth),
    /** The charges that a credit pays, which may change as others are posted and taken back; null for a charge. */
    pays: absentIsNull(z.array(PaidCharge)),
    /** For a late fee that a rule charged. */
    late_fee: absentIsNull(LateRent),
    /** What identifies a payment that management took: the number of a check or money order, or of a transfer. */
    reference: absentIsNull(z.string()),
    /** Of a payment: `RB-12-07` of a receipt book, or the server's own, such as `PL-000123`. */
    receipt_number: absentIsNull(z.string()),
    /** The tenant who paid, where that is not whose ledger it is. Missing in what the version before stored. */
    payer: z.optional(z.nullable(z.object({ id: z.int(), name: z.string() }))),
    created_with,
  }),
);
export type Transaction = z.infer<typeof Transaction>;

/** A payment as it was recorded. */
export const RecordedPayment = lazySchema(() =>
  z.extend(Transaction, {
    /** The late fees that stand although, with this payment, their rent was paid in time. */
    fees_paid_in_time: z.array(z.pick(Transaction, { id: true, amount: true, description: true })),
  }),
);
export type RecordedPayment = z.infer<typeof RecordedPayment>;

/** When an entry counts: the day that it is for, or else the time it was posted. A phone may have one of an older version. */
export function dateOf({
  created_at,
  effective_on,
}: Pick<Transaction, 'created_at'> & { effective_on?: string | null }): string {
  return effective_on ?? created_at;
}

/** Whether an entry is a payment that management took and that still stands, so that it can come back. */
export function canComeBack({
  type,
  reverses,
  reversed_by,
}: Pick<Transaction, 'type' | 'reverses' | 'reversed_by'>): boolean {
  return entryKind(type)?.form === 'payment' && reverses === null && reversed_by === null;
}

/** Why an entry is set right in another way than by reversing it; undefined where it may be reversed. */
export function reversalProblem({
  type,
  reverses,
}: Pick<Transaction, 'type' | 'reverses'>): { code: string; message: string } | undefined {
  const kind = entryKind(type);
  if (reverses === null && kind?.reversible !== false) return undefined;
  if (kind?.postedBy === 'card provider') {
    return {
      code: 'card_entry',
      message:
        'This entry comes from the card provider. Refund the payment there, and the refund is entered by itself.',
    };
  }
  if (type === ENTRY_KINDS.depositApplied.type) {
    return {
      code: 'deposit_entry',
      message: 'This entry is a part of a deposit. Take it back there, and it is taken back here too.',
    };
  }
  return {
    code: 'is_reversal',
    message: 'A reversal cannot be reversed. Post the charge or payment again instead.',
  };
}
