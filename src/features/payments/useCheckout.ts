import type { Stripe } from '@stripe/stripe-js';
import { useState } from 'react';
import type { PaymentStarted } from '../../../contract/payments.ts';
import { routes } from '../../../contract/routes.ts';
import { call, Refused, Unreachable } from '../../call.ts';
import { useDevice } from '../../offline/device.ts';
import { useToast } from '../../ui/Toasts.tsx';
import type { Checkout } from './Checkout.tsx';

interface OpenCheckout {
  started: PaymentStarted;
  stripe: Stripe;
  /** Loaded with the checkout, so that nobody downloads a card form who does not pay. */
  Checkout: typeof Checkout;
}

/** Opens the checkout: asks the server for a payment of the balance and loads the provider's form. */
export function useCheckout(refresh: () => Promise<void>) {
  const { withToken } = useDevice();
  const toast = useToast();
  const [starting, setStarting] = useState(false);
  const [checkout, setCheckout] = useState<OpenCheckout>();

  async function start(): Promise<void> {
    setStarting(true);
    try {
      const [started, { Checkout }, { loadProvider }] = await Promise.all([
        withToken((token) => call(routes.createPayment, {}, { token })),
        import('./Checkout.tsx'),
        import('./provider.ts'),
      ]);
      setCheckout({ started, stripe: await loadProvider(started), Checkout });
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Unreachable)) console.warn(error);
      toast.error('Could not initiate payment. Please try again later.');
    } finally {
      setStarting(false);
    }
    // What is charged, or why nothing is, may be news to this screen.
    await refresh();
  }

  return { starting, checkout, start, close: () => setCheckout(undefined) };
}
