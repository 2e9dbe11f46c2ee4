import { vi } from 'vitest';

type Confirmed = { error: { type: string; message?: string; payment_intent?: { status: string } } };

/**
 * A fake of `window.Stripe`: a form with one field, and a result to choose. One for a whole file, since the provider's
 * loader keeps the first one.
 */
export function fakeStripe() {
  const confirmPayment = vi.fn<(options: { confirmParams: { return_url: string } }) => Promise<Confirmed>>(
    () => new Promise(() => undefined),
  );
  const confirmSetup = vi.fn<(options: { redirect: string }) => Promise<Partial<Confirmed>>>(
    () => new Promise(() => undefined),
  );
  const elements = vi.fn((_options: { clientSecret: string }) => ({
    create: element,
    getElement: () => null,
    update: () => undefined,
    submit: () => Promise.resolve({}),
    fetchUpdates: () => Promise.resolve({}),
  }));
  const Stripe = vi.fn((_publishableKey: string) => ({
    elements,
    confirmPayment,
    confirmSetup,
    createToken: () => undefined,
    createPaymentMethod: () => undefined,
    confirmCardPayment: () => undefined,
  }));
  // The release that @stripe/stripe-js expects; it warns about any other.
  Object.assign(Stripe, { version: 'endive' });
  return {
    Stripe,
    elements,
    confirmPayment,
    confirmSetup,
    /** Installs the fake as an already loaded script, with no calls yet. */
    install: () => {
      for (const mock of [Stripe, elements, confirmPayment, confirmSetup]) mock.mockReset();
      Object.assign(window, { Stripe });
    },
    remove: () => Reflect.deleteProperty(window, 'Stripe'),
  };
}

function element() {
  const handlers = new Map<string, (event: object) => void>();
  return {
    on: (name: string, handler: (event: object) => void) => void handlers.set(name, handler),
    once: () => undefined,
    off: () => undefined,
    update: () => undefined,
    unmount: () => undefined,
    destroy: () => undefined,
    mount(place: HTMLElement) {
      const input = document.createElement('input');
      input.setAttribute('aria-label', 'Card number');
      place.append(input);
      setTimeout(() => handlers.get('ready')?.({}), 0);
    },
  };
}
