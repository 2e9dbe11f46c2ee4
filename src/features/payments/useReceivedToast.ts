import { useEffect, useRef } from 'react';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import { toCents } from '../../../contract/values/money.ts';
import type { OpenPayment } from '../../../contract/payments/payments.ts';
import { recordPayment } from '../../offline/subjects/installOffer.ts';
import { moneyText } from '../../ui/data/Money.tsx';
import { useToast } from '../../ui/feedback/Toasts.tsx';

/**
 * Shows one toast when a payment reaches the ledger that was open on this page, or that the page expects by the
 * provider's id.
 */
export function useReceivedToast(transactions: Transaction[] | undefined, underWay: OpenPayment[]) {
  const toast = useToast();
  const expected = useRef(new Set<string>());
  useEffect(() => {
    for (const { id } of underWay) expected.current.add(id);
    for (const { card, amount } of transactions ?? []) {
      if (!card || !expected.current.delete(card.payment)) continue;
      toast.success(`Your payment of ${moneyText(-toCents(amount))} was received. Thank you!`);
      void recordPayment();
    }
  });
  return (payment: string) => void expected.current.add(payment);
}
