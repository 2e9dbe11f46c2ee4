import { expect } from 'vitest';
import { endDebit } from '../../../stripe-stand-in/debits.ts';
import { answerDispute, refund } from '../../../stripe-stand-in/refundsAndDisputes.ts';
import type { FailedPayment, PaymentStarted } from '../../../contract/payments/payments.ts';
import { addDays } from '../../../contract/values/calendar.ts';
import { postingsOf } from '../../../server/resources/books/postings.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { stripeClient } from '../../../server/resources/payments/cardProvider.ts';
import { handleMissedEvents } from '../../../server/resources/payments/webhookEvents.ts';
import { settleDuePayments } from '../../../server/resources/payments/reconcile.ts';
import { makePaymentChecksDue } from '../../support/server/paying.ts';
import { resident, server, test as base } from '../../support/server/payingWorld.ts';
import { communityDay } from '../../support/days.ts';

const test = base.extend('environment', { STRIPE_BANK_DEBITS: 'true' });

const create = () => server.call('POST', '/stripe_payments/create-payment', { as: resident });
const get = async <T>(path: string) =>
  (await server.call('GET', `/stripe_payments/${path}`, { as: resident })).json<T>();
const intents = () => Object.values(server.standIn.account.state.intents);
const entries = async () =>
  (await server.history(resident))
    .map(({ type, amount, description }) => `${type} ${amount} ${description}`)
    .reverse();
const provider = () => {
  const { settings } = server.standIn;
  return {
    stripe: stripeClient(settings),
    settings,
    database: server.database,
    log: server.app.log,
    zone: 'America/New_York',
  };
};

/** A debit of this balance, which the bank is processing and the server knows of. */
async function processing(dollars: number, account = 'pm_usBankAccount_success'): Promise<PaymentStarted> {
  await server.charge('resident', dollars);
  const started = await server.begin(resident);
  await server.pay(started.clientSecret, account);
  await server.deliver(server.events());
  return started;
}

/** The bank's answer, of which the server is told. */
async function end(nth = 0): Promise<void> {
  endDebit(server.standIn.account, intents()[nth]!);
  await server.deliver(server.events());
}

test('a bank debit is in the ledger once it succeeded, days later, and has a receipt', async () => {
  await processing(1450);
  expect(await get('open')).toMatchObject([
    { status: 'processing', amount: 1450, method: 'us_bank_account' },
  ]);
  expect(await entries()).toEqual(['Misc Charge 1450 A charge']);
  await end();
  await server.deliver(server.events());
  expect(await entries()).toEqual(['Misc Charge 1450 A charge', 'Bank Payment -1450 Bank payment']);
  expect(await get('open')).toEqual([]);
  const [paid] = await server.history(resident);
  const receipt = await server.call('GET', `/transactions/${paid!.id}/receipt`, { as: resident });
  expect(receipt.json()).toMatchObject({ type: 'Bank Payment', last4: '6789', brand: null, amount: 1450 });
  expect(await ledgerDiscrepancies(server.database)).toEqual([]);
});

test('what is being processed is subtracted from what is due, and the rest can be paid meanwhile', async () => {
  await processing(1450);
  expect((await create()).json()).toMatchObject({ code: 'payment_processing' });
  await server.charge('resident', 60.5);
  const rest = (await create()).json<PaymentStarted>();
  expect(rest.amount).toBe(60.5);
  await server.pay(rest.clientSecret);
  await server.deliver(server.events());
  expect(await server.balance('resident')).toBe(1450);
  expect((await create()).json()).toMatchObject({ code: 'payment_processing' });
  await end();
  expect(await server.balance('resident')).toBe(0);
  expect((await create()).json()).toMatchObject({ code: 'nothing_due' });
  expect(await ledgerDiscrepancies(server.database)).toEqual([]);
});

test('two debits can be processed at once, and end in either order', async () => {
  await processing(1000);
  await processing(200);
  expect(await get('open')).toHaveLength(2);
  await end(1);
  expect(await server.balance('resident')).toBe(1000);
  await end(0);
  expect(await server.balance('resident')).toBe(0);
});

