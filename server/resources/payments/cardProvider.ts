import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import sqlTag, { type Sql as Part } from 'sql-template-tag';
import Stripe from 'stripe';
import type { StripeSettings } from '../../configuration/configuration.ts';
import type { Database } from '../../database/database.ts';
import { ApiError } from '../../http/apiError.ts';

/** The dependencies of card payments. `stripe` calls Stripe, or the host in the settings. */
export interface CardProvider {
  stripe: Stripe;
  settings: StripeSettings;
  database: Pick<Database, 'sql' | 'transaction'>;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /** The community's time zone. */
  zone: string;
  /** The moment of what happens, where it is not the present: the demo's months have passed. */
  now?: Date | undefined;
}

/** The moment of what happens, in a statement. */
export function momentOf({ now }: Pick<CardProvider, 'now'>): Part {
  return now ? sqlTag`${now}::timestamptz` : sqlTag`now()`;
}

/** The configured card provider; undefined without keys. */
export function openCardProvider(app: FastifyInstance): CardProvider | undefined {
  const { configuration, database, zone } = app.context;
  const settings = configuration.stripe;
  return (
    settings && {
      stripe: stripeClient(settings),
      settings,
      database,
      log: app.log,
      get zone() {
        return zone.current();
      },
    }
  );
}

/** In milliseconds: a user waits for the answer. */
const TIMEOUT = 8000;

/** Stripe's client, for its API or the one in the settings. */
export function stripeClient({ secretKey, apiBase }: StripeSettings): Stripe {
  const base = apiBase === undefined ? undefined : new URL(apiBase);
  return new Stripe(secretKey, {
    timeout: TIMEOUT,
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

/** Whether an error is Stripe’s with this code, such as `resource_missing`. */
export function hasStripeCode(error: unknown, code: string): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === code;
}

/** A 503 for an error of Stripe, which is logged; any other error unchanged. */
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
