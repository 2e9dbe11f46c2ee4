import { useEffect, useRef } from 'react';
import { toCents } from '../../../contract/values/money.ts';
import type { OpenPayment } from '../../../contract/payments/payments.ts';
import { recordPayment } from '../../offline/subjects/installOffer.ts';
import { moneyText } from '../../ui/data/Money.tsx';
import { useToast } from '../../ui/feedback/Toasts.tsx';

/** A payment that is in a ledger: the provider’s id, and its amount in dollars, below 0. */
interface ReceivedPayment {
  payment: string | null | undefined;
  amount: number;
}

/**
 * Shows one toast when a payment reaches the ledger that was open on this page, or that the page expects by the
 * provider's id.
 */
export function useReceivedToast(received: readonly ReceivedPayment[], underWay: OpenPayment[]) {
  const toast = useToast();
  const expected = useRef(new Set<string>());
  useEffect(() => {
    for (const { id } of underWay) expected.current.add(id);
    for (const { payment, amount } of received) {
      if (!payment || !expected.current.delete(payment)) continue;
      toast.success(`Your payment of ${moneyText(-toCents(amount))} was received. Thank you!`);
      void recordPayment();
    }
  });
  return (payment: string) => void expected.current.add(payment);
}
