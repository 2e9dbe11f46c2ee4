import { addDays } from '../../../contract/values/calendar.ts';
import { isoDay } from '../../../src/ui/data/Time.tsx';
import { setUpAutopay } from '../../support/server/autopay.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect } from 'vitest';
import { markOffline } from '../../../src/api/connection.ts';
import type { PaymentPolicy } from '../../../contract/leases/paymentPolicy.ts';
import { addEntry, residentWith } from '../../support/server/accounts.ts';
import { everythingSent, modalClosed, openApp, until } from '../../support/screens/app.tsx';
import { freshDevice } from '../../support/screens/freshDevice.ts';
import { fakeStripe } from '../../support/screens/fakeStripe.ts';
import { server, testWith } from '../../support/server/payingWorld.ts';

const test = testWith().extend('device', { auto: true }, freshDevice);
const provider = fakeStripe();

beforeEach(() => provider.install());
afterEach(() => provider.remove());

/** Two people of one home, which owes $1,000.00 of rent: who is billed, and who is not. */
async function roommates(policy: PaymentPolicy = 'full_balance', first = 'Bill') {
  const { sql } = server.database;
  const [billed, other] = [await residentWith(server), await residentWith(server)];
  await sql`update users set first_name = ${first} where username = ${billed}`;
  await sql`update users set first_name = 'Otto' where username = ${other}`;
  await sql`update leases set starts = '2000-01-01', ends = '2000-01-31' where ends is null`;
  const [lease] = await sql<{ id: number }>`
    insert into leases (unit_id, starts, proration, payment_policy)
    values (1, '2020-01-01', 'actual_days', ${policy}) returning id`;
  await sql`
    insert into lease_tenants (lease_id, user_id, position)
    select ${lease!.id}, id, case username when ${billed} then 1 else 2 end from users where username in (${billed}, ${other})`;
  const entry = await addEntry(server, billed, { amount: 1000, type: 'Rent' });
  await sql`alter table transactions disable trigger transactions_append_only`;
  await sql`update transactions set lease_id = ${lease!.id} where id = ${entry}`;
  await sql`alter table transactions enable trigger transactions_append_only`;
  const [row] = await sql<{ id: number }>`select id from users where username = ${other}`;
  return { billed, other, otherId: row!.id, lease: lease!.id };
}

/** The same, of which who is billed is asked for 60 %. */
async function sharing() {
  const home = await roommates();
  await server.database.sql`update leases set shares_in = 'percent' where id = ${home.lease}`;
  await server.database.sql`
    update lease_tenants set share = case position when 1 then 60 else 40 end where lease_id = ${home.lease}`;
  return home;
}

test('a roommate sees what the home owes and who paid, on the dashboard and at payments, and pays it', async () => {
  const { other } = await roommates();
  const app = await openApp(server, { at: '/', as: other });
  await screen.findByText('Your home owes $1,000.00');
  app.go('/payments');
  await screen.findByText('Your Home, Unit 101');
  screen.getByText('Bill Hale is billed for it, and each of you can pay.');
  screen.getByText('Nothing is billed to you. What your home owes is paid beside it.');
  expect(screen.queryByText('No payment needed - your account is current')).toBeNull();
  await app.user.click(screen.getByRole('button', { name: 'Pay for the Home' }));
  const checkout = within(await screen.findByRole('dialog', { name: 'Make a payment' }));
  checkout.getByText('$1,000.00');
});

test('a part of what the home owes is paid, and too much of it is said at the amount', async () => {
  const { other } = await roommates('any_amount');
  const app = await openApp(server, { at: '/payments', as: other });
  await app.user.click(await screen.findByRole('button', { name: 'Pay another amount' }));
  const form = within(await screen.findByRole('dialog', { name: 'Pay another amount' }));
  const amount = await form.findByLabelText('Amount');
  form.getByText('At most $1,000.00, which is what your home owes. The oldest rent is paid first.');
  await app.user.type(amount, '1200');
  await app.user.click(form.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(amount).toHaveAccessibleDescription(/Your home owes \$1,000\.00\.$/));
  await app.user.clear(amount);
  await app.user.type(amount, '400');
  await app.user.click(form.getByRole('button', { name: 'Continue' }));
  within(await screen.findByRole('dialog', { name: 'Make a payment' })).getByText('$400.00');
});

test('who owes something themselves pays that first, and without a connection the home stays in sight', async () => {
  const { other } = await roommates();
  await addEntry(server, other, { amount: 50, type: 'Damage Fee' });
  const app = await openApp(server, { at: '/payments', as: other });
  await screen.findByText('Once your own balance is paid, you can pay for the home here.');
  expect(screen.getByRole('button', { name: 'Pay for the Home' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Make Payment' })).toBeEnabled();
  app.network.offline = true;
  act(markOffline);
  app.close();
  await openApp(server, { at: '/payments', as: other }).then(({ network }) => (network.offline = true));
  await screen.findByText('Your Home, Unit 101');
});

test('without a connection management records what a roommate paid for the home, whose account then shows it', async () => {
  const { billed, other, otherId } = await roommates('full_balance', 'Wilma');
  const app = await openApp(server, { at: '/admin/payments', as: 'manager' });
  app.go('/admin/leases');
  await screen.findByRole('heading', { name: 'Leases' });
  await screen.findAllByText('Wilma Hale');
  app.go(`/admin/payments?payment=${otherId}`);
  const form = within(await screen.findByRole('dialog', { name: 'Record Payment' }));
  app.network.offline = true;
  act(markOffline);
  expect(await form.findByLabelText('What is paid')).toHaveDisplayValue('The home, Unit 101');
  await app.user.type(form.getByLabelText('Amount'), '450');
  await app.user.click(form.getByRole('button', { name: 'Record Payment' }));
  await modalClosed();
  const row = await screen.findByRole('row', { name: /Wilma Hale/ });
  within(row).getByText('$550.00 once $450.00 is sent');
  app.reconnect();
  await everythingSent();
  await until(async () => (await server.balance(billed)) === 550);
  expect(await server.balance(other)).toBe(0);
});

test('each is asked for their share, and who has paid it is told so', async () => {
  const { billed, other, otherId } = await sharing();
  const app = await openApp(server, { at: '/payments', as: other });
  await screen.findByRole('button', { name: 'Pay my Share, $400.00' });
  expect(screen.queryByText('No payment needed - your account is current')).toBeNull();
  await server.call('POST', '/transactions/record-payment', {
    as: await server.token('manager'),
    body: { userId: otherId, unitId: 1, amount: 400, type: 'Check' },
  });
  app.close();
  const again = await openApp(server, { at: '/payments', as: other });
  await screen.findByText('Your share of it is paid.');
  again.close();
  await openApp(server, { at: '/payments', as: billed });
  await screen.findByText('All of it is your share.');
});

test('who sets up autopay is told that it charges their share', async () => {
  const { other } = await sharing();
  await openApp(server, { at: '/payments/autopay', as: other });
  await screen.findByText(/^Autopay charges your share of what your home owes, and what you owe beside it\./);
});

test('autopay says the share that it charges on its screen, at payments and on the dashboard', async () => {
  const { other } = await sharing();
  const day = addDays(isoDay(), 2);
  await setUpAutopay(server, await server.token(other), { charge_day: Number(day.slice(8)) });
  const app = await openApp(server, { at: '/payments/autopay', as: other });
  const charges = /^Autopay charges about \$400\.00 \(your share of 40 %, \$400\.00 of \$1,000\.00\) to Visa/;
  await screen.findByText(charges);
  app.go('/payments');
  await screen.findByText(charges);
  app.go('/');
  await screen.findByText(charges);
});
