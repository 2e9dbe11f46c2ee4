import * as z from 'zod/mini';
import { toCents } from './money.ts';
import { Moment } from './text.ts';

/** In cents: the most that one entry may be, either way. */
export const LARGEST_ENTRY = 100_000_000;

/** What a utility bill was made of: usage × rate of each meter, as it was when the bill was posted. */
export const UtilityParts = z.object({
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
});
export type UtilityParts = z.infer<typeof UtilityParts>;

/** The card behind a payment, as far as the provider tells it; null where it tells nothing. */
export const PaidByCard = z.object({
  last4: z.nullable(z.string()),
  /** As the provider names it: `visa`, `mastercard`, `amex` … */
  brand: z.nullable(z.string()),
  /** Such as `PL-000123`. */
  receipt_number: z.string(),
  /** The provider's id of the payment, as it was among the open ones. */
  payment: z.string(),
});
export type PaidByCard = z.infer<typeof PaidByCard>;

/** One entry of the ledger. It is never changed: a correction is another entry that reverses it. */
export const Transaction = z.object({
  id: z.int(),
  user_id: z.int(),
  unit_id: z.nullable(z.int()),
  /** Dollars: positive is a charge, negative a credit. */
  amount: z.number(),
  type: z.string(),
  description: z.string(),
  created_at: Moment,
  /** The id of the entry that this one takes back. */
  reverses: z.nullable(z.int()),
  /** The id of the entry that takes this one back. */
  reversed_by: z.nullable(z.int()),
  /** For an entry of type `Utility`. */
  utility: z.nullable(UtilityParts),
  /** For an entry of type `Card Payment`: only these have a receipt (`readReceipt` by the entry's id). */
  card: z.nullable(PaidByCard),
});
export type Transaction = z.infer<typeof Transaction>;

/** What a tenant owes: an active resident with a confirmed unit, or anyone whose balance is not zero. */
export const TenantBalance = z.object({
  user_id: z.int(),
  /** Null for someone who lives in no unit any more. */
  unit_id: z.nullable(z.int()),
  first_name: z.string(),
  last_name: z.string(),
  unit_number: z.nullable(z.string()),
  property_name: z.nullable(z.string()),
  /** Dollars: positive is owed by the tenant, negative is in their favour. */
  balance: z.number(),
});
export type TenantBalance = z.infer<typeof TenantBalance>;

/** In whole cents: what entries add up to, which is owed, or below 0 is to the person's credit. */
export function balanceOf(entries: readonly Pick<Transaction, 'amount'>[]): number {
  return entries.reduce((cents, { amount }) => cents + toCents(amount), 0);
}
