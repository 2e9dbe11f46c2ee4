import { compareTimes } from '../values/calendar.ts';
import * as z from 'zod/mini';
import { ENTRY_KINDS } from '../ledger/entryKinds.ts';
import { lazySchema } from '../values/lazySchema.ts';
import type { Owed } from '../payments/owed.ts';
import { toCents } from '../values/money.ts';
import { Timestamp } from '../values/text.ts';
import { askedShare } from './ownShares.ts';
import type { PaymentPolicy } from './paymentPolicy.ts';

/** A lease that somebody is a tenant of. */
interface RentedLease {
  id: number;
  starts: string;
  ends: string | null;
  /** Whether they are billed for it. */
  billed: boolean;
}

/**
 * The lease into whose account somebody pays who is not billed for it: the one by which they live now. Of those that have started
 * that is one that runs, or else the latest; of several one that they are billed for, so that there is none to pay into.
 */
export function sharedLease<L extends RentedLease>(leases: readonly L[], today: string): L | undefined {
  const runs = ({ ends }: L) => ends === null || ends >= today;
  const [home] = leases
    .filter(({ starts }) => starts <= today)
    .toSorted(
      (a, b) =>
        Number(runs(b)) - Number(runs(a)) ||
        compareTimes(b.starts, a.starts) ||
        Number(b.billed) - Number(a.billed) ||
        b.id - a.id,
    );
  return home?.billed === false ? home : undefined;
}

/** An entry of a lease's account, as each of its tenants sees it. */
export const HomeEntry = lazySchema(() =>
  z.object({
    id: z.int(),
    /** Dollars: positive is a charge, negative a credit. */
    amount: z.number(),
    type: z.string(),
    description: z.string(),
    created_at: Timestamp,
    /** The day for which it counts, such as `2026-05-01`, where that is not the day it was posted on. */
    effective_on: z.nullable(z.string()),
    /** The id of the entry that reverses it. */
    reversed_by: z.nullable(z.int()),
    /** The first and last name of who paid; null for what is no payment. */
    paid_by: z.nullable(z.string()),
    /** Whether one paid it oneself, and so has its receipt. */
    is_own: z.boolean(),
    /** The provider’s id of one’s own payment by card or bank debit, as in the list of open payments. */
    payment: z.nullable(z.string()),
    /** Dollars: what is not paid yet of a charge, or has paid nothing yet of a credit. */
    open: z.number(),
  }),
);
export type HomeEntry = z.infer<typeof HomeEntry>;

/** How many entries of it are told. */
export const MOST_HOME_ENTRIES = 50;

/** The account of a lease, as a tenant sees it who is not billed for it. */
export const HomeAccount = lazySchema(() =>
  z.object({
    /** The first and last name of who is billed. */
    billed_to: z.string(),
    /** Dollars that are not paid yet. */
    owes: z.number(),
    /** Dollars of it that the bank is processing, whoever pays. */
    processing: z.number(),
    /** The latest, newest first, at most 50. */
    entries: z.array(HomeEntry),
  }),
);
export type HomeAccount = z.infer<typeof HomeAccount>;

/** What a home owes, in cents, what one is asked for of it, and what may be paid by the lease’s policy. */
export function owedByHome(
  lease: Parameters<typeof askedShare>[0][number] & { payment_policy: PaymentPolicy; home: HomeAccount },
): Owed {
  const { owes, processing, entries } = lease.home;
  const rent = entries.filter(({ type, amount }) => type === ENTRY_KINDS.rent.type && amount > 0);
  return {
    policy: lease.payment_policy,
    balance: toCents(owes),
    processing: toCents(processing),
    ownProcessing: lease.shares ? toCents(processing) - toCents(lease.shares.others_processing) : undefined,
    openRent: rent.reduce((cents, { open }) => cents + toCents(open), 0),
    open: toCents(owes),
    share: askedShare([lease]),
  };
}
