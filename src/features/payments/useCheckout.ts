import { useMutation } from '@tanstack/react-query';
import type { Stripe } from '@stripe/stripe-js';
import { useState } from 'react';
import type { PaymentStarted } from '../../../contract/payments.ts';
import { routes } from '../../../contract/routes.ts';
import { call, ApiError, Unreachable } from '../../call.ts';
import { useDevice } from '../../offline/engine/device.ts';
import { useToast } from '../../ui/feedback/Toasts.tsx';
import type { Checkout } from './Checkout.tsx';

interface OpenCheckout {
  started: PaymentStarted;
  stripe: Stripe;
  /** What is due changed while it stood, and it began anew. */
  changed: boolean;
  /** Loaded with the checkout, so that nobody downloads a card form who does not pay. */
  Checkout: typeof Checkout;
}

/** Opens the checkout: asks the server for a payment of the balance and loads the provider's form. */
export function useCheckout(refresh: () => Promise<void>) {
  const { withToken } = useDevice();
  const toast = useToast();
  const [checkout, setCheckout] = useState<OpenCheckout>();

  const begin = () => withToken((token) => call(routes.createPayment, {}, { token }));

  const starting = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const [started, { Checkout }, { loadStripeOnce }] = await Promise.all([
        begin(),
        import('./Checkout.tsx'),
        import('./stripeLoader.ts'),
      ]);
      setCheckout({ started, stripe: await loadStripeOnce(started), changed: false, Checkout });
    },
    onError: (error) => {
      if (!(error instanceof ApiError || error instanceof Unreachable)) console.warn(error);
      toast.error('Could not initiate payment. Please try again later.');
    },
    // What is charged, or why nothing is, may be news to this screen, which does not wait for it.
    onSettled: () => void refresh(),
  });

  /**
   * Whether what the checkout says is still what is due. Where it is not, the checkout goes on with what is, or
   * closes where nothing is due any more.
   * @throws {ApiError} where there can be no payment now
   * @throws {Unreachable} where the server cannot be asked
   */
  async function stillDue(): Promise<boolean> {
    if (!checkout) return false;
    try {
      const { started } = checkout;
      const now = await begin();
      if (now.clientSecret === started.clientSecret && now.amount === started.amount) return true;
      setCheckout({ ...checkout, started: now, changed: true });
    } catch (error) {
      if (!(error instanceof ApiError) || error.failure.code !== 'nothing_due') throw error;
      setCheckout(undefined);
    }
    await refresh();
    return false;
  }

  return {
    starting: starting.isPending,
    checkout,
    start: () => starting.mutate(),
    stillDue,
    close: () => setCheckout(undefined),
  };
}
