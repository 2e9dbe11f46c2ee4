import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { daysBetween } from '../values/calendar.ts';
import { toCents } from '../values/money.ts';
import { Timestamp } from '../values/text.ts';
import { type Transaction } from './ledger.ts';

/** The balance of an active resident with a confirmed unit, or of anyone whose balance is not zero. */
export const TenantBalance = lazySchema(() =>
  z.object({
    user_id: z.int(),
    /** Null for someone who lives in no unit any more. */
    unit_id: z.nullable(z.int()),
    first_name: z.string(),
    last_name: z.string(),
    unit_number: z.nullable(z.string()),
    property_name: z.nullable(z.string()),
    /** Dollars: positive is owed by the tenant, negative is in their favour. */
    balance: z.number(),
    /** False while their lease accepts no payments, as during an eviction. */
    accepts_payments: z.boolean(),
    /** From when on they are accepted again, as the leases stand; null where they are, or no end is known. */
    accepts_payments_from: z.optional(z.nullable(Timestamp)),
    /** The due day of the oldest charge that is not paid whole, such as `2026-11-01`; null where nothing is owed. Absent from what an older version cached. */
    owed_since: z.optional(z.nullable(z.string())),
    /** Whether they live in no unit any more, or their account is not active. Absent as above. */
    former: z.optional(z.boolean()),
  }),
);
export type TenantBalance = z.infer<typeof TenantBalance>;

/** In whole cents: what entries add up to, which is owed, or below 0 is to the person's credit. */
export function balanceOf(entries: readonly Pick<Transaction, 'amount'>[]): number {
  return entries.reduce((cents, { amount }) => cents + toCents(amount), 0);
}

/** The sum of positive balances, in whole cents, and their count: one tenant's credit does not reduce what others owe. */
export function outstandingOf(balances: readonly Pick<TenantBalance, 'balance'>[]) {
  const owed = balances.map(({ balance }) => toCents(balance)).filter((cents) => cents > 0);
  return { cents: owed.reduce((sum, each) => sum + each, 0), tenants: owed.length };
}

/** How many days what somebody owes is past its due day; 0 where it is not, or an older version cached the row without it. */
export function daysLateOf({ owed_since }: Pick<TenantBalance, 'owed_since'>, today: string): number {
  return owed_since && owed_since < today ? daysBetween(owed_since, today) : 0;
}

/** Whether somebody rents nothing any more; what an older version cached tells it by the unit alone. */
export function isFormer({ former, unit_id }: Pick<TenantBalance, 'former' | 'unit_id'>): boolean {
  return former ?? unit_id === null;
}
