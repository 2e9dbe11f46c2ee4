import type { Stripe } from '@stripe/stripe-js';
// The `pure` module loads no script on import, so that Stripe's is not loaded if another one defines `window.Stripe`.
import { loadStripe } from '@stripe/stripe-js/pure';
import type { PaymentStarted } from '../../../contract/payments/payments.ts';

const loaded = new Map<string, Promise<Stripe>>();

/**
 * Loads the card provider's library, once for each page and key.
 * @throws {Error} if it cannot be loaded; the next call tries again
 */
export async function loadStripeOnce({
  publishableKey,
  stripe_js,
}: Pick<PaymentStarted, 'publishableKey' | 'stripe_js'>): Promise<Stripe> {
  const known = loaded.get(publishableKey);
  if (known) return known;
  const loading = load(publishableKey, stripe_js);
  loaded.set(publishableKey, loading);
  loading.catch(() => loaded.delete(publishableKey));
  return loading;
}

async function load(publishableKey: string, script: string | null): Promise<Stripe> {
  if (script) await addScript(script);
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error('The card provider has nothing for this page.');
  return stripe;
}

function addScript(src: string): Promise<void> {
  if (window.Stripe) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.type = 'module';
    script.src = src;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error(`${src} could not be loaded.`));
    });
    document.head.append(script);
  });
}
