import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeError } from '@stripe/stripe-js';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stripeClient } from '../../../server/resources/payments/cardProvider.ts';
import { startStandIn, type StandIn } from '../../../stripe-stand-in/standIn.ts';

let standIn: StandIn;
let stripe: Stripe;
let clientSecret: string;
let online: boolean;

beforeEach(async () => {
  standIn = await startStandIn();
  const made = await stripeClient(standIn.settings).paymentIntents.create({ amount: 6000, currency: 'usd' });
  clientSecret = made.client_secret!;
  online = true;
  // The script asks beside itself; here that is this project's folder, there the product's origin.
  const reach = fetch;
  vi.stubGlobal('fetch', async (url: URL, init: RequestInit) => {
    const { pathname, search } = url;
    if (!online) throw new TypeError('Failed to fetch');
    return reach(`${standIn.settings.apiBase}/v1/${pathname.split('/v1/')[1]}${search}`, init);
  });
  // The loader keeps the first script that it met, also that of another file.
  vi.resetModules();
  await import('../../../stripe-stand-in/browser/stripe.js');
  const { loadStripe } = await import('@stripe/stripe-js/pure');
  stripe = (await loadStripe(standIn.settings.publishableKey))!;
});
afterEach(() => standIn.close());

type Outcome =
  | { error: StripeError; paymentIntent?: undefined }
  | { error?: undefined; paymentIntent: { status: string } };
let outcome: Outcome | undefined;

function Checkout() {
  const library = useStripe();
  const elements = useElements();
  async function pay() {
    outcome = await library!.confirmPayment({
      elements: elements!,
      confirmParams: { return_url: 'http://localhost:3000/payments' },
      redirect: 'if_required',
    });
  }
  return (
    <>
      <PaymentElement
        onReady={onReady}
        onLoadError={({ error }) => void onLoadError(error.message)}
        onChange={onChange}
      />
      <button onClick={() => void pay()}>Pay now</button>
    </>
  );
}
const onReady = vi.fn();
const onLoadError = vi.fn();
const onChange = vi.fn();

/** Opens the form, fills it in and pays. */
async function payWith(number: string, { expiry = '1234', cvc = '123', zip = '06510' } = {}) {
  outcome = undefined;
  render(
    <Elements stripe={stripe} options={{ clientSecret }}>
      <Checkout />
    </Elements>,
  );
  const person = userEvent.setup();
  await waitFor(() => expect(onReady).toHaveBeenCalled());
  const typed = { 'Card number': number, 'Expiration date': expiry, 'Security code': cvc, 'ZIP code': zip };
  for (const [label, text] of Object.entries(typed)) {
    if (text) await person.type(screen.getByLabelText(label), text);
  }
  await person.click(screen.getByRole('button', { name: 'Pay now' }));
  await waitFor(() => expect(outcome).toBeDefined());
  return outcome!;
}

test('the test card 4242… pays, and no card number leaves the page', async () => {
  const asked = vi.spyOn(globalThis, 'fetch');
  expect((await payWith('4242424242424242')).paymentIntent?.status).toBe('succeeded');
  expect(screen.getByText(/Test mode: no real card is charged/)).toBeVisible();
  expect(screen.getByLabelText('Card number')).toHaveValue('4242 4242 4242 4242');
  expect(screen.getByLabelText('Expiration date')).toHaveValue('12 / 34');
  expect(onChange).toHaveBeenLastCalledWith(expect.objectContaining({ complete: true, empty: false }));
  expect(asked.mock.calls.length).toBeGreaterThan(1);
  const sent = asked.mock.calls.map(([url, init]) => [
    (url as URL).href,
    (init?.body as URLSearchParams | undefined)?.toString(),
  ]);
  expect(sent.join()).not.toContain('4242');
});

test.each([
  ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
  ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
])('%s is declined in the words that Stripe uses', async (number, code, decline_code, message) => {
  const { error } = await payWith(number);
  expect(error).toMatchObject({ type: 'card_error', code, decline_code, message });
});

test('a real card’s number is refused in the page', async () => {
  const { error } = await payWith('4111111111111111');
  expect(error).toMatchObject({ type: 'card_error', decline_code: 'test_mode_live_card' });
});

