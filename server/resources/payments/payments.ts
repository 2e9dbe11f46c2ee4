import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import { toCents } from '../../../contract/values/money.ts';
import type { FailedPayment, OpenPayment, PaymentStarted } from '../../../contract/payments/payments.ts';
import { routes } from '../../../contract/routes.ts';
import type { User } from '../../../contract/users/user.ts';
import { changesQuota } from '../../auth/limits/limits.ts';
import { spendQuotaAtOnce } from '../../auth/limits/rateLimits.ts';
import { openCardProvider, providerError, unavailable, type CardProvider } from './cardProvider.ts';
import { whyFailed } from './failureWords.ts';
import { startPayment } from './intents.ts';
import { followLeaseTerms } from './followLeaseTerms.ts';
import { cancelRefusedCheckouts, settleOwnPayments } from './reconcile.ts';
import { handleEvent } from './webhookEvents.ts';
import { ApiError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';

/** The longest event that the card provider is taken from, in bytes; most have a few thousand. */
const LONGEST_EVENT = 256 * 1024;

/** The routes of card payments. The browser sends card numbers to the provider, never to this server. */
export function payments(app: FastifyInstance): void {
  const provider = openCardProvider(app);
  const { configuration } = app.context;
  if (provider) followLeaseTerms(app, provider);

  async function start(user: User, wanted?: number): Promise<PaymentStarted> {
    if (!provider) throw unavailable();
    const { settings, database } = provider;
    // Each asks the provider.
    await spendQuotaAtOnce(database, user, changesQuota(configuration, user));
    try {
      const payment = await startPayment(provider, user.id, wanted);
      return { ...payment, publishableKey: settings.publishableKey, stripe_js: settings.script ?? null };
    } catch (error) {
      // What may not be started any more may not be paid on a page that is open either.
      if (error instanceof ApiError) await cancelRefusedCheckouts(provider, { userId: user.id });
      throw providerError(provider, error);
    }
  }

  // No transaction may stay open while the provider is called. Whoever asks for all of the balance again is answered what is open.
  registerRoute(app, routes.createPayment, ({ user }) => start(user), { transaction: 'steps' });

  registerRoute(app, routes.createPartialPayment, ({ user, body }) => start(user, toCents(body.amount)), {
    transaction: 'steps',
  });

  registerRoute(app, routes.listOpenPayments, async ({ sql, user }) => {
    if (provider) await settleOwnPayments(provider, user.id);
    return sql<OpenPayment>`
      select stripe_id as id, amount, created_at, method, case
        when processing_since is not null then 'processing'
        when status = 'requires_action' then 'needs_action'
        else 'started' end as status
      from payment_intents
      where user_id = ${user.id} and stripe_id is not null
        and (status not in ('succeeded', 'canceled') or processing_since is not null)
      order by created_at desc, id limit 20`;
  });

  registerRoute(app, routes.listFailedPayments, async ({ sql, user }) => {
    const failed = await sql<Omit<FailedPayment, 'reason'> & { failure_code: string | null }>`
      select stripe_id as id, amount, last4, failed_at, failure_code from unanswered_failures
      where user_id = ${user.id}
      order by failed_at desc, id limit 20`;
    return failed.map(({ failure_code, ...payment }) => ({ ...payment, reason: whyFailed(failure_code) }));
  });

  void app.register(async (own) => {
    // The signature covers the raw bytes, so the body is not parsed before it is verified.
    own.removeAllContentTypeParsers();
    own.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    registerRoute(
      own,
      routes.stripeWebhook,
      async ({ request }) => {
        if (!provider) throw unavailable();
        await handleEvent(provider, verified(provider, request.body, request.headers['stripe-signature']));
        return { received: true as const };
      },
      { transaction: 'steps', bodyLimit: LONGEST_EVENT },
    );
  });
}

/** @throws {ApiError} 400 without a valid and recent signature of the provider */
function verified(
  { stripe, settings }: CardProvider,
  body: unknown,
  signature: string | string[] | undefined,
): Stripe.Event {
  try {
    if (!Buffer.isBuffer(body) || typeof signature !== 'string') throw new Error('No body or no signature.');
    return stripe.webhooks.constructEvent(body, signature, settings.webhookSecret);
  } catch {
    throw new ApiError(400, 'This event is not signed by the card provider.', { code: 'bad_signature' });
  }
}
