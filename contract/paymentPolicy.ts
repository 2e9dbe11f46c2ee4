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
 * The policy of the leases that somebody is billed for, of those that have begun: `nothing` where one that runs says so, or
 * else that of the latest one. The server asks its tables the same.
 */
export function paymentPolicyOf(leases: readonly PolicyLease[], today: string): PaymentPolicy {
  const begun = leases.filter(({ starts }) => starts <= today);
  const isBlocked = begun.some(
    ({ payment_policy, ends }) => payment_policy === 'nothing' && (ends === null || ends >= today),
  );
  if (isBlocked) return 'nothing';
  const [latest] = begun.toSorted((a, b) => b.starts.localeCompare(a.starts) || b.id - a.id);
  return latest?.payment_policy ?? 'full_balance';
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
