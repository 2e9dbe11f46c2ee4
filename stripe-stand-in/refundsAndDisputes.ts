import { newId, now, type Account, type Charge, type Dispute, type Refund } from './account.ts';
import { ApiFailure, invalid, missing } from './failure.ts';

export function refund(account: Account, given: { payment_intent?: string; amount?: string }): Refund {
  const { state } = account;
  const asked = given.payment_intent ?? '';
  const intent = Object.hasOwn(state.intents, asked) ? state.intents[asked] : undefined;
  const charge = intent?.latest_charge ? state.charges[intent.latest_charge] : undefined;
  if (!intent || !charge) throw missing('payment_intent', given.payment_intent ?? '');
  const left = charge.amount - charge.amount_refunded;
  const amount = given.amount === undefined ? left : Number(given.amount);
  if (left === 0) throw invalid('This charge has already been refunded.', 'charge_already_refunded');
  if (!Number.isInteger(amount) || amount <= 0 || amount > left) {
    throw invalid(`Refund amount is not from 1 to ${left}`, 'parameter_invalid_integer');
  }
  charge.amount_refunded += amount;
  const made: Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: now(),
    payment_intent: intent.id,
    status: 'succeeded',
  };
  state.refunds[made.id] = made;
  account.tell('refund.created', made);
  account.tell('charge.refunded', charge);
  return made;
}

/** Makes a refund fail, as when the card's account was closed. */
export function failRefund(account: Account, made: Refund): void {
  made.status = 'failed';
  account.tell('refund.updated', made);
  account.tell('refund.failed', made);
}

export function openDispute(account: Account, charge: Charge): Dispute {
  const dispute: Dispute = {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    charge: charge.id,
    created: now(),
    payment_intent: charge.payment_intent,
    payment_method_details: { type: charge.payment_method_details.type },
    reason: 'general',
    status: 'needs_response',
  };
  account.state.disputes[dispute.id] = dispute;
  account.tell('charge.dispute.created', dispute);
  account.tell('charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/** What a bank takes back later is lost at once. https://docs.stripe.com/payments/ach-direct-debit#disputed-payments */
export function returnDebit(account: Account, charge: Charge): Dispute {
  const dispute = openDispute(account, charge);
  dispute.reason = 'insufficient_funds';
  dispute.status = 'lost';
  account.tell('charge.dispute.closed', dispute);
  return dispute;
}

/** Decides a dispute by Stripe's test evidence. https://docs.stripe.com/testing#disputes */
export function answerDispute(account: Account, id: string, words: string | undefined): Dispute {
  const { disputes } = account.state;
  const dispute = Object.hasOwn(disputes, id) ? disputes[id] : undefined;
  if (!dispute) throw missing('dispute', id);
  if (words !== 'winning_evidence' && words !== 'losing_evidence') {
    throw new ApiFailure(400, {
      type: 'invalid_request_error',
      message: 'The stand-in knows winning_evidence and losing_evidence.',
    });
  }
  dispute.status = words === 'winning_evidence' ? 'won' : 'lost';
  if (dispute.status === 'won') account.tell('charge.dispute.funds_reinstated', dispute);
  account.tell('charge.dispute.closed', dispute);
  return dispute;
}
