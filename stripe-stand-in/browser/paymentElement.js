import { faultsOf, groupExpiry, groupNumber, methodOf } from './cards.js';

/** @typedef {import('./cards.js').Typed} Typed */
/** @typedef {{ type: string, code?: string, message: string, [more: string]: unknown }} StripeError */
/** @typedef {(event: Record<string, unknown>) => void} Listener */
/** @typedef {{ variables?: Record<string, string>, rules?: Record<string, Record<string, string>> }} Appearance */

/** @type {{ name: keyof Typed, label: string, hint: string, group: (text: string) => string }[]} */
const FIELDS = [
  { name: 'number', label: 'Card number', hint: '1234 1234 1234 1234', group: groupNumber },
  { name: 'expiry', label: 'Expiration date', hint: 'MM / YY', group: groupExpiry },
  { name: 'cvc', label: 'Security code', hint: 'CVC', group: (text) => text.replace(/\D/g, '').slice(0, 4) },
  { name: 'zip', label: 'ZIP code', hint: '12345', group: (text) => text.slice(0, 10) },
];

let count = 0;

/** The Payment Element: a card form with a label and an error for each field. */
export class PaymentElement {
  /** @type {Map<string, Set<Listener>>} */
  #listeners = new Map();
  /** @type {HTMLElement | undefined} */
  #root;
  /** @type {Map<keyof Typed, { input: HTMLInputElement, error: HTMLElement }>} */
  #fields = new Map();
  /** Checks that the payment can be made; its error is emitted as `loaderror`. @type {() => Promise<StripeError | undefined>} */
  #open;

  /** @type {Appearance} */
  #appearance;

  /**
   * @param {() => Promise<StripeError | undefined>} open checks that the payment can be made
   * @param {Appearance} [appearance] only `variables.colorDanger` and the border of `.Input` are used
   */
  constructor(open, appearance = {}) {
    this.#open = open;
    this.#appearance = appearance;
  }

  /** @param {string | HTMLElement} where */
  mount(where) {
    const place = typeof where === 'string' ? document.querySelector(where) : where;
    if (!place) throw new Error('The place to mount the Payment Element is not on this page.');
    this.#root = this.#build();
    place.replaceChildren(this.#root);
    void this.#open().then((error) => {
      if (error) this.#emit('loaderror', { elementType: 'payment', error });
      else this.#emit('ready', { elementType: 'payment' });
    });
  }

  unmount() {
    this.#root?.remove();
    this.#root = undefined;
  }

  destroy() {
    this.unmount();
    this.#listeners.clear();
  }

  update() {
    // Nothing of it can be updated.
  }
  blur() {
    this.#fields.forEach(({ input }) => input.blur());
  }
  clear() {
    this.#fields.forEach(({ input }) => (input.value = ''));
  }
  collapse() {
    // There is one payment method, always expanded.
  }
  focus() {
    this.#fields.get('number')?.input.focus();
  }

  /** @param {string} event @param {Listener} listener */
  on(event, listener) {
    const all = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, all.add(listener));
    return this;
  }
  /** @param {string} event @param {Listener} listener */
  off(event, listener) {
    this.#listeners.get(event)?.delete(listener);
    return this;
  }
  /** @param {string} event @param {Listener} listener */
  once(event, listener) {
    /** @type {Listener} */
    const first = (told) => {
      this.off(event, first);
      listener(told);
    };
    return this.on(event, first);
  }

  /** @param {string} event @param {Record<string, unknown>} told */
  #emit(event, told) {
    this.#listeners.get(event)?.forEach((listener) => listener(told));
  }

  /**
   * Marks the fields with errors. The page shows the first one's message, so it is visually hidden here.
   * @returns {StripeError | undefined} the first fault
   */
  validate() {
    const faults = faultsOf(this.#typed());
    for (const { name } of FIELDS) {
      this.#show(name, faults.find(({ field }) => field === name)?.message, 'stand-in-unseen');
    }
    const [first] = faults;
    if (!first) return undefined;
    this.#fields.get(first.field)?.input.focus();
    return { type: 'validation_error', code: first.code, message: first.message };
  }

  /**
   * The payment method that stands for what was typed.
   * @returns {{ method: string } | { error: StripeError }}
   */
  method() {
    const method = methodOf(this.#typed().number);
    if (method) return { method };
    const message =
      'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.';
    return {
      error: { type: 'card_error', code: 'card_declined', decline_code: 'test_mode_live_card', message },
    };
  }

  /** @returns {Typed} */
  #typed() {
    /** @param {keyof Typed} name */
    const text = (name) => this.#fields.get(name)?.input.value ?? '';
    return { number: text('number'), expiry: text('expiry'), cvc: text('cvc'), zip: text('zip') };
  }

  /** @param {keyof Typed} name @param {string | undefined} message @param {string} [how] a class for the words */
  #show(name, message, how = '') {
    const field = this.#fields.get(name);
    if (!field) return;
    field.error.textContent = message ?? '';
    field.error.className = `stand-in-error ${how}`;
    if (message) field.input.setAttribute('aria-invalid', 'true');
    else field.input.removeAttribute('aria-invalid');
  }

  #build() {
    const root = element('div', 'stand-in');
    const { variables, rules } = this.#appearance;
    if (variables?.colorDanger) root.style.setProperty('--stand-in-danger', variables.colorDanger);
    const border = rules?.['.Input']?.border;
    if (border) root.style.setProperty('--stand-in-border', border);
    root.append(styles(), note());
    const id = `stand-in-${++count}`;
    for (const { name, label, hint, group } of FIELDS) {
      const frame = element('div', `stand-in-field stand-in-${name}`);
      const words = /** @type {HTMLLabelElement} */ (element('label', '', label));
      const input = /** @type {HTMLInputElement} */ (element('input'));
      const error = element('p', 'stand-in-error');
      words.htmlFor = input.id = `${id}-${name}`;
      error.id = `${id}-${name}-error`;
      input.type = 'text';
      input.inputMode = 'numeric';
      // No autofill, since the cards that a browser stores are real ones.
      input.autocomplete = 'off';
      input.placeholder = hint;
      input.required = true;
      input.setAttribute('aria-describedby', error.id);
      input.addEventListener('input', () => {
        const atEnd = input.selectionStart === input.value.length;
        if (atEnd) input.value = group(input.value);
        this.#show(name, undefined);
        this.#changed();
      });
      input.addEventListener('blur', () => {
        // A blank field is reported by validate().
        if (!input.value) return;
        this.#show(name, faultsOf(this.#typed()).find(({ field }) => field === name)?.message);
      });
      frame.append(words, input, error);
      this.#fields.set(name, { input, error });
      root.append(frame);
    }
    return root;
  }

  #changed() {
    const typed = this.#typed();
    this.#emit('change', {
      elementType: 'payment',
      empty: Object.values(typed).every((text) => text === ''),
      complete: faultsOf(typed).length === 0,
      collapsed: false,
      value: { type: 'card' },
    });
  }
}

/** @param {string} name @param {string} [className] @param {string} [text] */
function element(name, className = '', text = '') {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}

function styles() {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = new URL('./stand-in.css', import.meta.url).href;
  return link;
}

function note() {
  const words = element('p', 'stand-in-note', 'Test mode: no real card is charged. ');
  words.append('Pay with 4242\u00a04242\u00a04242\u00a04242, any future date, any code and any ZIP.');
  return words;
}
