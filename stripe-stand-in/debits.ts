import { newId, now, type Account, type Charge, type Intent } from './account.ts';
import { invalid } from './failure.ts';
import { fail } from './failIntent.ts';
import { returnDebit } from './refundsAndDisputes.ts';
import { type TestBank } from './testBanks.ts';

/** Begins a debit, which is processed until `endDebit`. */
export function startDebit(
  account: Account,
  intent: Intent,
  { method, bank }: { method: string; bank: TestBank },
): Intent {
  if (!intent.payment_method_types.includes('us_bank_account')) {
    throw invalid(
      `The PaymentMethod provided (us_bank_account) is not allowed for this PaymentIntent. Please attach a PaymentMethod of one of the following types: ${intent.payment_method_types.join(', ')}.`,
      'payment_intent_invalid_parameter',
    );
  }
  const charge: Charge = {
    id: newId('py'),
    object: 'charge',
    amount: intent.amount,
    amount_refunded: 0,
    created: now(),
    payment_intent: intent.id,
    payment_method_details: {
      type: 'us_bank_account',
      us_bank_account: { bank_name: 'STRIPE TEST BANK', last4: bank.last4, routing_number: '110000000' },
    },
    status: 'pending',
    failure_code: null,
  };
  account.state.charges[charge.id] = charge;
  Object.assign(intent, {
    status: 'processing',
    payment_method: method,
    latest_charge: charge.id,
    last_payment_error: null,
  } satisfies Partial<Intent>);
  account.tell('charge.pending', charge);
  account.tell('payment_intent.processing', intent);
  return intent;
}

/** Ends a debit that is processed, as its test account says, or with this result. */
export function endDebit(account: Account, intent: Intent, given?: TestBank): void {
  const charge = intent.latest_charge ? account.state.charges[intent.latest_charge] : undefined;
  const bank = given ?? account.bankOf(intent.payment_method ?? '');
  if (intent.status !== 'processing' || !charge || !bank) throw new Error('This debit is not processed.');
  if (bank.failed) {
    charge.status = 'failed';
    charge.failure_code = bank.failed.code;
    account.tell('charge.failed', charge);
    fail(account, intent, { type: 'invalid_request_error', charge: charge.id, ...bank.failed });
    return;
  }
  charge.status = 'succeeded';
  Object.assign(intent, { status: 'succeeded', amount_received: intent.amount } satisfies Partial<Intent>);
  account.tell('charge.succeeded', charge);
  account.tell('payment_intent.succeeded', intent);
  if (bank.disputed) returnDebit(account, charge);
}

/** Ends the debits that have been processed for so many seconds, as banks do within 4 business days. */
export function endOldDebits(account: Account, seconds: number): void {
  for (const intent of Object.values(account.state.intents)) {
    const charge = intent.latest_charge ? account.state.charges[intent.latest_charge] : undefined;
    if (intent.status !== 'processing' || !charge || charge.created > now() - seconds) continue;
    if (!account.bankOf(intent.payment_method ?? '')?.stays) endDebit(account, intent);
  }
}
