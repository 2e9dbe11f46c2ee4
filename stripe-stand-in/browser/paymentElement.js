import { bankAccount } from './banks.js';
import { card } from './cards.js';
import { element, styles } from './elements.js';

/** @typedef {{ type: string, code?: string, message: string, [more: string]: unknown }} StripeError */
/** @typedef {(event: Record<string, unknown>) => void} Listener */
/** @typedef {{ variables?: Record<string, string>, rules?: Record<string, Record<string, string>> }} Appearance */
/** @typedef {{ field: string, code: string, message: string }} Fault */
/** @typedef {{ name: string, label: string, hint: string, text?: true, group: (text: string) => string }} Field */
/**
 * @typedef {object} Method
 * @property {string} type Stripe's name of it
 * @property {string} label
 * @property {string} note what can be typed in test mode
 * @property {string} terms what is agreed to by paying; empty if nothing
 * @property {Field[]} fields
 * @property {(typed: Record<string, string>) => Fault[]} faultsOf the errors of what was typed; none if it is complete
 * @property {(typed: Record<string, string>) => { method: string } | { error: StripeError }} methodOf the payment method that stands for it
 */
/** @typedef {{ error: StripeError } | { types: string[] }} Opened */

let count = 0;

/** The Payment Element: a form for each payment method, with a label and an error for each field. */
export class PaymentElement {
  /** @type {Map<string, Set<Listener>>} */
  #listeners = new Map();
  /** @type {HTMLElement | undefined} */
  #root;
  /** @type {Map<string, { input: HTMLInputElement, error: HTMLElement }>} */
  #fields = new Map();
  /** The methods that can be chosen, and the one that is. @type {Method[]} */
  #methods = [card];
  #method = card;
  /** Checks that the payment can be made; its error is emitted as `loaderror`. @type {() => Promise<Opened>} */
  #open;

  /** @type {Appearance} */
  #appearance;

  /**
   * @param {() => Promise<Opened>} open checks that the payment can be made, and by which methods
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
    void this.#open().then((opened) => {
      if ('error' in opened) return this.#emit('loaderror', { elementType: 'payment', error: opened.error });
      const methods = [card, bankAccount].filter(({ type }) => opened.types.includes(type));
      if (methods.length > 1 || methods[0] !== card) this.#offer(methods);
      this.#emit('ready', { elementType: 'payment' });
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
    // The chosen payment method is always expanded.
  }
  focus() {
    [...this.#fields.values()][0]?.input.focus();
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
    const faults = this.#method.faultsOf(this.#typed());
    for (const { name } of this.#method.fields) {
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
    return this.#method.methodOf(this.#typed());
  }

  /** Stripe's name of the chosen payment method. */
  get type() {
    return this.#method.type;
  }

  /** @returns {Record<string, string>} */
  #typed() {
    return Object.fromEntries([...this.#fields].map(([name, { input }]) => [name, input.value]));
  }

  /** @param {string} name @param {string | undefined} message @param {string} [how] a class for the words */
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
    this.#fill(root);
    return root;
  }

  /** Lets the person choose between these methods. @param {Method[]} methods */
  #offer(methods) {
    const [first] = methods;
    if (!first || !this.#root) return;
    this.#methods = methods;
    this.#method = first;
    this.#fill(this.#root);
  }

  /** @param {HTMLElement} root */
  #fill(root) {
    this.#fields.clear();
    const id = `stand-in-${++count}`;
    const { note, terms, fields } = this.#method;
    root.replaceChildren(styles());
    if (this.#methods.length > 1) root.append(this.#choice(id, root));
    root.append(element('p', 'stand-in-note', note));
    for (const field of fields) root.append(this.#field(id, field));
    if (terms) root.append(element('p', 'stand-in-terms', terms));
  }

  /** @param {string} id @param {HTMLElement} root */
  #choice(id, root) {
    const choice = element('fieldset', 'stand-in-choice');
    choice.append(element('legend', '', 'Pay with'));
    for (const method of this.#methods) {
      const label = element('label');
      const radio = /** @type {HTMLInputElement} */ (element('input'));
      Object.assign(radio, { type: 'radio', name: `${id}-method`, checked: method === this.#method });
      radio.addEventListener('change', () => {
        this.#method = method;
        this.#fill(root);
        /** @type {HTMLInputElement | null} */ (root.querySelector('input:checked'))?.focus();
        this.#changed();
      });
      label.append(radio, method.label);
      choice.append(label);
    }
    return choice;
  }

  /** @param {string} id @param {Field} field */
  #field(id, { name, label, hint, text, group }) {
    const frame = element('div', `stand-in-field stand-in-${name}`);
    const words = /** @type {HTMLLabelElement} */ (element('label', '', label));
    const input = /** @type {HTMLInputElement} */ (element('input'));
    const error = element('p', 'stand-in-error');
    words.htmlFor = input.id = `${id}-${name}`;
    error.id = `${id}-${name}-error`;
    input.type = 'text';
    input.inputMode = text ? 'text' : 'numeric';
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
      this.#show(name, this.#method.faultsOf(this.#typed()).find(({ field }) => field === name)?.message);
    });
    frame.append(words, input, error);
    this.#fields.set(name, { input, error });
    return frame;
  }

  #changed() {
    const typed = this.#typed();
    this.#emit('change', {
      elementType: 'payment',
      empty: Object.values(typed).every((text) => text === ''),
      complete: this.#method.faultsOf(typed).length === 0,
      collapsed: false,
      value: { type: this.#method.type },
    });
  }
}
