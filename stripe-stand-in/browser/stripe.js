import { PaymentElement } from './paymentElement.js';

/** @typedef {import('./paymentElement.js').StripeError} StripeError */
/** @typedef {{ id: string, status: string, client_secret: string, payment_method_types: string[], next_action: { redirect_to_url: { url: string } } | null }} Intent */
/** @typedef {{ intent: Intent, error?: undefined } | { error: StripeError, intent?: undefined }} Outcome */

/** @typedef {{ clientSecret?: string, appearance?: import('./paymentElement.js').Appearance }} ElementsOptions */

const HERE = new URL('.', import.meta.url);

/** The release of Stripe.js that @stripe/stripe-js 10.2.1 expects. */
const RELEASE = 'endive';

/**
 * Calls the stand-in's API, as Stripe.js calls Stripe's.
 * @param {string} key @param {string} path @param {Record<string, string>} [form] for a POST
 * @returns {Promise<Outcome>}
 */
async function ask(key, path, form) {
  try {
    const response = await fetch(new URL(path, HERE), {
      method: form ? 'POST' : 'GET',
      headers: { Authorization: `Bearer ${key}` },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });
    const answer = await response.json();
    if (answer.error) return { error: answer.error };
    return { intent: answer };
  } catch {
    const message = 'We are experiencing issues connecting to our payments provider. Please try again.';
    return { error: { type: 'api_connection_error', message } };
  }
}

/** @param {string} clientSecret */
const idIn = (clientSecret) => clientSecret.split('_secret_')[0] ?? '';

class Elements {
  /** @type {PaymentElement | undefined} */
  payment;
  #key;
  clientSecret;
  #appearance;

  /** @param {string} key @param {ElementsOptions} [options] */
  constructor(key, { clientSecret = '', appearance } = {}) {
    this.#key = key;
    this.clientSecret = clientSecret;
    this.#appearance = appearance;
  }

  /** @param {string} type */
  create(type) {
    if (type !== 'payment') throw new Error(`The stand-in has no element "${type}".`);
    this.payment = new PaymentElement(() => this.#open(), this.#appearance);
    return this.payment;
  }

  /** @returns {Promise<import('./paymentElement.js').Opened>} how this payment can be made, or why it cannot */
  async #open() {
    const { intent, error } = await retrieve(this.#key, this.clientSecret);
    if (error) return { error };
    const { status, payment_method_types: types } = intent;
    if (status !== 'succeeded' && status !== 'canceled') return { types };
    return {
      error: {
        type: 'invalid_request_error',
        code: 'payment_intent_unexpected_state',
        message:
          'This PaymentIntent is in a terminal state and cannot be used to initialize Elements. Please use a different PaymentIntent.',
      },
    };
  }

  /** @param {string} type */
  getElement(type) {
    return type === 'payment' ? (this.payment ?? null) : null;
  }
  update() {
    // The appearance cannot be updated.
  }
  async fetchUpdates() {
    return {};
  }
  async submit() {
    const error = this.payment?.validate();
    return error ? { error } : { selectedPaymentMethod: this.payment?.type ?? 'card' };
  }
}

/** @param {string} clientSecret of a payment or of a set-up */
function pathOf(clientSecret) {
  const id = idIn(clientSecret);
  return `v1/${id.startsWith('seti_') ? 'setup_intents' : 'payment_intents'}/${encodeURIComponent(id)}`;
}

/** @param {string} key @param {string} clientSecret */
function retrieve(key, clientSecret) {
  return ask(key, `${pathOf(clientSecret)}?${new URLSearchParams({ client_secret: clientSecret })}`);
}

/**
 * Confirms a payment or a set-up.
 * @param {string} key
 * @param {{ elements: Elements, clientSecret?: string, confirmParams?: { return_url?: string }, redirect?: 'always' | 'if_required' }} options
 * @returns {Promise<Outcome>}
 */
async function confirm(key, { elements, confirmParams = {}, redirect = 'always', ...given }) {
  const clientSecret = given.clientSecret ?? elements.clientSecret;
  const wrong = elements.payment?.validate();
  if (wrong) return { error: wrong };
  const chosen = elements.payment?.method();
  if (!chosen) throw new Error('There is no Payment Element to confirm with.');
  if ('error' in chosen) return { error: chosen.error };
  const { return_url = '' } = confirmParams;
  const outcome = await ask(key, `${pathOf(clientSecret)}/confirm`, {
    client_secret: clientSecret,
    payment_method: chosen.method,
    return_url,
  });
  if (outcome.error) return outcome;
  const { intent } = outcome;
  const next = intent.next_action?.redirect_to_url.url;
  if (next) return leaveFor(next);
  if (redirect === 'if_required') return outcome;
  const back = new URL(return_url);
  const kind = intent.id.startsWith('seti_') ? 'setup_intent' : 'payment_intent';
  back.searchParams.set(kind, intent.id);
  back.searchParams.set(`${kind}_client_secret`, intent.client_secret);
  back.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'pending');
  return leaveFor(back.href);
}

/** @param {string} url @returns {Promise<never>} never settles while the page is being left, as with Stripe.js */
function leaveFor(url) {
  window.location.assign(url);
  return new Promise(() => undefined);
}

/** @param {string} what @returns {() => Promise<{ error: StripeError }>} */
const notSupported = (what) => () =>
  Promise.resolve({ error: { type: 'invalid_request_error', message: `The stand-in has no ${what}.` } });

/**
 * An outcome as Stripe.js names it.
 * @param {'paymentIntent' | 'setupIntent'} name @param {Promise<Outcome>} outcome
 */
async function named(name, outcome) {
  const { intent, error } = await outcome;
  return error ? { error } : { [name]: intent };
}

/** @param {string} key the publishable key */
function Stripe(key) {
  return {
    /** @param {ElementsOptions} [options] */
    elements: (options) => new Elements(key, options),
    /** @param {Parameters<typeof confirm>[1]} options */
    confirmPayment: (options) => named('paymentIntent', confirm(key, options)),
    /** @param {Parameters<typeof confirm>[1]} options */
    confirmSetup: (options) => named('setupIntent', confirm(key, options)),
    /** @param {string} clientSecret */
    retrievePaymentIntent: (clientSecret) => named('paymentIntent', retrieve(key, clientSecret)),
    /** @param {string} clientSecret */
    retrieveSetupIntent: (clientSecret) => named('setupIntent', retrieve(key, clientSecret)),
    confirmCardPayment: notSupported('confirmCardPayment'),
    createPaymentMethod: notSupported('createPaymentMethod'),
    createToken: notSupported('createToken'),
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  };
}
Stripe.version = RELEASE;

Object.assign(window, { Stripe });
