import type { Stripe } from '@stripe/stripe-js';
import { useState } from 'react';
import type { PaymentStarted } from '../../../contract/payments/payments.ts';
import { ApiError, Unreachable } from '../../api/call.ts';
import { useOnlineStep } from '../../forms/useOnlineStep.ts';
import { PartMissing } from '../../browser/loadPart.ts';
import { useToast } from '../../ui/feedback/Toasts.tsx';
import type { Checkout } from './Checkout.tsx';
import { useBusyMutation } from '../../ui/forms/useBusyMutation.ts';
import { loadCheckout } from './providerParts.ts';

interface OpenCheckout {
  started: PaymentStarted;
  stripe: Stripe;
  /** The part of the balance that is paid, in dollars; undefined for all of it. */
  part: number | undefined;
  /** Whether the balance changed while the checkout was open, so that it restarted. */
  changed: boolean;
  /** The checkout's component, which is loaded only when someone pays. */
  Checkout: typeof Checkout;
}

/** The codes of a payment that the lease allows no more. */
const NOT_ALLOWED = new Set(['full_balance_only', 'too_little', 'payments_not_accepted']);

const CALLED_OFF = 'What may be paid has changed, so this payment was called off. Nothing was charged.';

/** Opens the checkout: creates a payment of the balance, or of a part of it, and loads the provider's form. */
export function useCheckout({ refresh, onOpen }: { refresh: () => Promise<unknown>; onOpen: () => void }) {
  const send = useOnlineStep();
  const toast = useToast();
  const [checkout, setCheckout] = useState<OpenCheckout>();
  /** Why the checkout was closed before the card was charged. */
  const [refused, setRefused] = useState<string>();

  const begin = (part: number | undefined) =>
    part === undefined ? send('createPayment', {}) : send('createPartialPayment', { body: { amount: part } });

  const starting = useBusyMutation({
    onMutate: () => setRefused(undefined),
    mutationFn: async (part?: PaymentStarted | number) => {
      const [started, { Checkout, loadStripeOnce }] = await Promise.all([
        typeof part === 'object' ? part : begin(part),
        loadCheckout(),
      ]);
      setCheckout({
        started,
        stripe: await loadStripeOnce(started),
        part: part === undefined ? undefined : started.amount,
        changed: false,
        Checkout,
      });
      onOpen();
    },
    onError: (error) => {
      if (error instanceof PartMissing && error.gone) return;
      const told = [ApiError, Unreachable, PartMissing].some((known) => error instanceof known);
      if (!told) console.warn(error);
      toast.error('Could not initiate payment. Please try again later.');
    },
    // Refreshes the screen, whose balance may be outdated, without waiting for it.
    onSettled: () => void refresh(),
  });

  /**
   * Resolves to whether the checkout's amount is still the balance. If not, the checkout restarts with the balance, or
   * closes if nothing is owed or the lease does not allow the amount any more.
   * @throws {ApiError} if there can be no payment now
   * @throws {Unreachable} without a connection
   */
  async function stillDue(): Promise<boolean> {
    if (!checkout) return false;
    try {
      const { started } = checkout;
      const now = await begin(checkout.part);
      if (now.clientSecret === started.clientSecret && now.amount === started.amount) return true;
      setCheckout({ ...checkout, started: now, changed: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { code } = error.failure;
      if (NOT_ALLOWED.has(code)) setRefused(`${CALLED_OFF} ${error.message}`);
      else if (code !== 'nothing_due') throw error;
      setCheckout(undefined);
    }
    await refresh();
    return false;
  }

  return {
    starting: starting.isPending,
    checkout,
    refused,
    start: () => starting.mutate(undefined),
    /** Pays a part, in dollars, or goes on with a payment of one that was created already. */
    startPart: (part: PaymentStarted | number) => starting.mutate(part),
    stillDue,
    close: () => setCheckout(undefined),
  };
}
