import { screen, waitFor, within } from '@testing-library/react';
import Stripe from 'stripe';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { addEntry, residentWith } from '../../support/server/accounts.ts';
import { freshDevice, openApp, type App } from '../../support/screens/app.tsx';
import { restorePage } from '../../support/screens/restorePage.ts';
import { fakeStripe } from '../../support/screens/fakeStripe.ts';
import { makePaymentChecksDue } from '../../support/server/paying.ts';
import { server, testWith } from '../../support/server/payingWorld.ts';

const test = testWith().extend('device', { auto: true }, freshDevice);
const provider = fakeStripe();

beforeEach(() => provider.install());
afterEach(() => provider.remove());

const UNEXPECTED = 'An unexpected error occurred.';
const MAY_HAVE_PAID = /Your payment may have gone through/;
const NOT_STARTED = 'Could not initiate payment. Please try again later.';
const START = 'POST /stripe_payments/create-payment';

const started = (app: App) =>
  app.network.requests.filter(({ method, path }) => `${method} ${path}` === START);
const payButton = () => screen.findByRole('button', { name: 'Make Payment' });

async function withRent(): Promise<{ app: App; robin: string }> {
  const robin = await residentWith(server, [{ amount: 1200.5, type: 'Rent' }]);
  return { app: await openApp(server, { at: '/payments', as: robin }), robin };
}

async function atCheckout() {
  const { app, robin } = await withRent();
  await app.user.click(await payButton());
  const overlay = await screen.findByRole('dialog', { name: 'Make a payment' });
  await waitFor(() => expect(within(overlay).getByRole('button', { name: 'Pay now' })).toBeEnabled());
  return { app, robin, overlay };
}

/** What the provider does for the browser: charges the card. */
async function charge(clientSecret: string): Promise<void> {
  const { secretKey, apiBase } = server.standIn.settings;
  const { hostname, port } = new URL(apiBase);
  const stripe = new Stripe(secretKey, { host: hostname, port, protocol: 'http', telemetry: false });
  await stripe.paymentIntents.confirm(clientSecret.split('_secret_')[0]!, {
    payment_method: 'pm_card_visa',
    return_url: 'http://localhost:3000/payments',
  });
}

function clientSecret(): string {
  return provider.elements.mock.calls[0]![0].clientSecret;
}

test('the card provider’s script is loaded only when the checkout opens', async () => {
  const { app } = await withRent();
  await payButton();
  expect(provider.Stripe).not.toHaveBeenCalled();
  expect(started(app)).toHaveLength(0);
  await app.user.click(await payButton());
  await screen.findByLabelText('Card number');
  expect(provider.Stripe).toHaveBeenCalledWith(server.standIn.settings.publishableKey);
  expect(started(app)).toHaveLength(1);
});

