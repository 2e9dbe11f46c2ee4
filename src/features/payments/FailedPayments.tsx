import { toCents } from '../../../contract/values/money.ts';
import type { FailedPayment } from '../../../contract/payments/payments.ts';
import { moneyText } from '../../ui/data/Money.tsx';
import { Time } from '../../ui/data/Time.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';

/** Bank debits that failed after they were processed. */
export function FailedPayments({ payments }: { payments: readonly FailedPayment[] }) {
  return payments.map(({ id, amount, last4, failed_at, reason }) => (
    <Banner key={id} type="error">
      Your payment of {moneyText(toCents(amount))} from your bank account
      {last4 ? ` ending in ${last4}` : ''} did not go through on <Time value={failed_at} />. {reason} Nothing
      was paid, so it is still in your balance.
    </Banner>
  ));
}
