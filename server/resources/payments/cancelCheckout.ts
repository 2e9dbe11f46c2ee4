import { hasStripeCode, type CardProvider } from './cardProvider.ts';
import { createIntent } from './createIntent.ts';
import { findIntent, readIntent } from './readIntent.ts';
import { recordIntent } from './recordIntent.ts';

/** The states in which a payment is not confirmed. */
const UNCONFIRMED = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/**
 * Cancels a person's checkout that is not confirmed, so that it and autopay do not pay the same debt. One that was paid meanwhile
 * is recorded instead. A payment of autopay is left alone.
 */
export async function cancelCheckout(provider: CardProvider, userId: number): Promise<void> {
  const [row] = await provider.database.sql<{
    id: string;
    stripe_id: string | null;
    amount: number;
    since: number;
  }>`
    select id, stripe_id, amount, extract(epoch from created_at)::float8 as since from payment_intents as checkout
    where user_id = ${userId} and status not in ('succeeded', 'canceled')
      and not exists (select from autopay_runs where payment_intent_id = checkout.id)`;
  if (!row) return;
  // Whoever began it may still wait for the provider's answer, which is the same for the same key.
  const stripeId =
    row.stripe_id ??
    (await createIntent(provider, row))?.id ??
    (await findIntent(provider, { payment_id: row.id, since: row.since }));
  if (stripeId === undefined || !(await endIntent(provider, stripeId))) {
    await provider.database.sql`
      update payment_intents set status = 'canceled' where id = ${row.id} and status <> 'succeeded'`;
  }
}

/** Cancels an intent unless it is paid or being paid, and records its state. Returns whether the provider knows it. */
export async function endIntent(provider: CardProvider, stripeId: string): Promise<boolean> {
  let intent = await readIntent(provider, stripeId);
  if (intent && UNCONFIRMED.includes(intent.status)) {
    await provider.stripe.paymentIntents
      .cancel(stripeId, { cancellation_reason: 'abandoned' })
      .catch((error: unknown) => {
        // Paid or canceled meanwhile, as is read again.
        if (!hasStripeCode(error, 'payment_intent_unexpected_state')) throw error;
      });
    intent = await readIntent(provider, stripeId);
  }
  if (!intent) return false;
  const current = intent;
  await provider.database.transaction((sql) => recordIntent(sql, current, provider));
  return true;
}
