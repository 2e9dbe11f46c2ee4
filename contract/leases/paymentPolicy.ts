import type { TenantBalance } from '../ledger/ledger.ts';

/**
 * What a lease lets its tenants pay by card: the whole balance, any part of it, or a part that pays the rent at least.
 * `nothing`: neither by card nor at the office, as during an eviction.
 */
export const PAYMENT_POLICIES = ['full_balance', 'any_amount', 'at_least_rent', 'nothing'] as const;
export type PaymentPolicy = (typeof PAYMENT_POLICIES)[number];

interface PolicyLease {
  id: number;
  starts: string;
  ends: string | null;
  /** A phone that stored it before there were policies has none. */
  payment_policy?: PaymentPolicy;
}

/**
 * Of the leases that somebody is billed for and that have begun, the one that says what may be paid: one that runs and accepts
 * nothing, or else the latest. Undefined where none has begun. The server asks its tables the same.
 */
export function decidingLease<L extends PolicyLease>(leases: readonly L[], today: string): L | undefined {
  const latestFirst = leases
    .filter(({ starts }) => starts <= today)
    .toSorted((a, b) => b.starts.localeCompare(a.starts) || b.id - a.id);
  const blocking = latestFirst.find(
    ({ payment_policy, ends }) => payment_policy === 'nothing' && (ends === null || ends >= today),
  );
  return blocking ?? latestFirst[0];
}

/** What may be paid, by the lease that decides. */
export function paymentPolicyOf(leases: readonly PolicyLease[], today: string): PaymentPolicy {
  return decidingLease(leases, today)?.payment_policy ?? 'full_balance';
}

/** The least that may be paid of a balance, in cents, while the bank processes some of it, which pays rent first. */
export function leastPayment(
  policy: PaymentPolicy,
  { balance, openRent, processing = 0 }: { balance: number; openRent: number; processing?: number },
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
