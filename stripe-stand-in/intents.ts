import { newId, now, token, type Account, type Charge, type Intent } from './account.ts';
import { ApiFailure, invalid, missing } from './failure.ts';
import { startDebit } from './debits.ts';
import { fail } from './failIntent.ts';
import { openDispute } from './refundsAndDisputes.ts';
import type { TestCard } from './testCards.ts';

/** In cents. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const LEAST = 50;
const MOST = 99_999_999;

export function findIntent({ state }: Account, id: string): Intent {
  const intent = Object.hasOwn(state.intents, id) ? state.intents[id] : undefined;
  if (!intent) throw missing('payment_intent', id);
  return intent;
}

export function createIntent(
  account: Account,
  given: {
    amount?: string;
    currency?: string;
    description?: string;
    metadata?: Record<string, string>;
    types?: string[];
    customer?: string;
  },
): Intent {
  if (given.currency !== 'usd') throw invalid('The stand-in takes usd only.', 'parameter_invalid');
  const id = newId('pi');
  const intent: Intent = {
    id,
    object: 'payment_intent',
    amount: readAmount(given.amount),
    amount_received: 0,
    currency: 'usd',
    status: 'requires_payment_method',
    client_secret: `${id}_secret_${token(24)}`,
    created: now(),
    description: given.description ?? null,
    livemode: false,
    metadata: given.metadata ?? {},
    payment_method: null,
    customer: given.customer ?? null,
    payment_method_types: given.types?.length ? given.types : ['card'],
    latest_charge: null,
    last_payment_error: null,
    next_action: null,
  };
  account.state.intents[id] = intent;
  account.tell('payment_intent.created', intent);
  return intent;
}

/** @throws {ApiFailure} if it is being paid or was paid */
export function updateIntent(account: Account, intent: Intent, given: { amount?: string }): Intent {
  if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_action') {
    throw unexpected(
      `This PaymentIntent's amount could not be updated because it has a status of ${intent.status}. You may only update the amount of a PaymentIntent with one of the following statuses: requires_payment_method, requires_confirmation, requires_action.`,
    );
  }
  if (given.amount !== undefined) intent.amount = readAmount(given.amount);
  account.save();
  return intent;
}

export function cancelIntent(account: Account, intent: Intent): Intent {
  if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_action') {
    throw unexpected(`You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`);
  }
  intent.status = 'canceled';
  intent.next_action = null;
  account.tell('payment_intent.canceled', intent);
  return intent;
}

/**
 * Confirms an intent with a test card: it succeeds, needs authentication or fails.
 * @throws {ApiFailure} 402 if the card is declined, 400 if the intent cannot be paid any more
 */
export function confirmIntent(
  account: Account,
  intent: Intent,
  given: { payment_method?: string; return_url?: string; off_session?: string },
  authenticateAt: string,
): Intent {
  if (intent.status === 'succeeded') {
    throw unexpected(
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
      intent,
    );
  }
  if (intent.status === 'processing' || intent.status === 'canceled') {
    throw unexpected(
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`,
      intent,
    );
  }
  const method = given.payment_method ?? '';
  const bank = account.bankOf(method);
  if (bank) return startDebit(account, intent, { method, bank });
  const card = account.cardOf(method);
  if (!card) throw missing('PaymentMethod', method);
  intent.payment_method = method;
  const offSession = given.off_session === 'true';
  const declined =
    card.declined ?? card.declinedLater ?? (offSession ? unauthenticated(account, method) : undefined);
  if (declined) {
    const error = { type: 'card_error', ...declined };
    fail(account, intent, error);
    throw new ApiFailure(402, { ...error, payment_intent: intent });
  }
  if (!card.authenticates || offSession) return succeed(account, intent, card);
  if (!given.return_url) throw invalid('This card needs a return_url.', 'parameter_missing');
  intent.status = 'requires_action';
  const url = `${authenticateAt}/${intent.id}?client_secret=${intent.client_secret}`;
  intent.next_action = { type: 'redirect_to_url', redirect_to_url: { url, return_url: given.return_url } };
  account.tell('payment_intent.requires_action', intent);
  return intent;
}

/**
 * A card that always asks cannot be charged while nobody is there; one that asks once can, after it was stored.
 * https://docs.stripe.com/testing#authentication-and-setup
 */
function unauthenticated(account: Account, method: string) {
  const { authenticates } = account.cardOf(method) ?? {};
  const isStored = Object.hasOwn(account.state.methods, method);
  if (!authenticates || (authenticates === 'once' && isStored)) return undefined;
  return {
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  };
}

/** Records the customer's decision on the bank's page. Returns the URL to return to. */
export function authenticate(account: Account, intent: Intent, complete: boolean): string {
  const action = intent.next_action;
  if (intent.status !== 'requires_action' || !action) throw unexpected('There is nothing to authenticate.');
  if (complete) {
    succeed(account, intent, account.cardOf(intent.payment_method ?? '') ?? { brand: 'visa', last4: '4242' });
  } else {
    fail(account, intent, {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    });
  }
  const back = new URL(action.redirect_to_url.return_url);
  back.searchParams.set('payment_intent', intent.id);
  back.searchParams.set('payment_intent_client_secret', intent.client_secret);
  back.searchParams.set('redirect_status', complete ? 'succeeded' : 'failed');
  return back.href;
}

/** Marks an intent as paid, with its charge. */
function succeed(account: Account, intent: Intent, card: TestCard): Intent {
  const charge: Charge = {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_refunded: 0,
    created: now(),
    payment_intent: intent.id,
    payment_method_details: { type: 'card', card: { brand: card.brand, last4: card.last4 } },
    status: 'succeeded',
    failure_code: null,
  };
  account.state.charges[charge.id] = charge;
  Object.assign(intent, {
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    next_action: null,
    last_payment_error: null,
  } satisfies Partial<Intent>);
  account.tell('charge.succeeded', charge);
  account.tell('payment_intent.succeeded', intent);
  if (card.disputed) openDispute(account, charge);
  return intent;
}

function readAmount(text: string | undefined): number {
  const amount = Number(text);
  if (!text || !Number.isInteger(amount))
    throw invalid(`Invalid integer: ${text}`, 'parameter_invalid_integer');
  if (amount < LEAST) throw invalid('Amount must be at least $0.50 usd', 'amount_too_small');
  if (amount > MOST) throw invalid('Amount must be no more than $999,999.99', 'amount_too_large');
  return amount;
}

function unexpected(message: string, payment_intent?: Intent): ApiFailure {
  return new ApiFailure(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message,
    ...(payment_intent ? { payment_intent } : {}),
  });
}
