import { loadPart } from '../../browser/loadPart.ts';

// What talks to the card provider, loaded only when somebody pays or stores a card.

/** The checkout, and what loads the provider's own script. */
export async function loadCheckout() {
  const [{ Checkout }, { loadStripeOnce }] = await Promise.all([
    loadPart(() => import('./Checkout.tsx')),
    loadPart(() => import('./stripeLoader.ts')),
  ]);
  return { Checkout, loadStripeOnce };
}

/** The form that stores a card or a bank account, and what loads the provider's own script. */
export async function loadStoreMethod() {
  const [{ StoreMethod }, { loadStripeOnce }] = await Promise.all([
    loadPart(() => import('./autopay/StoreMethod.tsx')),
    loadPart(() => import('./stripeLoader.ts')),
  ]);
  return { StoreMethod, loadStripeOnce };
}