test.each([
  ['4242', {}, 'incomplete_number', 'Your card number is incomplete.', 'Card number'],
  ['4242424242424241', {}, 'invalid_number', 'Your card number is invalid.', 'Card number'],
  ['4242424242424242', { expiry: '1' }, 'incomplete_expiry', 'Your card’s expiration date is incomplete.', 'Expiration date'],
  ['4242424242424242', { expiry: '1220' }, 'invalid_expiry_year_past', 'Your card’s expiration year is in the past.', 'Expiration date'],
  ['4242424242424242', { cvc: '12' }, 'incomplete_cvc', 'Your card’s security code is incomplete.', 'Security code'],
  ['4242424242424242', { zip: '' }, 'incomplete_zip', 'Your ZIP code is incomplete.', 'ZIP code'],
])('%s with %o is a validation error, told at its field', async (number, more, code, message, label) => {
  const { error } = await payWith(number, more);
  expect(error).toMatchObject({ type: 'validation_error', code, message });
  expect(screen.getByLabelText(label)).toHaveAccessibleDescription(message);
  expect(screen.getByLabelText(label)).toBeInvalid();
  expect(screen.getByLabelText(label)).toHaveFocus();
}); // prettier-ignore

test('a card field shows its message once it is left; after a submit only the page shows it', async () => {
  await payWith('', { expiry: '', cvc: '', zip: '' });
  const number = screen.getByLabelText('Card number');
  const words = () => document.getElementById(number.getAttribute('aria-describedby')!);
  expect(number).toHaveFocus();
  expect(words()).toHaveTextContent('Your card number is incomplete.');
  expect(words()).toHaveClass('stand-in-unseen');
  const person = userEvent.setup();
  await person.tab();
  expect(number).toBeInvalid();
  await person.type(number, '4242');
  await person.tab();
  expect(words()).toHaveTextContent('Your card number is incomplete.');
  expect(words()).not.toHaveClass('stand-in-unseen');
});

test('without a connection the form says that it cannot be used', async () => {
  online = false;
  render(
    <Elements stripe={stripe} options={{ clientSecret }}>
      <Checkout />
    </Elements>,
  );
  await waitFor(() => expect(onLoadError).toHaveBeenCalledWith(expect.stringContaining('connecting')));
});

test('a completed payment cannot be confirmed again', async () => {
  await payWith('4242424242424242');
  onLoadError.mockClear();
  const late = stripe.elements({ clientSecret }).create('payment');
  late.on('loaderror', ({ error }) => void onLoadError(error.message));
  late.mount(document.body.appendChild(document.createElement('div')));
  await waitFor(() => expect(onLoadError).toHaveBeenCalledWith(expect.stringContaining('terminal state')));
  expect((await stripe.retrievePaymentIntent(clientSecret)).paymentIntent).toMatchObject({
    status: 'succeeded',
  });
});

test('a bank account is chosen beside the card, and no account number leaves the page', async () => {
  const types = ['card', 'us_bank_account'] as const;
  const made = await stripeClient(standIn.settings).paymentIntents.create({
    amount: 6000,
    currency: 'usd',
    allowed_payment_method_types: [...types],
  });
  clientSecret = made.client_secret!;
  const asked = vi.spyOn(globalThis, 'fetch');
  outcome = undefined;
  const { container } = render(
    <Elements stripe={stripe} options={{ clientSecret }}>
      <Checkout />
    </Elements>,
  );
  const form = within(container);
  const person = userEvent.setup();
  await person.click(await form.findByRole('radio', { name: 'US bank account' }));
  expect(form.queryByLabelText('Card number')).toBeNull();
  await person.click(form.getByRole('button', { name: 'Pay now' }));
  await waitFor(() => expect(outcome?.error).toMatchObject({ message: 'Your name is incomplete.' }));
  await person.type(form.getByLabelText('Name on the account'), 'Robin Hale');
  await person.type(form.getByLabelText('Routing number'), '110000000');
  await person.type(form.getByLabelText('Account number'), '000123456789');
  await person.click(form.getByRole('button', { name: 'Pay now' }));
  await waitFor(() => expect(outcome?.paymentIntent?.status).toBe('processing'));
  const sent = asked.mock.calls.map(([, init]) => (init?.body as URLSearchParams | undefined)?.toString());
  expect(sent.join()).not.toContain('123456789');
});