test('the checkout shows the amount, and the page behind it cannot open a second one', async () => {
  const { overlay } = await atCheckout();
  expect(within(overlay).getByText('$1,200.50')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Make Payment' })).toBeDisabled();
  expect(screen.queryByText(/No payment needed/)).not.toBeInTheDocument();
  expect(clientSecret()).toMatch(/^pi_\w+_secret_/);
  expect(screen.queryByText(NOT_STARTED)).not.toBeInTheDocument();
});

test.each([
  ['Back', (app: App) => app.user.click(screen.getByRole('button', { name: 'Back' }))],
  ['Escape', (app: App) => app.user.keyboard('{Escape}')],
  ['going back', (app: App) => Promise.resolve(app.back())],
  ['the ×', (app: App) => app.user.click(screen.getByRole('button', { name: 'Close' }))],
])('%s leaves the checkout, and the same payment is gone on with later', async (_, leave) => {
  const { app } = await atCheckout();
  const first = clientSecret();
  await waitFor(() => expect(app.path()).toBe('/payments?checkout=1'));
  await leave(app);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await waitFor(() => expect(app.path()).toBe('/payments'));
  const button = await payButton();
  await waitFor(() => expect(button).toHaveFocus());
  expect(screen.queryByText(MAY_HAVE_PAID)).not.toBeInTheDocument();

  await app.user.click(button);
  await screen.findByRole('dialog');
  expect(provider.elements.mock.calls.at(-1)![0].clientSecret).toBe(first);
});

test('while the card is charged the button says so and cannot be pressed twice', async () => {
  const { app, overlay } = await atCheckout();
  await app.user.click(within(overlay).getByRole('button', { name: 'Pay now' }));
  const busy = within(overlay).getByRole('button', { name: 'Processing...' });
  expect(busy).toBeDisabled();
  expect(within(overlay).getByRole('button', { name: 'Back' })).toBeDisabled();
  await app.user.keyboard('{Escape}');
  await app.user.click(within(overlay).getByRole('button', { name: 'Close' }));
  expect(overlay).toBeVisible();
  await waitFor(() => expect(provider.confirmPayment).toHaveBeenCalledOnce());
  expect(provider.confirmPayment.mock.calls[0]![0].confirmParams).toEqual({
    return_url: 'http://localhost:3000/payments',
  });
});

test('after going back from the bank’s page the checkout can be paid or left at once, without a word that it may have been paid', async () => {
  const { app, overlay } = await atCheckout();
  await app.user.click(within(overlay).getByRole('button', { name: 'Pay now' }));
  await waitFor(() => expect(provider.confirmPayment).toHaveBeenCalledOnce());
  restorePage();
  const again = await within(overlay).findByRole('button', { name: 'Pay now' });
  expect(again).toBeEnabled();
  await app.user.click(again);
  await waitFor(() => expect(provider.confirmPayment).toHaveBeenCalledTimes(2));
  restorePage();
  await within(overlay).findByRole('button', { name: 'Pay now' });
  await app.user.click(within(overlay).getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.queryByText(MAY_HAVE_PAID)).not.toBeInTheDocument();
  expect(await payButton()).toBeEnabled();
});

test('the checkout is not modal while a bank may show its own dialog', async () => {
  const { app, overlay } = await atCheckout();
  const stands: string[] = [];
  vi.spyOn(HTMLDialogElement.prototype, 'show').mockImplementation(function (this: HTMLDialogElement) {
    this.open = true;
    stands.push('beside');
  });
  vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(function (this: HTMLDialogElement) {
    this.open = true;
    stands.push('modal');
  });
  let refuse = (_: { error: { type: string; message: string } }) => undefined as unknown;
  provider.confirmPayment.mockReturnValue(new Promise((answer) => (refuse = answer)));
  await app.user.click(within(overlay).getByRole('button', { name: 'Pay now' }));
  expect(stands).toEqual(['beside']);
  refuse({ error: { type: 'card_error', message: 'Your card was declined.' } });
  await screen.findByText('Your card was declined.');
  expect(stands).toEqual(['beside', 'modal']);
});

test.each(['card_error', 'validation_error'])(
  'a %s shows the provider’s words, and may be mended',
  async (type) => {
    const { app, overlay } = await atCheckout();
    provider.confirmPayment.mockResolvedValueOnce({
      error: { type, message: 'Your card number is incomplete.' },
    });
    await app.user.click(within(overlay).getByRole('button', { name: 'Pay now' }));
    expect(await within(overlay).findByRole('alert')).toHaveTextContent(/^Your card number is incomplete\.$/);
    const again = within(overlay).getByRole('button', { name: 'Pay now' });
    expect(again).toHaveFocus();
    await app.user.click(again);
    expect(within(overlay).queryByRole('alert')).not.toBeInTheDocument();
    await waitFor(() => expect(provider.confirmPayment).toHaveBeenCalledTimes(2));
  },
);

test('any other error of the provider shows the message for unexpected errors', async () => {
  const { app, overlay } = await atCheckout();
  provider.confirmPayment.mockResolvedValueOnce({
    error: { type: 'invalid_request_error', message: 'No such payment_intent' },
  });
  await app.user.click(within(overlay).getByRole('button', { name: 'Pay now' }));
  expect(await within(overlay).findByRole('alert')).toHaveTextContent(new RegExp(`^${UNEXPECTED}$`));
  expect(within(overlay).getByRole('button', { name: 'Pay now' })).toBeEnabled();
});

test.each([
  ['the provider cannot be reached', () => Promise.resolve({ error: { type: 'api_connection_error' } })],
  ['the provider is ill', () => Promise.resolve({ error: { type: 'api_error', message: 'Oops' } })],
  ['its script breaks', () => Promise.reject(new Error('Load failed'))],
  [
    'it was paid in another tab',
    () =>
      Promise.resolve({
        error: { type: 'invalid_request_error', payment_intent: { status: 'succeeded' } },
      }),
  ],
])('where %s, the payment may have gone through and is not tried again blindly', async (_, outcome) => {
  const { app, overlay } = await atCheckout();
  provider.confirmPayment.mockImplementationOnce(outcome);
  await app.user.click(within(overlay).getByRole('button', { name: 'Pay now' }));
  const alert = await within(overlay).findByRole('alert');
  expect(alert).toHaveTextContent(UNEXPECTED);
  expect(alert).toHaveTextContent(MAY_HAVE_PAID);
  expect(within(overlay).getByRole('button', { name: 'Pay now' })).toBeDisabled();
  await app.user.click(within(overlay).getByRole('button', { name: 'Back' }));
  expect(await payButton()).toBeDisabled();
  expect(screen.getByText(MAY_HAVE_PAID)).toBeVisible();
});

test('a payment whose answer was lost is charged once and appears in the ledger', async () => {
  const { app, robin, overlay } = await atCheckout();
  provider.confirmPayment.mockImplementationOnce(async () => {
    await charge(clientSecret());
    app.network.offline = true;
    return { error: { type: 'api_connection_error' } };
  });
  await app.user.click(within(overlay).getByRole('button', { name: 'Pay now' }));
  await within(overlay).findByText(MAY_HAVE_PAID);
  await app.user.click(within(overlay).getByRole('button', { name: 'Back' }));
  await screen.findByText('You need a connection to pay.');

  app.network.offline = false;
  await makePaymentChecksDue(server);
  await screen.findByText('No payment needed - your account is current');
  await waitFor(() => expect(screen.queryByText(MAY_HAVE_PAID)).not.toBeInTheDocument());
  expect(screen.getByText('-$1,200.50')).toBeVisible();
  expect(await server.balance(robin)).toBe(0);
  await waitFor(() =>
    expect(app.toasts()).toEqual([
      expect.stringContaining('Your payment of $1,200.50 was received. Thank you!'),
    ]),
  );
});

test('a balance that changed while the checkout was open is shown before it is charged', async () => {
  const { app, robin, overlay } = await atCheckout();
  await addEntry(server, robin, { amount: 40, type: 'Late Fee' });
  await app.user.click(within(overlay).getByRole('button', { name: 'Pay now' }));
  await within(overlay).findByText('$1,240.50');
  within(overlay).getByText(/Your balance has changed/);
  expect(provider.confirmPayment).not.toHaveBeenCalled();
  expect(Object.values(server.standIn.account.state.intents).at(-1)?.amount).toBe(124_050);
  const pay = await within(overlay).findByRole('button', { name: 'Pay now' });
  await waitFor(() => expect(pay).toHaveFocus());
  await app.user.click(pay);
  await waitFor(() => expect(provider.confirmPayment).toHaveBeenCalledOnce());
});

test('a checkout whose payment was canceled meanwhile restarts with another payment', async () => {
  const { app } = await atCheckout();
  const first = clientSecret();
  await server.database
    .sql`update payment_intents set status = 'canceled' where stripe_id = ${first.split('_secret_')[0]}`;
  await app.user.click(screen.getByRole('button', { name: 'Pay now' }));
  await screen.findByText(/Your balance has changed/);
  expect(provider.elements.mock.calls.at(-1)![0].clientSecret).not.toBe(first);
  expect(provider.confirmPayment).not.toHaveBeenCalled();
});

test('a checkout for a balance that was paid elsewhere closes, and nothing is charged', async () => {
  const { app, robin, overlay } = await atCheckout();
  await addEntry(server, robin, { amount: -1200.5, type: 'Check' });
  await app.user.click(within(overlay).getByRole('button', { name: 'Pay now' }));
  await screen.findByText('No payment needed - your account is current');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(provider.confirmPayment).not.toHaveBeenCalled();
});

test('a connection lost while typing the card shows a message, and the card can be sent later', async () => {
  const { app, overlay } = await atCheckout();
  app.network.offline = true;
  await app.user.click(within(overlay).getByRole('button', { name: 'Pay now' }));
  expect(await within(overlay).findByRole('alert')).toHaveTextContent(/^You need a connection to pay\.$/);
  expect(provider.confirmPayment).not.toHaveBeenCalled();
  app.network.offline = false;
  await app.user.click(within(overlay).getByRole('button', { name: 'Pay now' }));
  await waitFor(() => expect(provider.confirmPayment).toHaveBeenCalledOnce());
});

test('a payment that never reached the provider can be made once that is known', async () => {
  const { app, overlay } = await atCheckout();
  provider.confirmPayment.mockResolvedValueOnce({ error: { type: 'api_connection_error' } });
  await app.user.click(within(overlay).getByRole('button', { name: 'Pay now' }));
  await within(overlay).findByText(MAY_HAVE_PAID);
  await app.user.click(within(overlay).getByRole('button', { name: 'Back' }));
  const checked = await screen.findByText(/no payment has arrived so far/);
  await app.user.click(await payButton());
  await screen.findByRole('dialog');
  expect(checked).not.toBeInTheDocument();
});

test('a payment that takes very long can be closed, with the warning that it may go through', async () => {
  const { app, overlay } = await atCheckout();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  try {
    const clicked = app.user.click(within(overlay).getByRole('button', { name: 'Pay now' }));
    await vi.advanceTimersByTimeAsync(1000);
    await clicked;
    await vi.advanceTimersByTimeAsync(28_000);
    expect(screen.queryByText(/longer than usual/)).not.toBeInTheDocument();
    await vi.advanceTimersByTimeAsync(3_000);
    await screen.findByText(/This takes longer than usual\. Your payment may have gone through/);
  } finally {
    vi.useRealTimers();
  }
  await app.user.click(within(overlay).getByRole('button', { name: 'Back' }));
  expect(await payButton()).toBeDisabled();
  expect(screen.getByText(MAY_HAVE_PAID)).toBeVisible();
});

async function failsToStart(app: App): Promise<void> {
  await app.user.click(await payButton());
  expect((await screen.findAllByText(NOT_STARTED)).length).toBeGreaterThan(0);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
}

test('a checkout that the server cannot start shows a toast', async () => {
  const { app } = await withRent();
  await payButton();
  app.network.fail(/create-payment/, { status: 503, code: 'payments_unavailable' });
  await failsToStart(app);
  expect(await payButton()).toBeEnabled();
});

test('opening the checkout without a connection shows a toast and that paying needs a connection', async () => {
  const { app } = await withRent();
  await payButton();
  // Otherwise another read would tell first that there is no connection.
  for (const path of ['/leases/my-leases', '/autopay', '/stripe_payments/failed']) {
    await waitFor(() =>
      expect(app.network.requests).toContainEqual(expect.objectContaining({ path, status: 200 })),
    );
  }
  app.network.offline = true;
  await failsToStart(app);
  await screen.findByText('You need a connection to pay.');
});

test('a balance that was paid on another device is not charged again, and the screen is refreshed', async () => {
  const { app, robin } = await withRent();
  await payButton();
  await addEntry(server, robin, { amount: -1200.5, type: 'Check' });
  await failsToStart(app);
  await screen.findByText('No payment needed - your account is current');
});

test('a Stripe script of our own origin is loaded first', async () => {
  const { app } = await withRent();
  provider.remove();
  app.network.fail(/create-payment/, {
    status: 200,
    body: {
      clientSecret: 'pi_1_secret_2',
      publishableKey: 'pk_test_1',
      amount: 1200.5,
      stripe_js: '/stand-in.js',
    },
  });
  await app.user.click(await payButton());
  const script = await waitFor(() => {
    const found = document.querySelector<HTMLScriptElement>('script[src="/stand-in.js"]');
    expect(found).not.toBeNull();
    return found!;
  });
  expect(script.type).toBe('module');
  provider.install();
  script.dispatchEvent(new Event('load'));
  await screen.findByRole('dialog', { name: 'Make a payment' });
  expect(provider.Stripe).toHaveBeenCalledWith('pk_test_1');
});
