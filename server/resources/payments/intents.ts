import type Stripe from 'stripe';
import { toDollars, dollarText } from '../../../contract/values/money.ts';
import { LARGEST_CHARGE, SMALLEST_CHARGE } from '../../../contract/payments/autopay.ts';
import type { PaymentPolicy } from '../../../contract/leases/paymentPolicy.ts';
import { leastPayment, shareToPay } from '../../../contract/payments/owed.ts';
import type { Sql } from '../../database/database.ts';
import { ApiError } from '../../http/apiError.ts';
import { refuseBlocked } from '../ledger/paymentPolicy.ts';
import { cancelCheckout } from './cancelCheckout.ts';
import { hasStripeCode, unavailable, type CardProvider } from './cardProvider.ts';
import { createIntent } from './createIntent.ts';
import { readOwed } from './owed.ts';
import { readIntent } from './readIntent.ts';
import { recordIntent } from './recordIntent.ts';

/** If an intent was paid or canceled meanwhile, the next try creates a new one. */
const MAX_TRIES = 4;
/** The states in which an intent can still be changed. */
const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

interface Row {
  id: string;
  stripe_id: string | null;
  amount: number;
  lease_id: number | null;
}

interface Due {
  cents: number;
  policy: PaymentPolicy;
  /** The lease whose account is paid; null for one’s own. */
  lease_id: number | null;
}

/**
 * Finds or creates a user’s one open intent and sets it to what is due, which is the balance without what is being processed, or
 * to the part of it that is wanted, in cents. The provider is called outside any
 * transaction, so that no lock is held meanwhile.
 * @throws {ApiError} 409 if nothing is due, the amount cannot be charged or is not accepted, or all of it is being processed
 */
export async function startPayment(
  provider: CardProvider,
  userId: number,
  wanted?: number,
): Promise<{ clientSecret: string; amount: number }> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const { row, cents, policy, lease_id } = await findOrCreateRow(provider, userId, wanted);
    if (row.lease_id !== lease_id) {
      // What was started pays another account.
      await cancelCheckout(provider, userId);
      continue;
    }
    const intent = row.stripe_id
      ? await readIntent(provider, row.stripe_id)
      : await createIntent(provider, row);
    if (!intent) {
      // Unknown to the provider, for example after a change of keys: it cannot be paid.
      await provider.database.sql`
        update payment_intents set status = 'canceled' where id = ${row.id} and status <> 'succeeded'`;
      continue;
    }
    const changed = await changeAmount(provider, intent, cents);
    const isCanceled = await provider.database.transaction(async (sql) => {
      // recordIntent compares the amount received with this one.
      if (changed.amount === cents) {
        await sql`
          update payment_intents set amount = ${toDollars(cents)}, payment_policy = ${policy}
          where id = ${row.id} and status <> 'succeeded'`;
      }
      await recordIntent(sql, changed, provider);
      const [stored] = await sql<{ status: string }>`select status from payment_intents where id = ${row.id}`;
      return stored?.status === 'canceled';
    });
    // Autopay may have canceled it meanwhile.
    if (isCanceled || !OPEN.includes(changed.status)) continue;
    if (changed.amount !== cents) throw stillProcessing();
    if (!changed.client_secret) throw new Error('The provider gave no client secret.');
    // What may be paid may have changed while the provider was asked.
    const now = await amountDue(provider.database.sql, userId, wanted);
    if (now.cents !== cents || now.lease_id !== lease_id) continue;
    return { clientSecret: changed.client_secret, amount: toDollars(cents) };
  }
  throw unavailable();
}

/** The row of a user’s open intent; a unique index allows one for each user. */
async function findOrCreateRow(
  provider: CardProvider,
  userId: number,
  wanted: number | undefined,
): Promise<Due & { row: Row }> {
  return provider.database.transaction(async (sql) => {
    const due = await amountDue(sql, userId, wanted);
    await sql`
      insert into payment_intents (user_id, amount, payment_policy, lease_id)
      values (${userId}, ${toDollars(due.cents)}, ${due.policy}, ${due.lease_id})
      on conflict (user_id) where status not in ('succeeded', 'canceled') do nothing`;
    const [row] = await sql<Row & { autopay: boolean }>`
      select id, stripe_id, amount, lease_id, exists (select from autopay_runs where payment_intent_id = payment.id) as autopay
      from payment_intents as payment
      where user_id = ${userId} and status not in ('succeeded', 'canceled')`;
    if (!row) throw unavailable();
    if (row.autopay) {
      throw new ApiError(409, 'Autopay is charging what is due just now. Please look again in a minute.', {
        code: 'autopay_running',
      });
    }
    return { ...due, row };
  });
}

function stillProcessing(): ApiError {
  return new ApiError(409, 'Your last payment is still being processed. Please wait until it is done.', {
    code: 'payment_processing',
  });
}

/** In cents: what is due, or as much of it as is wanted, by the policy. @throws {ApiError} 409 where that may not be paid */
async function amountDue(sql: Sql, userId: number, wanted: number | undefined): Promise<Due> {
  const owed = await readOwed(sql, userId);
  const { balance, processing, policy, account } = owed;
  const asked = shareToPay(owed) ?? 0;
  const due = balance - processing;
  if (due <= 0 && processing > 0) throw stillProcessing();
  if (due <= 0) refuseUnpayable(due);
  refuseBlocked(policy);
  const cents = Math.min(wanted ?? due, due);
  refuseUnpayable(cents);
  const least = leastPayment(owed);
  if (cents >= least && (cents === due || due - cents >= SMALLEST_CHARGE))
    return { cents, policy, lease_id: account.lease_id ?? null };
  if (cents >= least) {
    // What is left could be paid by no card, and would still be late.
    const message = `Please pay ${dollarText(toDollars(due))}, or leave at least $0.50 of it.`;
    throw new ApiError(409, message, { code: 'too_little_left', fields: { amount: message } });
  }
  const message =
    policy === 'at_least_rent'
      ? `At least the rent that is open must be paid: ${dollarText(toDollars(least))}.`
      : asked > 0
        ? `Your share of ${dollarText(toDollars(asked))} must be paid at least.`
        : 'Only the full balance can be paid.';
  throw new ApiError(409, message, {
    code: policy === 'at_least_rent' ? 'too_little' : 'full_balance_only',
    fields: { amount: message },
  });
}

function refuseUnpayable(cents: number): void {
  if (cents <= 0) {
    throw new ApiError(409, 'No payment needed - your account is current', { code: 'nothing_due' });
  }
  if (cents < SMALLEST_CHARGE) {
    throw new ApiError(409, 'A card payment must be at least $0.50.', { code: 'too_little' });
  }
  if (cents > LARGEST_CHARGE) {
    throw new ApiError(409, 'This balance is too large for one card payment. Please contact management.', {
      code: 'too_much',
    });
  }
}

/** Changes an intent's amount; one that is being paid is returned unchanged. */
async function changeAmount(
  provider: CardProvider,
  intent: Stripe.PaymentIntent,
  amount: number,
): Promise<Stripe.PaymentIntent> {
  if (intent.amount === amount || !OPEN.includes(intent.status)) return intent;
  try {
    return await provider.stripe.paymentIntents.update(intent.id, { amount });
  } catch (error) {
    if (!hasStripeCode(error, 'payment_intent_unexpected_state')) throw error;
    return (await readIntent(provider, intent.id)) ?? intent;
  }
}
