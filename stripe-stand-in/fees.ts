import type { Account, Charge, Intent } from './account.ts';

/** What Stripe keeps of a domestic payment, in cents: https://stripe.com/pricing and https://stripe.com/pricing/local-payment-methods */
function feeOf({ amount, payment_method_details: { type } }: Charge): number {
  return type === 'card' ? Math.round(amount * 0.029) + 30 : Math.min(Math.round(amount * 0.008), 500);
}

/** An intent with its charge spelled out, and the charge with its balance transaction, where that is asked for. */
export function expanded(account: Account, intent: Intent, expand: readonly string[]) {
  const charge = intent.latest_charge ? account.state.charges[intent.latest_charge] : undefined;
  const spelled = expand.filter((path) => path.startsWith('latest_charge'));
  if (!charge || spelled.length === 0) return intent;
  return { ...intent, latest_charge: { ...charge, balance_transaction: transactionOf(charge, spelled) } };
}

/** What came of a charge on the account; null until it has succeeded. */
function transactionOf(charge: Charge, spelled: readonly string[]) {
  if (charge.status !== 'succeeded') return null;
  const id = charge.id.replace(/^[a-z]+/, 'txn');
  if (!spelled.includes('latest_charge.balance_transaction')) return id;
  const { amount } = charge;
  const fee = feeOf(charge);
  return {
    id,
    object: 'balance_transaction',
    amount,
    currency: 'usd',
    fee,
    net: amount - fee,
    type: 'charge',
  };
}
