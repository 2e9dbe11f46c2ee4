import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import Stripe from 'stripe';
import type { StripeSettings } from '../../configuration.ts';
import type { Database } from '../../database/database.ts';
import { ApiError } from '../../http/apiError.ts';

/** What every part of card payments has at hand: Stripe, or what the settings put in its place. */
export interface CardProvider {
  stripe: Stripe;
  settings: StripeSettings;
  database: Database;
  log: FastifyBaseLogger;
}

/** The card provider as configured; none where there are no keys. */
export function openCardProvider(app: FastifyInstance): CardProvider | undefined {
  const { configuration, database } = app.context;
  const settings = configuration.stripe;
  return settings && { stripe: stripeClient(settings), settings, database, log: app.log };
}

/** In milliseconds: a person waits at the other end. */
const LONGEST_CALL = 8000;

/** Stripe's own client, towards its API or the one that the settings name. */
export function stripeClient({ secretKey, apiBase }: StripeSettings): Stripe {
  const base = apiBase === undefined ? undefined : new URL(apiBase);
  return new Stripe(secretKey, {
    timeout: LONGEST_CALL,
    maxNetworkRetries: 2,
    telemetry: false,
    appInfo: { name: 'Porchlight' },
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'https:' ? 443 : 80),
      protocol: base.protocol === 'https:' ? 'https' : 'http',
    }),
  });
}

/** Whether an error of Stripe's says this code, such as `resource_missing`. */
export function saysCode(error: unknown, code: string): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === code;
}

/** A refusal for what Stripe itself could not do; any other error is passed on as it is. */
export function providerError({ log }: CardProvider, error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  log.error(error, 'the card provider refused or could not be reached');
  return unavailable();
}

export function unavailable(): ApiError {
  return new ApiError(503, 'Card payments are not available just now. Please try again later.', {
    code: 'payments_unavailable',
    retryAfter: 30,
  });
}
