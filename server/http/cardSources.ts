import type { StripeSettings } from '../configuration.ts';

const STRIPE_JS = ['https://js.stripe.com', 'https://*.js.stripe.com'];

/**
 * What the app's pages must be allowed to load to pay by card: Stripe's own script, its frames and its API. From
 * https://docs.stripe.com/security/guide#content-security-policy; a script of our own origin needs nothing more.
 */
export function cardSources(settings: StripeSettings | undefined) {
  if (!settings || settings.script) return { script: [], connect: [], frame: [] };
  return {
    script: STRIPE_JS,
    connect: ['https://api.stripe.com'],
    frame: [...STRIPE_JS, 'https://hooks.stripe.com'],
  };
}
