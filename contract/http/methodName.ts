import type { PaidByCard } from '../ledger/ledger.ts';

/** The brands whose name is not the provider's word with a capital. */
const BRANDS: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** "Visa ending in 4242" or "Bank account ending in 6789", or the known part of it. */
export function methodName(
  kind: 'card' | 'us_bank_account',
  { brand, last4 }: Pick<PaidByCard, 'brand' | 'last4'>,
): string {
  const named = brand && brand !== 'unknown' ? brand : 'card';
  const name =
    kind === 'us_bank_account'
      ? 'Bank account'
      : (BRANDS[named] ?? named.charAt(0).toUpperCase() + named.slice(1));
  return last4 ? `${name} ending in ${last4}` : name;
}
