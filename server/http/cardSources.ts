import type { StripeSettings } from '../configuration/configuration.ts';

const STRIPE_JS = ['https://js.stripe.com', 'https://*.js.stripe.com'];

/**
 * The sources that pages need for card payments: Stripe's script, frames and API, from
 * https://docs.stripe.com/security/guide#content-security-policy. A script of our own origin needs none.
 */
export function cardSources(settings: StripeSettings | undefined) {
  if (!settings || settings.script) return { script: [], connect: [], frame: [] };
  return {
    script: STRIPE_JS,
    connect: ['https://api.stripe.com'],
    frame: [...STRIPE_JS, 'https://hooks.stripe.com'],
  };
}
