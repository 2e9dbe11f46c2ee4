import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { addEntry, addOpenPayment, residentWith, settlePayment } from '../../support/server/accounts.ts';
import { openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

const CURRENT = 'No payment needed - your account is current';
const payButton = () => screen.findByRole('button', { name: 'Make Payment' });

test('the balance is the sum of all entries, exact to the cent, in US dollars', async () => {
  const robin = await residentWith(server, [
    { amount: 0.1, type: 'Late Fee' },
    { amount: 0.2, type: 'Late Fee' },
    { amount: 1234.55, type: 'Rent' },
    { amount: -0.05, type: 'Check' },
  ]);
  await openApp(server, { at: '/payments', as: robin });
  await screen.findByRole('heading', { name: 'Your Current Balance' });
  await screen.findByText('$1,234.80');
  expect(await payButton()).toBeEnabled();
  expect(screen.queryByText(CURRENT)).not.toBeInTheDocument();
});

test('the largest amounts are shown in full', async () => {
  const robin = await residentWith(server, [
    { amount: 1_000_000, type: 'Damage Fee', description: 'A flood', at: '2026-05-02T12:00:00Z' },
    { amount: 1_000_000, type: 'Damage Fee', description: 'Another flood' },
  ]);
  await openApp(server, { at: '/payments', as: robin });
  await screen.findByText('$2,000,000.00');
  expect(screen.getAllByText('$1,000,000.00')).toHaveLength(2);
});

test.each([
  ['nothing was ever charged', [], '$0.00'],
  [
    'everything is paid',
    [
      { amount: 1200, type: 'Rent' },
      { amount: -1200, type: 'Check' },
    ],
    '$0.00',
  ],
  [
    'a sum in floating point would leave a trace',
    [
      { amount: 0.1, type: 'Late Fee' },
      { amount: 0.2, type: 'Late Fee' },
      { amount: -0.3, type: 'Check' },
    ],
    '$0.00',
  ],
  ['more was paid than was due', [{ amount: -300, type: 'Check' }], '-$300.00'],
])('there is nothing to pay where %s', async (_, entries, balance) => {
  const robin = await residentWith(server, entries);
  await openApp(server, { at: '/payments', as: robin });
  const button = await payButton();
  expect(button).toBeDisabled();
  expect(button).toHaveAccessibleDescription(CURRENT);
  expect(screen.getAllByText(balance)[0]).toBeVisible();
});

test('one cent is enough to pay', async () => {
  const robin = await residentWith(server, [{ amount: 0.01, type: 'Late Fee' }]);
  await openApp(server, { at: '/payments', as: robin });
  expect(await payButton()).toBeEnabled();
});

test('Recent Activity lists the five newest entries, which open in the ledger', async () => {
  const robin = await residentWith(
    server,
    [1, 2, 3, 4, 5, 6].map((day) => ({
      amount: day,
      type: 'Late Fee',
      description: `Day ${day}`,
      at: `2026-05-0${day}T12:00:00Z`,
    })),
  );
  const app = await openApp(server, { at: '/payments', as: robin });
  const card = (await screen.findByRole('heading', { name: 'Recent Activity' })).closest('section')!;
  const items = within(card).getAllByRole('listitem');
  expect(items.map((item) => item.textContent)).toEqual(
    [6, 5, 4, 3, 2].map((day) => `Late Fee$${day}.00Day ${day}May ${day}, 2026`),
  );
  await app.user.click(within(card).getByText('Day 4'));
  expect(within(await screen.findByRole('dialog', { name: 'Late Fee' })).getByText('Day 4')).toBeVisible();
});

test('the payments screen links to the ledger', async () => {
  const robin = await residentWith(server);
  const app = await openApp(server, { at: '/payments', as: robin });
  await screen.findByText('Nothing has happened on your account yet.');
  await app.user.click(screen.getByRole('link', { name: 'View full account ledger' }));
  await screen.findByRole('heading', { name: 'Account Ledger' });
});

test('the resident’s menu links to Payments', async () => {
  const robin = await residentWith(server);
  const app = await openApp(server, { at: '/maintenance', as: robin });
  await app.user.click(await screen.findByRole('link', { name: 'Payments' }));
  await screen.findByRole('heading', { name: 'Payments' });
});

test('a visitor is redirected from the payments', async () => {
  await openApp(server, { at: '/payments' });
  await screen.findAllByRole('link', { name: 'Login' });
  expect(screen.queryByRole('heading', { name: 'Payments' })).not.toBeInTheDocument();
});

test('offline the cached balance is shown, and paying says that it needs a connection', async () => {
  const robin = await residentWith(server, [{ amount: 80, type: 'Rent' }]);
  const app = await openApp(server, { at: '/payments', as: robin });
  await payButton();
  app.close();

  const offline = await openApp(server, { at: '/maintenance', as: robin });
  await screen.findByRole('heading', { name: 'Maintenance' });
  offline.network.offline = true;
  await offline.user.click(screen.getByRole('link', { name: 'Payments' }));
  await screen.findByText('You need a connection to pay.');
  expect(screen.getAllByText('$80.00')).toHaveLength(2);
  expect(await payButton()).toBeDisabled();
  expect(offline.network.requests.filter(({ method }) => method === 'POST')).toHaveLength(0);
  await screen.findByText(/saved \d{1,2}:\d\d [AP]M/);
});

test('an open payment is shown as processing until it is in the ledger', async () => {
  const robin = await residentWith(server, [{ amount: 80, type: 'Rent' }]);
  await addOpenPayment(server, robin, 'processing', 80);
  await openApp(server, { at: '/payments', as: robin });
  const underWay = await screen.findByRole('list', { name: 'Payments under way' });
  await within(underWay).findByText('Payment processing');
  expect(underWay).toHaveTextContent('$80.00, paid by card');
  // What is paid already is not offered to be paid app.
  expect(await payButton()).toBeDisabled();

  await settlePayment(server, robin, { amount: 80 });
  await screen.findByText(CURRENT);
  expect(screen.queryByText('Payment processing')).not.toBeInTheDocument();
  expect(screen.getByText('Card payment')).toBeVisible();
  await screen.findByText('Your payment of $80.00 was received. Thank you!', { selector: 'li *' });
});

test('a payment that waits for authentication says so, and can be restarted', async () => {
  const robin = await residentWith(server, [{ amount: 80, type: 'Rent' }]);
  await addOpenPayment(server, robin, 'requires_action', 80);
  await openApp(server, { at: '/payments', as: robin });
  await screen.findByText(/^Your bank is waiting for you to approve it\./);
  expect(await payButton()).toBeEnabled();
});

test('a checkout that was closed shows nothing and can be opened again', async () => {
  const robin = await residentWith(server, [{ amount: 80, type: 'Rent' }]);
  await addOpenPayment(server, robin, 'requires_payment_method', 80);
  await openApp(server, { at: '/payments', as: robin });
  expect(await payButton()).toBeEnabled();
  expect(screen.queryByText('Payment processing')).not.toBeInTheDocument();
});

const BACK = '/payments?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=';

test('after the redirect from the card provider the history is refreshed after three seconds', async () => {
  const robin = await residentWith(server, [{ amount: 80, type: 'Rent' }]);
  const app = await openApp(server, { at: `${BACK}succeeded`, as: robin });
  const waiting = await screen.findByText('Processing your payment, please wait...');
  // A busy machine sees it a little late.
  const began = Date.now() - 50;
  await waitFor(() =>
    expect(app.network.requests.some(({ path }) => path.includes('my-history'))).toBe(true),
  );
  const readBefore = app.network.requests.length;
  await addEntry(server, robin, { amount: -80, type: 'Card Payment' });

  await waitFor(() => expect(waiting).not.toBeInTheDocument());
  expect(Date.now() - began).toBeGreaterThan(2700);
  expect(Date.now() - began).toBeLessThan(10_000);
  await screen.findByText(CURRENT);
  expect(app.network.requests.slice(readBefore).some(({ path }) => path.includes('listMyTransactions'))).toBe(
    true,
  );
});

test('after the redirect from the card provider a received payment shows one toast', async () => {
  const robin = await residentWith(server, [
    { amount: 1280, type: 'Rent' },
    { amount: -1200, type: 'Check' },
  ]);
  await settlePayment(server, robin, { amount: 80 });
  const at = `/payments?payment_intent=pi_${robin}&payment_intent_client_secret=x&redirect_status=succeeded`;
  const app = await openApp(server, { at, as: robin });
  await screen.findByText('Processing your payment, please wait...');
  await screen.findByText(CURRENT);
  await waitFor(() =>
    expect(app.toasts()).toEqual([
      expect.stringContaining('Your payment of $80.00 was received. Thank you!'),
    ]),
  );
  expect(app.path()).toBe('/payments');
  expect(screen.queryByText(/may have gone through/)).not.toBeInTheDocument();
});

test('after the redirect a payment that is not entered yet cannot be paid again', async () => {
  const robin = await residentWith(server, [{ amount: 80, type: 'Rent' }]);
  await addOpenPayment(server, robin, 'requires_payment_method', 80);
  const at = `/payments?payment_intent=pi_${robin}&payment_intent_client_secret=x&redirect_status=succeeded`;
  const app = await openApp(server, { at, as: robin });
  await screen.findByText(/Your payment may have gone through/);
  expect(await payButton()).toBeDisabled();
  expect(app.toasts()).toEqual([]);
  await settlePayment(server, robin, { amount: 80 });
  await screen.findByText(CURRENT);
  expect(screen.queryByText(/may have gone through/)).not.toBeInTheDocument();
  await waitFor(() => expect(app.toasts()).toHaveLength(1));
});

test('after the redirect from a bank that did not approve, a message says that nothing was charged', async () => {
  const robin = await residentWith(server, [{ amount: 80, type: 'Rent' }]);
  await openApp(server, { at: `${BACK}failed`, as: robin });
  await screen.findByText('The payment was not approved. Nothing was charged.');
  expect(await payButton()).toBeEnabled();
});

test('after a redirect without a connection the cached balance cannot be paid again', async () => {
  const robin = await residentWith(server, [{ amount: 80, type: 'Rent' }]);
  const app = await openApp(server, { at: '/payments', as: robin });
  await payButton();
  app.close();
  const back = await openApp(server, { at: `${BACK}succeeded`, as: robin });
  back.network.offline = true;
  await screen.findByText(/Your payment may have gone through/);
  expect(await payButton()).toBeDisabled();
});
