import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { addEntry } from '../../support/server/accounts.ts';
import type { App } from '../../support/screens/app.tsx';
import { freshDevice } from '../../support/screens/freshDevice.ts';
import { restorePage } from '../../support/screens/restorePage.ts';
import { server, testWith } from '../../support/server/payingWorld.ts';
import {
  provider,
  MAY_HAVE_PAID,
  payButton,
  withRent,
  atCheckout,
  clientSecret,
} from '../../support/screens/payments/checkout.ts';

const test = testWith().extend('device', { auto: true }, freshDevice);

beforeEach(() => provider.install());
afterEach(() => provider.remove());
const NOT_STARTED = 'Could not initiate payment. Please try again later.';
const START = 'POST /stripe_payments/create-payment';

const started = (app: App) =>
  app.network.requests.filter(({ method, path }) => `${method} ${path}` === START);

test('the card provider’s script is loaded only when the checkout opens', async () => {
  const { app } = await withRent();
  await payButton();
  expect(provider.Stripe).not.toHaveBeenCalled();
  expect(started(app)).toHaveLength(0);
  await app.user.click(await payButton());
  await screen.findByLabelText('Card number');
  await waitFor(() => expect(provider.Stripe).toHaveBeenCalledWith(server.standIn.settings.publishableKey));
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
