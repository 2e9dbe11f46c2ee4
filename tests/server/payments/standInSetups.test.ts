import Stripe from 'stripe';
import { afterEach, expect, test } from 'vitest';
import { stripeClient } from '../../../server/resources/payments/cardProvider.ts';
import { startStandIn, type StandIn } from '../../../stripe-stand-in/standIn.ts';

const started: StandIn[] = [];
afterEach(() => Promise.all(started.splice(0).map((each) => each.close())));

/** A customer with a stored test payment method, as Stripe's own client makes it. */
async function stored(method: string) {
  const standIn = await startStandIn();
  started.push(standIn);
  const stripe = stripeClient(standIn.settings);
  const { id: customer } = await stripe.customers.create({});
  const setup = await stripe.setupIntents.create({
    customer,
    usage: 'off_session',
    allowed_payment_method_types: ['card', 'us_bank_account'],
  });
  const confirmed = await stripe.setupIntents.confirm(setup.id, {
    payment_method: method,
    return_url: 'http://localhost:3000/payments/autopay',
  });
  const charge = (more: Stripe.PaymentIntentCreateParams = { amount: 8000, currency: 'usd' }) =>
    stripe.paymentIntents.create({
      customer,
      payment_method: standIn.account.state.setups[setup.id]!.payment_method!,
      allowed_payment_method_types: ['card', 'us_bank_account'],
      off_session: true,
      confirm: true,
      ...more,
    });
  return { standIn, stripe, customer, setup: confirmed, charge };
}

test('a stored card is charged off the session, and is listed with its customer', async () => {
  const { stripe, customer, setup, charge } = await stored('pm_card_visa');
  expect(setup).toMatchObject({ status: 'succeeded', usage: 'off_session', customer });
  const read = await stripe.setupIntents.retrieve(setup.id, { expand: ['payment_method'] });
  expect(read.payment_method).toMatchObject({
    type: 'card',
    card: { brand: 'visa', last4: '4242' },
    customer,
  });
  const paid = await charge();
  expect(paid).toMatchObject({ status: 'succeeded', amount_received: 8000, customer });
  const listed = await stripe.paymentIntents.list({ customer });
  expect(listed.data.map(({ id }) => id)).toEqual([paid.id]);
  expect((await stripe.paymentIntents.list({ customer: 'cus_other' })).data).toEqual([]);
});

test('a stored bank account is debited, which is processed first', async () => {
  const { charge } = await stored('pm_usBankAccount_success');
  expect((await charge()).status).toBe('processing');
});

test('the card 0341 is stored and declined when it is charged', async () => {
  const { charge } = await stored('pm_card_chargeCustomerFail');
  const error: unknown = await charge().catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
  expect(error).toMatchObject({
    code: 'card_declined',
    payment_intent: { status: 'requires_payment_method', last_payment_error: { code: 'card_declined' } },
  });
});

test('the card 3155 asks once, while it is stored, and 3184 cannot be charged while nobody is there', async () => {
  const once = await stored('pm_card_authenticationRequiredOnSetup');
  expect(once.setup.status).toBe('requires_action');
  const url = once.setup.next_action!.redirect_to_url!.url!.replace(
    '/api/stripe-stand-in',
    once.standIn.settings.apiBase,
  );
  const answer = { answer: 'complete', client_secret: once.setup.client_secret! };
  await fetch(url.split('?')[0]!, { method: 'POST', redirect: 'manual', body: new URLSearchParams(answer) });
  expect((await once.charge()).status).toBe('succeeded');

  const always = await stored('pm_card_visa');
  const [method] = Object.keys(always.standIn.account.state.methods);
  always.standIn.account.state.madeFrom[method!] = 'pm_card_authenticationRequired';
  await expect(always.charge()).rejects.toMatchObject({
    code: 'authentication_required',
    statusCode: 402,
    payment_intent: { status: 'requires_payment_method' },
  });
});

test('a detached method can never be charged again, nor detached twice', async () => {
  const { stripe, standIn, charge } = await stored('pm_card_visa');
  const [method] = Object.keys(standIn.account.state.methods);
  expect((await stripe.paymentMethods.detach(method!)).customer).toBeNull();
  await expect(charge()).rejects.toThrow('It may not be used again.');
  await expect(stripe.paymentMethods.detach(method!)).rejects.toThrow('not attached to a customer');
});

test('a repeated key charges once, and a lost answer was a charge', async () => {
  const { standIn, stripe, customer } = await stored('pm_card_visa');
  const [method] = Object.keys(standIn.account.state.methods);
  const charge = () =>
    stripe.paymentIntents.create(
      { amount: 500, currency: 'usd', customer, payment_method: method!, off_session: true, confirm: true },
      { idempotencyKey: 'once', maxNetworkRetries: 0 },
    );
  standIn.account.losesAnswer = () => true;
  await expect(charge()).rejects.toThrow(Stripe.errors.StripeConnectionError);
  standIn.account.losesAnswer = undefined;
  const again = await charge();
  expect(again.status).toBe('succeeded');
  expect(Object.keys(standIn.account.state.intents)).toEqual([again.id]);
});
