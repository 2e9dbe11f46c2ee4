import { compareTimes } from '../values/calendar.ts';
import type { TenantBalance } from '../ledger/balances.ts';
import { beginsFirst, dayIn, FIRST_ZONE, hasEndedEverywhere, LAST_ZONE } from '../values/timeZone.ts';

/**
 * What a lease lets its tenants pay by card: the whole balance, any part of it, or a part that pays the rent at least.
 * `nothing`: neither by card nor at the office, as during an eviction.
 */
export const PAYMENT_POLICIES = ['full_balance', 'any_amount', 'at_least_rent', 'nothing'] as const;
export type PaymentPolicy = (typeof PAYMENT_POLICIES)[number];

export interface PolicyLease {
  id: number;
  starts: string;
  ends: string | null;
  /** A phone that stored it before there were policies has none. */
  payment_policy?: PaymentPolicy;
}

/**
 * Of the leases that somebody is billed for and that have started, the one that says what may be paid: one that runs and accepts
 * nothing, or else the latest. Undefined where none has started.
 * @param lastToday the day where days end last, for whom a lease runs while it does anywhere
 */
export function decidingLease<L extends PolicyLease>(
  leases: readonly L[],
  today: string,
  lastToday = today,
): L | undefined {
  const latestFirst = leases
    .filter(({ starts }) => starts <= today)
    .toSorted((a, b) => compareTimes(b.starts, a.starts) || b.id - a.id);
  const blocking = latestFirst.find(
    ({ payment_policy, ends }) => payment_policy === 'nothing' && (ends === null || ends >= lastToday),
  );
  return blocking ?? latestFirst[0];
}

/** What may be paid, by the lease that decides. */
export function paymentPolicyOf(leases: readonly PolicyLease[], today: string): PaymentPolicy {
  return decidingLease(leases, today)?.payment_policy ?? 'full_balance';
}

/** The same at a moment, wherever the leases are. */
export function paymentPolicyAt(leases: readonly PolicyLease[], now: Date): PaymentPolicy {
  const lease = decidingLease(leases, dayIn(FIRST_ZONE, now), dayIn(LAST_ZONE, now));
  return lease?.payment_policy ?? 'full_balance';
}

/** The first moment after one at which something is accepted, as the leases stand; undefined where none is known. */
export function acceptedFrom(leases: readonly PolicyLease[], now: Date): Date | undefined {
  return leases
    .flatMap(({ starts, ends }) => [
      beginsFirst(starts),
      ...(ends === null ? [] : [hasEndedEverywhere(ends)]),
    ])
    .filter((at) => at > now)
    .toSorted((a, b) => a.getTime() - b.getTime())
    .find((at) => paymentPolicyAt(leases, at) !== 'nothing');
}

/** The least that may be paid of a balance by a policy, in cents, while the bank processes some of it, which pays rent first. */
export function leastByPolicy(
  policy: PaymentPolicy,
  { balance, openRent, processing }: { balance: number; openRent: number; processing: number },
): number {
  const due = balance - processing;
  switch (policy) {
    case 'any_amount':
      return Math.min(1, due);
    case 'at_least_rent':
      return Math.min(Math.max(openRent - processing, 1), due);
    case 'full_balance':
    case 'nothing':
      return due;
  }
}

/** Said where nothing is accepted. */
export const NOT_ACCEPTED =
  'Management does not accept payments for this account. Please contact management.';

/** Said to a manager who records a payment where nothing is accepted. */
export const ACCEPTS_NO_PAYMENTS = 'This lease accepts no payments.';

/** Whether payments are accepted now, by balances that may have been read before a lease ended, or by an older version. */
export function acceptsPayments(
  { accepts_payments, accepts_payments_from: from }: Partial<TenantBalance>,
  now: Date,
): boolean {
  return accepts_payments !== false || (from != null && new Date(from) <= now);
}
