import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect } from 'vitest';
import type { PaymentPolicy } from '../../../contract/leases/paymentPolicy.ts';
import { residentWith } from '../../support/server/accounts.ts';
import { modalClosed, openApp } from '../../support/screens/app.tsx';
import { freshDevice } from '../../support/screens/freshDevice.ts';
import { fakeStripe } from '../../support/screens/fakeStripe.ts';
import { server, testWith } from '../../support/server/payingWorld.ts';

const test = testWith().extend('device', { auto: true }, freshDevice);
const provider = fakeStripe();

beforeEach(() => provider.install());
afterEach(() => provider.remove());

/** A resident who owes $1,000.00 of rent and $200.00 of a fee, under a lease with this policy. */
async function owing(policy: PaymentPolicy) {
  const { sql } = server.database;
  const username = await residentWith(server, [
    { amount: 1000, type: 'Rent' },
    { amount: 200, type: 'Damage Fee' },
  ]);
  await sql`update leases set starts = '2000-01-01', ends = '2000-01-31' where ends is null`;
  const [lease] = await sql<{ id: number }>`
    insert into leases (unit_id, starts, proration, payment_policy)
    values (1, '2020-01-01', 'actual_days', ${policy}) returning id`;
  await sql`
    insert into lease_tenants (lease_id, user_id, position)
    select ${lease!.id}, id, 1 from users where username = ${username}`;
  return { app: await openApp(server, { at: '/payments', as: username }), lease: lease!.id, username };
}
const another = () => screen.queryByRole('button', { name: 'Pay another amount' });

test('a resident pays a part of the balance, and what is wrong with it is said at the amount', async () => {
  const { app } = await owing('at_least_rent');
  await app.user.click(await screen.findByRole('button', { name: 'Pay another amount' }));
  const form = within(await screen.findByRole('dialog', { name: 'Pay another amount' }));
  const amount = await form.findByLabelText('Amount');
  form.getByText('At least $1,000.00, the rent that is open, and at most your balance of $1,200.00.');
  await app.user.type(amount, '999');
  await app.user.click(form.getByRole('button', { name: 'Continue' }));
  await waitFor(() =>
    expect(amount).toHaveAccessibleDescription(/At least the rent that is open must be paid: \$1,000\.00\.$/),
  );
  await app.user.clear(amount);
  await app.user.type(amount, '1050.50');
  await app.user.click(form.getByRole('button', { name: 'Continue' }));
  const checkout = within(await screen.findByRole('dialog', { name: 'Make a payment' }));
  checkout.getByText('$1,050.50');
  // Asked again before the card is charged, it is still this part.
  await waitFor(() => expect(checkout.getByRole('button', { name: 'Pay now' })).toBeEnabled());
  await app.user.click(checkout.getByRole('button', { name: 'Pay now' }));
  await waitFor(() => expect(provider.confirmPayment).toHaveBeenCalled());
});

test('who goes back from the card finds the amount as it was typed, also after it was left unfinished', async () => {
  const { app } = await owing('any_amount');
  await app.user.click(await screen.findByRole('button', { name: 'Pay another amount' }));
  await app.user.type(await screen.findByLabelText('Amount'), '321.50');
  expect(app.path()).toBe('/payments?part=1');
  await app.user.click(screen.getByRole('button', { name: 'Continue' }));
  const checkout = within(await screen.findByRole('dialog', { name: 'Make a payment' }));
  checkout.getByText('$321.50');
  // The checkout is drawn before its address.
  await waitFor(() => expect(app.path()).toContain('checkout='));
  app.back();
  await modalClosed();
  await app.user.click(await screen.findByRole('button', { name: 'Pay another amount' }));
  expect(await screen.findByLabelText('Amount')).toHaveValue('321.5');
});

test('a part whose answer was lost is asked for again when the form is opened again, since its checkout may have ended', async () => {
  const { app, username } = await owing('any_amount');
  await app.user.click(await screen.findByRole('button', { name: 'Pay another amount' }));
  await app.user.type(await screen.findByLabelText('Amount'), '300');
  app.network.fail(/create-partial-payment/, 'line lost');
  await app.user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText(/What you typed is kept on this device\./);
  const [lost] = app.network.sent();
  app.close();

  const later = await openApp(server, { at: '/payments?part=1', as: username });
  expect(await screen.findByLabelText('Amount')).toHaveValue('300');
  await later.user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('dialog', { name: 'Make a payment' });
  const [again] = later.network.sent();
  expect(again?.body.toString()).toBe(lost?.body.toString());
  expect(again?.headers.get('Idempotency-Key')).not.toBe(lost?.headers.get('Idempotency-Key'));
});

