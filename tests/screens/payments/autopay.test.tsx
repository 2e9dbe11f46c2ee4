import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect } from 'vitest';
import { addDays } from '../../../contract/values/calendar.ts';
import { AUTOPAY_CONSENT } from '../../../contract/payments/autopay.ts';
import { stripeClient } from '../../../server/resources/payments/cardProvider.ts';
import { isoDay } from '../../../src/ui/data/Time.tsx';
import { residentWith } from '../../support/server/accounts.ts';
import { confirmSetup, setUpAutopay } from '../../support/server/autopay.ts';
import { openApp } from '../../support/screens/app.tsx';
import { freshDevice } from '../../support/screens/freshDevice.ts';
import { fakeStripe } from '../../support/screens/fakeStripe.ts';
import { server, testWith } from '../../support/server/payingWorld.ts';

const test = testWith().extend('device', { auto: true }, freshDevice);
const provider = fakeStripe();

beforeEach(() => provider.install());
afterEach(() => provider.remove());

const sql = () => server.database.sql;
const today = () => isoDay();
const words = (day: string) =>
  new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' }).format(new Date(day));

/** A resident with autopay on a day from today on, who owes $1,450.00. */
async function withAutopay({ inDays = 2, ...given }: { inDays?: number; max_amount?: number } = {}) {
  const username = await residentWith(server, [{ amount: 1450, type: 'Rent' }]);
  const day = addDays(today(), inDays);
  await setUpAutopay(server, await server.token(username), { charge_day: Number(day.slice(8)), ...given });
  return { username, day };
}

/** How the latest try went. */
async function ran(username: string, run: { outcome: string; amount?: number; attempt?: number }) {
  const { outcome, amount = 1450, attempt = 1 } = run;
  const charged = !['nothing_due', 'over_limit', 'not_accepted'].includes(outcome);
  await sql()`
    with person as (select users.id, setup_id from users join autopay on autopay.user_id = users.id where username = ${username}),
      payment as (insert into payment_intents (user_id, amount, status)
        select id, ${amount}, 'canceled' from person where ${charged}::boolean returning id)
    insert into autopay_runs (user_id, period, attempt, setup_id, payment_intent_id, ran_on, amount, outcome, ended_at)
    select person.id, date_trunc('month', ${today()}::date), ${attempt}, setup_id, (select id from payment), ${today()},
      ${amount}, ${outcome}, now() from person`;
}

test('autopay is set up by day, limit and the words that are agreed to, and stopped by one tap', async () => {
  const username = await residentWith(server, [{ amount: 1450, type: 'Rent' }]);
  const app = await openApp(server, { at: '/payments', as: username });
  await app.user.click(await screen.findByRole('link', { name: 'Autopay' }));
  const agree = await screen.findByRole('button', { name: 'Agree and continue' });
  expect(screen.getByText(AUTOPAY_CONSENT.text)).toBeVisible();
  await app.user.selectOptions(screen.getByLabelText('Day of the month'), 'The 5th');
  await app.user.click(agree);
  await waitFor(() =>
    expect(screen.getByLabelText('Never more than')).toHaveAccessibleDescription(/Please enter the most/),
  );
  expect(await screen.findByText(/^Autopay charges about \$1,450\.00 to your card/)).toBeVisible();
  await app.user.type(screen.getByLabelText('Never more than'), '1,500');
  provider.confirmSetup.mockImplementation(async () => {
    const { clientSecret } = provider.elements.mock.calls[0]![0];
    const stripe = stripeClient(server.standIn.settings);
    await stripe.setupIntents.confirm(clientSecret.split('_secret_')[0]!, { payment_method: 'pm_card_visa' });
    return {};
  });
  await app.user.click(agree);
  const dialog = within(await screen.findByRole('dialog', { name: 'Store a card or bank account' }));
  const turnOn = dialog.getByRole('button', { name: 'Turn on autopay' });
  await waitFor(() => expect(turnOn).toBeEnabled());
  await app.user.click(turnOn);

  await screen.findByRole('heading', { name: 'Autopay is on' });
  screen.getByText('Visa ending in 4242');
  screen.getByText('The 5th of each month');
  screen.getByText('$1,500.00');
  expect(provider.confirmSetup).toHaveBeenCalledWith(expect.objectContaining({ redirect: 'if_required' }));
  await app.user.click(screen.getByRole('button', { name: 'Stop autopay' }));
  await screen.findByText('Autopay is stopped, and your card or bank account is removed.');
  await screen.findByRole('button', { name: 'Agree and continue' });
  expect(Object.values(server.standIn.account.state.methods).at(-1)).toMatchObject({ customer: null });
});

