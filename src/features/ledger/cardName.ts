import type { PaidByCard } from '../../../contract/ledger.ts';

/** The brands whose name is not the provider's word with a capital. */
const BRANDS: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** "Visa ending in 4242", or the known part of it. */
export function cardName({ brand, last4 }: Pick<PaidByCard, 'brand' | 'last4'>): string {
  const named = brand && brand !== 'unknown' ? brand : 'card';
  const name = BRANDS[named] ?? named.charAt(0).toUpperCase() + named.slice(1);
  return last4 ? `${name} ending in ${last4}` : name;
}