test('more than the balance is refused at the amount, with the balance', async () => {
  const { app } = await owing('any_amount');
  await app.user.click(await screen.findByRole('button', { name: 'Pay another amount' }));
  const form = within(await screen.findByRole('dialog', { name: 'Pay another amount' }));
  const amount = await form.findByLabelText('Amount');
  await app.user.type(amount, '5000');
  await app.user.click(form.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(amount).toHaveAccessibleDescription(/You owe \$1,200\.00\.$/));
  expect(amount).toHaveValue('5000');
});

test('where only the full balance can be paid, no other amount is offered', async () => {
  await owing('full_balance');
  expect(await screen.findByRole('button', { name: 'Make Payment' })).toBeEnabled();
  expect(another()).toBeNull();
});

test('where nothing is accepted, the screen says so and offers no payment', async () => {
  await owing('nothing');
  await screen.findByText(/^Management does not accept payments for this account\./);
  expect(screen.getByRole('button', { name: 'Make Payment' })).toBeDisabled();
  expect(another()).toBeNull();
});

async function atPart(amount: string) {
  const { app, lease } = await owing('any_amount');
  await app.user.click(await screen.findByRole('button', { name: 'Pay another amount' }));
  await app.user.type(await screen.findByLabelText('Amount'), amount);
  await app.user.click(screen.getByRole('button', { name: 'Continue' }));
  const pay = within(await screen.findByRole('dialog', { name: 'Make a payment' }));
  await waitFor(() => expect(pay.getByRole('button', { name: 'Pay now' })).toBeEnabled());
  return { app, lease, checkout: pay, payNow: pay.getByRole('button', { name: 'Pay now' }) };
}

test.each([
  ['full_balance', /called off\. Nothing was charged\. Only the full balance can be paid\.$/],
  ['at_least_rent', /At least the rent that is open must be paid: \$1,000\.00\.$/],
  ['nothing', /Management does not accept payments for this account\. Please contact management\.$/],
] as const)(
  'a part that is allowed no more when it is paid, by %s, is called off in words',
  async (policy, words) => {
    const { app, lease, payNow } = await atPart('300');
    await server.database.sql`update leases set payment_policy = ${policy} where id = ${lease}`;
    await app.user.click(payNow);
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(provider.confirmPayment).not.toHaveBeenCalled();
    // The screen offers what can be paid by now.
    await waitFor(() => expect(Boolean(another())).toBe(policy === 'at_least_rent'));
    expect(screen.getByRole('button', { name: 'Make Payment' }).hasAttribute('disabled')).toBe(
      policy === 'nothing',
    );
    if (policy === 'nothing') return;
    await app.user.click(screen.getByRole('button', { name: 'Make Payment' }));
    await within(await screen.findByRole('dialog', { name: 'Make a payment' })).findByText('$1,200.00');
    expect(screen.queryByText(/called off/)).not.toBeInTheDocument();
  },
);

test('a payment that is called off in the moment in which it is paid says so, and that nothing was charged', async () => {
  const { app, checkout, payNow } = await atPart('300');
  provider.confirmPayment.mockImplementationOnce(() =>
    Promise.resolve({ error: { type: 'invalid_request_error', payment_intent: { status: 'canceled' } } }),
  );
  await app.user.click(payNow);
  expect(await checkout.findByRole('alert')).toHaveTextContent(
    /^This payment was called off, because what you owe or may pay has changed\. Nothing was charged\./,
  );
  expect(payNow).toBeEnabled();
});

test('a manager changes what a lease lets its tenants pay', async () => {
  const { app: residents, lease } = await owing('full_balance');
  residents.close();
  const app = await openApp(server, { at: `/admin/lease/${lease}`, as: 'manager' });
  await app.user.click(await screen.findByRole('button', { name: 'Change terms' }));
  await app.user.selectOptions(await screen.findByLabelText('Payments'), 'Nothing is accepted');
  await app.user.click(await screen.findByRole('button', { name: 'Save' }));
  await modalClosed();
  await screen.findByText('The lease was changed.');
  const [changed] = await server.database.sql`select payment_policy from leases where id = ${lease}`;
  expect(changed).toEqual({ payment_policy: 'nothing' });
});
