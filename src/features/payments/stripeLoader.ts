import type { Stripe } from '@stripe/stripe-js';
// The pure one loads nothing by being imported: where another script defines `window.Stripe`, Stripe's is not asked for.
import { loadStripe } from '@stripe/stripe-js/pure';
import type { PaymentStarted } from '../../../contract/payments.ts';

const loaded = new Map<string, Promise<Stripe>>();

/**
 * The card provider's library for a payment, loaded once a page and key.
 * @throws {Error} where it cannot be loaded; asked again, it is tried again
 */
export async function loadStripeOnce({ publishableKey, stripe_js }: PaymentStarted): Promise<Stripe> {
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
