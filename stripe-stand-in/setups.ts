import {
  newId,
  now,
  token,
  type Account,
  type Customer,
  type SetupIntent,
  type StoredMethod,
} from './account.ts';
import { ApiFailure, invalid, missing } from './failure.ts';

export function createCustomer(account: Account, metadata: Record<string, string>): Customer {
  const customer: Customer = {
    id: newId('cus'),
    object: 'customer',
    created: now(),
    livemode: false,
    metadata,
  };
  account.state.customers[customer.id] = customer;
  account.tell('customer.created', customer);
  return customer;
}

export function createSetup(
  account: Account,
  given: { customer?: string; metadata: Record<string, string>; types: string[] },
): SetupIntent {
  if (given.customer !== undefined && !Object.hasOwn(account.state.customers, given.customer)) {
    throw new ApiFailure(400, { ...missing('customer', given.customer).error, param: 'customer' });
  }
  const id = newId('seti');
  const setup: SetupIntent = {
    id,
    object: 'setup_intent',
    client_secret: `${id}_secret_${token(24)}`,
    created: now(),
    customer: given.customer ?? null,
    livemode: false,
    metadata: given.metadata,
    payment_method: null,
    payment_method_types: given.types.length > 0 ? given.types : ['card'],
    status: 'requires_payment_method',
    usage: 'off_session',
    last_setup_error: null,
    next_action: null,
  };
  account.state.setups[id] = setup;
  account.tell('setup_intent.created', setup);
  return setup;
}

export function findSetup({ state }: Account, id: string): SetupIntent {
  const setup = Object.hasOwn(state.setups, id) ? state.setups[id] : undefined;
  if (!setup) throw missing('setupintent', id);
  return setup;
}

/** Stores a test card or bank account: at once, after authentication, or not. @throws {ApiFailure} 402 for a declined card */
export function confirmSetup(
  account: Account,
  setup: SetupIntent,
  given: { payment_method?: string; return_url?: string },
  authenticateAt: string,
): SetupIntent {
  if (setup.status === 'succeeded' || setup.status === 'canceled') throw unexpected(setup);
  const method = given.payment_method ?? '';
  const card = account.cardOf(method);
  if (!card && !account.bankOf(method)) throw missing('PaymentMethod', method);
  if (card?.declined) {
    const error = { type: 'card_error', ...card.declined };
    Object.assign(setup, { status: 'requires_payment_method', last_setup_error: error });
    account.tell('setup_intent.setup_failed', setup);
    throw new ApiFailure(402, { ...error, setup_intent: setup });
  }
  setup.payment_method = method;
  if (!card?.authenticates) return store(account, setup);
  if (!given.return_url) throw invalid('This card needs a return_url.', 'parameter_missing');
  setup.status = 'requires_action';
  const url = `${authenticateAt}/${setup.id}?client_secret=${setup.client_secret}`;
  setup.next_action = { type: 'redirect_to_url', redirect_to_url: { url, return_url: given.return_url } };
  account.tell('setup_intent.requires_action', setup);
  return setup;
}

/** Records the customer's decision on the bank's page. Returns the URL to return to. */
export function authenticateSetup(account: Account, setup: SetupIntent, complete: boolean): string {
  const action = setup.next_action;
  if (setup.status !== 'requires_action' || !action) throw unexpected(setup);
  if (complete) {
    store(account, setup);
  } else {
    Object.assign(setup, {
      status: 'requires_payment_method',
      payment_method: null,
      next_action: null,
      last_setup_error: {
        type: 'invalid_request_error',
        code: 'setup_intent_authentication_failure',
        message: 'The latest attempt to set up the payment method has failed because authentication failed.',
      },
    } satisfies Partial<SetupIntent>);
    account.tell('setup_intent.setup_failed', setup);
  }
  const back = new URL(action.redirect_to_url.return_url);
  back.searchParams.set('setup_intent', setup.id);
  back.searchParams.set('setup_intent_client_secret', setup.client_secret);
  back.searchParams.set('redirect_status', complete ? 'succeeded' : 'failed');
  return back.href;
}

export function cancelSetup(account: Account, setup: SetupIntent): SetupIntent {
  if (setup.status === 'succeeded' || setup.status === 'canceled') throw unexpected(setup);
  Object.assign(setup, { status: 'canceled', next_action: null } satisfies Partial<SetupIntent>);
  account.tell('setup_intent.canceled', setup);
  return setup;
}

export function findMethod({ state }: Account, id: string): StoredMethod {
  const method = Object.hasOwn(state.methods, id) ? state.methods[id] : undefined;
  if (!method) throw missing('PaymentMethod', id);
  return method;
}

/** Takes a stored method from its customer, after which it can never be charged. */
export function detachMethod(account: Account, method: StoredMethod): StoredMethod {
  if (method.customer === null) {
    throw invalid(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    );
  }
  method.customer = null;
  account.tell('payment_method.detached', method);
  return method;
}

function store(account: Account, setup: SetupIntent): SetupIntent {
  const stored = addMethod(account, newId('pm'), setup.payment_method ?? '', setup.customer);
  Object.assign(setup, {
    status: 'succeeded',
    payment_method: stored.id,
    next_action: null,
    last_setup_error: null,
  } satisfies Partial<SetupIntent>);
  account.tell('payment_method.attached', stored);
  account.tell('setup_intent.succeeded', setup);
  return setup;
}

function unexpected(setup: SetupIntent): ApiFailure {
  return new ApiFailure(400, {
    type: 'invalid_request_error',
    code: 'setup_intent_unexpected_state',
    message: `This SetupIntent has a status of ${setup.status}.`,
    setup_intent: setup,
  });
}

function addMethod(account: Account, id: string, from: string, customer: string | null): StoredMethod {
  const card = account.cardOf(from);
  const bank = account.bankOf(from);
  const stored: StoredMethod = {
    id,
    object: 'payment_method',
    created: now(),
    customer,
    livemode: false,
    type: bank ? 'us_bank_account' : 'card',
    ...(card ? { card: { brand: card.brand, last4: card.last4 } } : {}),
    ...(bank
      ? { us_bank_account: { bank_name: 'STRIPE TEST BANK', last4: bank.last4, routing_number: '110000000' } }
      : {}),
  };
  account.state.methods[id] = stored;
  account.state.madeFrom[id] = from;
  return stored;
}

/** Adds a customer with a stored method under these ids, unless it has them already. */
export function addCustomer(
  account: Account,
  { customer: id, method, madeFrom }: { customer: string; method: string; madeFrom: string },
): void {
  if (Object.hasOwn(account.state.customers, id)) return;
  account.state.customers[id] = { id, object: 'customer', created: now(), livemode: false, metadata: {} };
  addMethod(account, method, madeFrom, id);
  account.save();
}