test('a card that is declined while it is stored is said, and another can be tried', async () => {
  const username = await residentWith(server);
  const app = await openApp(server, { at: '/payments/autopay', as: username });
  await app.user.type(await screen.findByLabelText('Never more than'), '900');
  await app.user.click(screen.getByRole('button', { name: 'Agree and continue' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Store a card or bank account' }));
  provider.confirmSetup.mockResolvedValue({
    error: { type: 'card_error', message: 'Your card was declined.' },
  });
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Turn on autopay' })).toBeEnabled());
  await app.user.click(dialog.getByRole('button', { name: 'Turn on autopay' }));
  await dialog.findByText('Your card was declined.');
  expect(dialog.getByRole('button', { name: 'Turn on autopay' })).toBeEnabled();
  await app.user.click(dialog.getByRole('button', { name: 'Back' }));
  await screen.findByText(/^You began to set up autopay and did not finish\./);
});

test('after the bank’s page autopay is on, or it says that nothing was stored', async () => {
  const username = await residentWith(server);
  const as = await server.token(username);
  const given = { charge_day: 1, max_amount: 900, consent_version: AUTOPAY_CONSENT.version };
  const started = await server.call('POST', '/autopay/setup', { as, body: given });
  await confirmSetup(server, started.json<{ clientSecret: string }>(), 'pm_card_mastercard');
  const back = '/payments/autopay?setup_intent=seti_1&setup_intent_client_secret=s&redirect_status=';
  const app = await openApp(server, { at: `${back}succeeded`, as: username });
  await screen.findByRole('heading', { name: 'Autopay is on' });
  screen.getByText('Mastercard ending in 4444');
  expect(app.path()).toBe('/payments/autopay');
  app.close();
  await openApp(server, { at: `${back}failed`, as: username });
  await screen.findByText('Your bank did not approve it. Nothing was stored.');
});

test('a charge is announced three days before on dashboard and payments, also offline', async () => {
  const { username, day } = await withAutopay({ inDays: 3 });
  const announced = `Autopay charges about $1,450.00 to Visa ending in 4242 on ${words(day)}.`;
  const app = await openApp(server, { at: '/dashboard/resident', as: username });
  await screen.findByText(announced);
  await app.user.click(screen.getByRole('link', { name: 'Payments' }));
  await screen.findByRole('button', { name: 'Make Payment' });
  await screen.findByText(announced);
  app.close();
  const offline = await openApp(server, { at: '/maintenance', as: username });
  await screen.findByRole('heading', { name: 'Maintenance' });
  offline.network.offline = true;
  await offline.user.click(screen.getByRole('link', { name: 'Dashboard' }));
  await screen.findByText(announced);
});

test('a charge in four days is not announced on the dashboard yet, and stands on Payments and on the screen of autopay', async () => {
  const { username, day } = await withAutopay({ inDays: 4 });
  const planned = `Autopay charges about $1,450.00 to Visa ending in 4242 on ${words(day)}.`;
  const app = await openApp(server, { at: '/payments', as: username });
  await screen.findByText(planned);
  await app.user.click(screen.getByRole('link', { name: 'Autopay' }));
  await screen.findByRole('heading', { name: 'Autopay is on' });
  expect(await screen.findAllByText(planned)).toHaveLength(1);
});

test('what would be charged next by a limit that is typed counts what the month was charged already', async () => {
  const { username } = await withAutopay({ inDays: -1, max_amount: 1500 });
  await ran(username, { outcome: 'succeeded', amount: 300 });
  await ran(username, { outcome: 'declined', attempt: 2 });
  const app = await openApp(server, { at: '/payments/autopay', as: username });
  await app.user.click(await screen.findByRole('button', { name: 'Change day or limit' }));
  const form = within(await screen.findByRole('dialog', { name: 'Change day or limit' }));
  await form.findByText(/which is more than what is left of your limit of \$1,500\.00\.$/);
  await app.user.clear(form.getByLabelText('Never more than'));
  await app.user.type(form.getByLabelText('Never more than'), '1750');
  await form.findByText(/^Autopay charges about \$1,450\.00 to Visa ending in 4242 on/);
});

test('a limit below what is due is said before and after the day', async () => {
  const { username, day } = await withAutopay({ max_amount: 1000 });
  const app = await openApp(server, { at: '/payments', as: username });
  await screen.findByText(
    `Autopay charges nothing on ${words(day)}: about $1,450.00 will be due, which is more than your limit of $1,000.00.`,
  );
  app.close();
  await ran(username, { outcome: 'over_limit' });
  await openApp(server, { at: '/payments', as: username });
  await screen.findByText(
    `Autopay charged nothing on ${words(today())}: $1,450.00 was due, which is more than your limit of $1,000.00. Please pay it yourself.`,
  );
});

test('who owes nothing any more is told why autopay failed, and not asked to pay', async () => {
  const { username } = await withAutopay({ max_amount: 1000 });
  await ran(username, { outcome: 'over_limit' });
  await sql()`
    insert into transactions (user_id, amount, type, description)
    select id, -1450, 'Payment', 'Check' from users where username = ${username}`;
  const app = await openApp(server, { at: '/payments', as: username });
  await screen.findByText(/which is more than your limit of \$1,000\.00\.$/);
  app.close();
  await ran(username, { outcome: 'authentication_required', attempt: 2 });
  await openApp(server, { at: '/payments', as: username });
  await screen.findByText(/The bank wanted you to approve the payment\./);
  expect(screen.queryByText(/by paying here yourself/)).toBeNull();
});

test('a declined charge says so and when it is tried again', async () => {
  const { username } = await withAutopay();
  await ran(username, { outcome: 'declined' });
  await openApp(server, { at: '/dashboard/resident', as: username });
  await screen.findByText(
    `Autopay could not charge $1,450.00 to Visa ending in 4242 on ${words(today())}. The card was declined. It tries again on ${words(addDays(today(), 2))}.`,
  );
});

test('a charge that needs the person’s approval says how to pay', async () => {
  const { username } = await withAutopay();
  await ran(username, { outcome: 'authentication_required' });
  await openApp(server, { at: '/payments', as: username });
  await screen.findByText(
    /The bank wants you to approve the payment, which you can do by paying here yourself\./,
  );
});

test('autopay that is paused says why, and is resumed or stopped', async () => {
  const { username } = await withAutopay();
  await ran(username, { outcome: 'declined', attempt: 3 });
  await sql()`
    update autopay set paused_reason = 'declined', paused_at = now()
    where user_id = (select id from users where username = ${username})`;
  const app = await openApp(server, { at: '/payments', as: username });
  await app.user.click(await screen.findByRole('link', { name: 'Resume or stop' }));
  await screen.findByText(
    'Autopay is paused, since $1,450.00 could not be charged three times. The card was declined.',
  );
  await app.user.click(await screen.findByRole('button', { name: 'Resume' }));
  await screen.findByText('Autopay is on again.');
  await screen.findByRole('heading', { name: 'Autopay is on' });
});

test('day and limit are changed, and offline it says that a connection is needed', async () => {
  const { username } = await withAutopay();
  const app = await openApp(server, { at: '/payments/autopay', as: username });
  await app.user.click(await screen.findByRole('button', { name: 'Change day or limit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change day or limit' }));
  const limit = await dialog.findByLabelText('Never more than');
  await app.user.clear(limit);
  await app.user.type(limit, '1750.50');
  await app.user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('Autopay was changed.');
  await screen.findByText('$1,750.50');
  app.network.offline = true;
  app.close();
  const offline = await openApp(server, { at: '/maintenance', as: username });
  await screen.findByRole('heading', { name: 'Maintenance' });
  offline.network.offline = true;
  await offline.user.click(screen.getByRole('link', { name: 'Payments' }));
  await offline.user.click(await screen.findByRole('link', { name: 'Autopay' }));
  await screen.findByText('You need a connection to change or stop autopay.');
  expect(screen.getByRole('button', { name: 'Stop autopay' })).toBeDisabled();
});

test('a manager sees in the account that a tenant has autopay, and by what kind', async () => {
  const { username } = await withAutopay();
  const [person] = await sql()<{ id: number }>`select id from users where username = ${username}`;
  await openApp(server, { at: `/admin/ledger/${person!.id}`, as: 'manager' });
  await screen.findByText('Autopay is on, by card.');
});
