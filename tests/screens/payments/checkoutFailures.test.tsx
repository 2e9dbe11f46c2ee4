import { act, screen, waitFor, within } from '@testing-library/react';
import Stripe from 'stripe';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { addEntry } from '../../support/server/accounts.ts';
import { freshDevice } from '../../support/screens/freshDevice.ts';
import { makePaymentChecksDue } from '../../support/server/paying.ts';
import { server, testWith } from '../../support/server/payingWorld.ts';
import {
  provider,
  MAY_HAVE_PAID,
  payButton,
  atCheckout,
  clientSecret,
} from '../../support/screens/payments/checkout.ts';
import { restoreTimers } from '../../support/restoreTimers.ts';

const test = testWith().extend('device', { auto: true }, freshDevice);

beforeEach(() => provider.install());
afterEach(() => provider.remove());

const UNEXPECTED = 'An unexpected error occurred.';

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
  const { markOnline } = await import('../../../src/api/connection.ts');
  act(markOnline);
  expect(within(overlay).queryByText('You need a connection to pay.')).toBeNull();
  within(overlay).getByText('The connection is back. Nothing was charged yet.');
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
    restoreTimers();
  }
  await app.user.click(within(overlay).getByRole('button', { name: 'Back' }));
  expect(await payButton()).toBeDisabled();
  expect(screen.getByText(MAY_HAVE_PAID)).toBeVisible();
});