test('a debit that fails after days makes no entry, is said with its reason, and the debt can be paid again', async () => {
  const failed = await processing(1450, 'pm_usBankAccount_accountClosed');
  await end();
  expect(await entries()).toEqual(['Misc Charge 1450 A charge']);
  expect(await get<FailedPayment[]>('failed')).toMatchObject([
    { amount: 1450, last4: '1113', reason: 'The bank account is closed.' },
  ]);
  expect(await get('open')).toEqual([]);
  const again = await server.begin(resident);
  expect(again.amount).toBe(1450);
  // The failed one cannot be paid from a tab that still has it.
  expect((await server.pay(failed.clientSecret)).status).toBe(400);
  await server.pay(again.clientSecret);
  await server.deliver(server.events());
  expect(await server.balance('resident')).toBe(0);
  expect(await get('failed')).toEqual([]);
});

test('a debit that fails while another checkout is open leaves that one open', async () => {
  await processing(1450, 'pm_usBankAccount_insufficientFunds');
  await server.charge('resident', 60);
  const rest = await server.begin(resident);
  await end();
  expect(await server.begin(resident)).toMatchObject({ clientSecret: rest.clientSecret, amount: 1510 });
});

test('a debit whose events never arrive is settled by the job', async () => {
  await server.charge('resident', 80);
  const started = await server.begin(resident);
  await server.pay(started.clientSecret, 'pm_usBankAccount_success');
  for (const balance of [80, 0]) {
    await makePaymentChecksDue(server);
    await settleDuePayments(provider());
    expect(await server.balance('resident')).toBe(balance);
    if (balance > 0) endDebit(server.standIn.account, intents()[0]!);
  }
  expect(await ledgerDiscrepancies(server.database)).toEqual([]);
});

test('a debit that the bank takes back is owed again, under a type of its own', async () => {
  await processing(80, 'pm_usBankAccount_dispute');
  await end();
  expect(await entries()).toEqual([
    'Misc Charge 80 A charge',
    'Bank Payment -80 Bank payment',
    'Bank Return 80 Payment taken back by the bank',
  ]);
  expect(await ledgerDiscrepancies(server.database)).toEqual([]);
  const [dispute] = Object.values(server.standIn.account.state.disputes);
  answerDispute(server.standIn.account, dispute!.id, 'winning_evidence');
  await server.deliver(server.events());
  expect(await server.balance('resident')).toBe(0);
});

test('a return that is told before the payment stands after it, named as the bank’s', async () => {
  await server.charge('resident', 80);
  const started = await server.begin(resident);
  await server.pay(started.clientSecret, 'pm_usBankAccount_dispute');
  endDebit(server.standIn.account, intents()[0]!);
  await handleMissedEvents(provider());
  await server.deliver(server.events());
  const inOrder = ['Bank Payment -80 Bank payment', 'Bank Return 80 Payment taken back by the bank'];
  expect((await entries()).slice(1)).toEqual(inOrder);
  const today = communityDay();
  const days = { from: addDays(today, -2), to: addDays(today, 2), zone: 'America/New_York', property: null };
  const posted = (await postingsOf(server.database.sql, days)).map(({ description }) => description);
  expect([...new Set(posted)].slice(1)).toEqual(['Bank payment', 'Payment taken back by the bank']);
});

test('a debit is refunded to the bank account', async () => {
  await processing(80);
  await end();
  refund(server.standIn.account, { payment_intent: intents()[0]!.id, amount: '3000' });
  await server.deliver(server.events());
  expect((await entries()).at(-1)).toBe('Bank Refund 30 Refund to bank account');
});

test('an event of a debit waits until the provider can be asked how it ended', async () => {
  await processing(80, 'pm_usBankAccount_noAccount');
  endDebit(server.standIn.account, intents()[0]!);
  const told = server.events('payment_intent.payment_failed');
  await server.standIn.close();
  expect(await server.deliver(told)).toEqual([503]);
});

base('bank accounts are offered only where the setting says so', async () => {
  await server.charge('resident', 80);
  const started = await server.begin(resident);
  expect(intents()[0]!.payment_method_types).toEqual(['card']);
  expect((await server.pay(started.clientSecret, 'pm_usBankAccount_success')).status).toBe(400);
});

test('the version before begins a payment on the new tables, also while a debit is processed', async () => {
  await processing(80);
  const { sql } = server.database;
  for (const _ of ['at once', 'and again']) {
    await sql`
      insert into payment_intents (user_id, amount) values (2, 5)
      on conflict (user_id) where status not in ('succeeded', 'canceled') do nothing`;
  }
  // It takes what is processed for canceled, and so asks nothing and changes nothing.
  expect(await sql`select 1 from payment_intents where status not in ('succeeded', 'canceled')`).toHaveLength(
    1,
  );
});
