import Stripe from 'stripe';
import { toCents, toDollars } from '../../../contract/money.ts';
import { ApiError } from '../../http/apiError.ts';
import { saysCode, unavailable, type CardProvider } from './cardProvider.ts';
import { CURRENCY, OWN_ID, recordIntent } from './recordIntent.ts';

/** In cents: what Stripe takes at least and at most. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const LEAST = 50;
const MOST = 99_999_999;
/** An intent may be paid or canceled while it is looked at; each time there is a new one to look at. */
const MOST_TRIES = 4;

interface Row {
  id: string;
  stripe_id: string | null;
  amount: number;
}

/**
 * Someone's one open intent, made if there is none and brought to the balance. The provider is asked outside any
 * transaction, so that nothing waits for it but the person.
 * @throws {ApiError} 409 where nothing is due, the balance cannot be charged, or a payment is under way
 */
export async function startPayment(
  provider: CardProvider,
  userId: number,
): Promise<{ clientSecret: string; amount: number }> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const { row, cents } = await reserve(provider, userId);
    const intent = row.stripe_id ? await retrieve(provider, row.stripe_id) : await create(provider, row);
    if (!intent) {
      // Unknown to the provider, as after a change of keys: it can never be paid.
      await provider.database.sql`
        update payment_intents set status = 'canceled' where id = ${row.id} and status <> 'succeeded'`;
      continue;
    }
    const changed = await changeAmount(provider, intent, cents);
    await provider.database.transaction(async (sql) => {
      // What is asked for is what we made it; what the provider tells later is held against that.
      if (changed.amount === cents) {
        await sql`
          update payment_intents set amount = ${toDollars(cents)} where id = ${row.id} and status <> 'succeeded'`;
      }
      await recordIntent(sql, changed, provider.log);
    });
    if (changed.status === 'succeeded' || changed.status === 'canceled') continue;
    if (
      changed.status === 'processing' ||
      changed.status === 'requires_capture' ||
      changed.amount !== cents
    ) {
      throw new ApiError(409, 'Your last payment is still being processed. Please wait until it is done.', {
        code: 'payment_processing',
      });
    }
    if (!changed.client_secret) throw new Error('The provider gave no client secret.');
    return { clientSecret: changed.client_secret, amount: toDollars(cents) };
  }
  throw unavailable();
}

/** The row of someone's open intent: the database lets each have only one, however many ask at once. */
async function reserve(provider: CardProvider, userId: number): Promise<{ row: Row; cents: number }> {
  return provider.database.transaction(async (sql) => {
    const [found] = await sql<{ balance: number }>`select balance from balances where user_id = ${userId}`;
    const cents = toCents(found?.balance ?? 0);
    refuseUnpayable(cents);
    await sql`
      insert into payment_intents (user_id, amount) values (${userId}, ${toDollars(cents)})
      on conflict (user_id) where status not in ('succeeded', 'canceled') do nothing`;
    const [row] = await sql<Row>`
      select id, stripe_id, amount from payment_intents
      where user_id = ${userId} and status not in ('succeeded', 'canceled')`;
    if (!row) throw unavailable();
    return { row, cents };
  });
}

function refuseUnpayable(cents: number): void {
  if (cents <= 0) {
    throw new ApiError(409, 'No payment needed - your account is current', { code: 'nothing_due' });
  }
  if (cents < LEAST) {
    throw new ApiError(409, 'A card payment must be at least $0.50.', { code: 'too_little' });
  }
  if (cents > MOST) {
    throw new ApiError(409, 'This balance is too large for one card payment. Please contact management.', {
      code: 'too_much',
    });
  }
}

/**
 * Makes the intent of a row. Its amount is the row's and the key is the row's id, so that asking again after a lost
 * answer, or from a second tab, gives the same intent.
 */
async function create(provider: CardProvider, row: Row): Promise<Stripe.PaymentIntent | undefined> {
  try {
    return await provider.stripe.paymentIntents.create(
      {
        amount: toCents(row.amount),
        currency: CURRENCY,
        allowed_payment_method_types: ['card'],
        description: 'Porchlight account balance',
        metadata: { [OWN_ID]: row.id },
      },
      { idempotencyKey: `porchlight-${row.id}` },
    );
  } catch (error) {
    // The key was used for another request, by a version of this program that asked differently.
    if (error instanceof Stripe.errors.StripeIdempotencyError) return undefined;
    throw error;
  }
}

/** An intent as it stands, with its card; undefined where the provider does not know it. */
export async function retrieve(
  provider: CardProvider,
  id: string,
): Promise<Stripe.PaymentIntent | undefined> {
  try {
    return await provider.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
  } catch (error) {
    if (saysCode(error, 'resource_missing')) return undefined;
    throw error;
  }
}

/** Changes an intent to an amount, as long as nobody is paying it: then it is answered as it stands. */
async function changeAmount(
  provider: CardProvider,
  intent: Stripe.PaymentIntent,
  amount: number,
): Promise<Stripe.PaymentIntent> {
  const open = ['requires_payment_method', 'requires_confirmation', 'requires_action'];
  if (intent.amount === amount || !open.includes(intent.status)) return intent;
  try {
    return await provider.stripe.paymentIntents.update(intent.id, { amount });
  } catch (error) {
    if (!saysCode(error, 'payment_intent_unexpected_state')) throw error;
    return (await retrieve(provider, intent.id)) ?? intent;
  }
}
