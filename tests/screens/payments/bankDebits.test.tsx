import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect } from 'vitest';
import { addOpenPayment, residentWith, settlePayment } from '../../support/server/accounts.ts';
import { openApp } from '../../support/screens/app.tsx';
import { freshDevice } from '../../support/screens/freshDevice.ts';
import { fakeStripe } from '../../support/screens/fakeStripe.ts';
import { server, testWith } from '../../support/server/payingWorld.ts';

const test = testWith({ STRIPE_BANK_DEBITS: 'true' }).extend('device', { auto: true }, freshDevice);
const provider = fakeStripe();

beforeEach(() => provider.install());
afterEach(() => provider.remove());

const payButton = () => screen.findByRole('button', { name: 'Make Payment' });

/** A resident whose bank is processing $1,450.00 of what they owe. */
async function debited(owed: number) {
  const username = await residentWith(server, [{ amount: owed, type: 'Rent' }]);
  await addOpenPayment(server, username, 'processing', 1450);
  await server.database.sql`
    update payment_intents set method = 'us_bank_account', last4 = '1113' where stripe_id = ${`pi_${username}`}`;
  return username;
}

test('a bank debit that is processed says so, and the rest of the balance can be paid', async () => {
  const username = await debited(1510.5);
  const app = await openApp(server, { at: '/payments', as: username });
  const underWay = await screen.findByRole('list', { name: 'Payments under way' });
  await within(underWay).findByText(
    '$1,450.00 is being processed by your bank, which takes up to 4 business days.',
  );
  const balance = screen.getByText('Your Current Balance').closest('section');
  expect(balance).toHaveTextContent('$1,510.50');
  expect(balance).toHaveTextContent('$1,450.00 of it is being processed. You can still pay $60.50.');
  await app.user.click(await payButton());
  const checkout = within(await screen.findByRole('dialog', { name: 'Make a payment' }));
  checkout.getByText('$60.50');
});

test('where all of the balance is processed, nothing more is offered', async () => {
  await openApp(server, { at: '/payments', as: await debited(1450) });
  await screen.findByText('All of it is being processed.');
  expect(await payButton()).toBeDisabled();
  expect(screen.queryByText('No payment needed - your account is current')).toBeNull();
});

test('a debit that failed is said with its reason, also offline', async () => {
  const username = await debited(1450);
  await server.database.sql`
    update payment_intents set status = 'canceled', failed_at = now(), failure_code = 'insufficient_funds'
    where stripe_id = ${`pi_${username}`}`;
  const app = await openApp(server, { at: '/payments', as: username });
  const words =
    /^Your payment of \$1,450\.00 from your bank account ending in 1113 did not go through on .*There was not enough money in the account\. Nothing was paid, so it is still in your balance\.$/;
  const said = (_: string, element: Element | null) =>
    element?.getAttribute('role') === 'alert' && words.test(element.textContent);
  await screen.findByText(said);
  expect(await payButton()).toBeEnabled();
  app.close();
  const offline = await openApp(server, { at: '/maintenance', as: username });
  await screen.findByRole('heading', { name: 'Maintenance' });
  offline.network.offline = true;
  await offline.user.click(screen.getByRole('link', { name: 'Payments' }));
  await screen.findByText(said);
});

test('the receipt of a bank debit names the account', async () => {
  const username = await residentWith(server, [{ amount: 80, type: 'Rent' }]);
  const id = await settlePayment(server, username, { amount: 80, last4: '6789' });
  const { sql } = server.database;
  await sql`alter table transactions disable trigger user`;
  await sql`update transactions set type = 'Bank Payment' where id = ${id}`;
  await sql`alter table transactions enable trigger user`;
  await openApp(server, { at: `/payments/receipt/${id}`, as: username });
  await waitFor(() => expect(screen.getByText('Bank account ending in 6789')).toBeVisible());
});
