import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import Stripe from 'stripe';
import { afterEach, expect, test, vi } from 'vitest';
import { stripeClient } from '../../../server/resources/payments/cardProvider.ts';
import { endDebit, endOldDebits } from '../../../stripe-stand-in/debits.ts';
import { startStandIn, type StandIn } from '../../../stripe-stand-in/standIn.ts';

const started: StandIn[] = [];
async function start(options: { file?: string } = {}) {
  const standIn = await startStandIn(options);
  started.push(standIn);
  return { standIn, stripe: stripeClient(standIn.settings), intents: standIn.account.state.intents };
}
afterEach(() => Promise.all(started.splice(0).map((each) => each.close())));

const sixty = { amount: 6000, currency: 'usd', metadata: { payment: 'one' } };
const back = 'http://localhost:3000/payments?tab=1';

test('Stripe’s own client can create, read, update, confirm and cancel a payment at the stand-in', async () => {
  const { stripe } = await start();
  const made = await stripe.paymentIntents.create(sixty);
  expect(made).toMatchObject({ status: 'requires_payment_method', metadata: { payment: 'one' } });
  expect((await stripe.paymentIntents.update(made.id, { amount: 6500 })).amount).toBe(6500);
  await stripe.paymentIntents.confirm(made.id, { payment_method: 'pm_card_amex' });
  const paid = await stripe.paymentIntents.retrieve(made.id, { expand: ['latest_charge'] });
  expect(paid).toMatchObject({ status: 'succeeded', amount_received: 6500 });
  expect((paid.latest_charge as Stripe.Charge).payment_method_details!.card).toMatchObject({ last4: '0005' });
  const other = await stripe.paymentIntents.create(sixty);
  expect((await stripe.paymentIntents.cancel(other.id)).status).toBe('canceled');
});

test('the stand-in answers a repeated key with the same payment, and refuses it for another', async () => {
  const { stripe, intents } = await start();
  const options = { idempotencyKey: 'a key' };
  const [one, two] = await Promise.all([1, 2].map(() => stripe.paymentIntents.create(sixty, options)));
  expect(two!.id).toBe(one!.id);
  expect(Object.keys(intents)).toEqual([one!.id]);
  await expect(stripe.paymentIntents.create({ ...sixty, amount: 7000 }, options)).rejects.toThrow(
    Stripe.errors.StripeIdempotencyError,
  );
});

test.each([
  ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline', 'Your card was declined.'],
  ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
  ['pm_card_chargeDeclinedExpiredCard', 'expired_card', '', 'Your card has expired.'],
  ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', '', "Your card's security code is incorrect."],
])('%s is declined as Stripe documents it', async (payment_method, code, decline_code, message) => {
  const { stripe, intents } = await start();
  const { id } = await stripe.paymentIntents.create(sixty);
  const error: unknown = await stripe.paymentIntents.confirm(id, { payment_method }).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
  expect(error).toMatchObject({ code, decline_code, message, statusCode: 402 });
  expect(intents[id]).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code } });
}); // prettier-ignore

test.each([
  ['pm_usBankAccount_success', 'succeeded', undefined],
  ['pm_usBankAccount_noAccount', 'requires_payment_method', 'no_account'],
])('a debit from %s is processed until it ends as Stripe documents it', async (payment_method, status, code) => {
  const { standIn, stripe, intents } = await start();
  const types = ['card', 'us_bank_account'] as const;
  const { id } = await stripe.paymentIntents.create({ ...sixty, allowed_payment_method_types: [...types] });
  const options = { payment_method, expand: ['latest_charge'] };
  expect((await stripe.paymentIntents.confirm(id, options)).status).toBe('processing');
  await expect(stripe.paymentIntents.cancel(id)).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
  endDebit(standIn.account, intents[id]!);
  const ended = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
  expect(ended.status).toBe(status);
  expect(ended.last_payment_error?.code).toBe(code);
  expect((ended.latest_charge as Stripe.Charge).payment_method_details).toMatchObject({ type: 'us_bank_account' });
}); // prettier-ignore

test('without a test, the stand-in ends a debit after a while, but not one that stays', async () => {
  const { standIn, stripe, intents } = await start();
  const given = { ...sixty, allowed_payment_method_types: ['us_bank_account' as const] };
  const debits = await Promise.all([1, 2].map(() => stripe.paymentIntents.create(given)));
  await stripe.paymentIntents.confirm(debits[0]!.id, { payment_method: 'pm_usBankAccount_success' });
  await stripe.paymentIntents.confirm(debits[1]!.id, { payment_method: 'pm_usBankAccount_processing' });
  endOldDebits(standIn.account, 60);
  expect(intents[debits[0]!.id]!.status).toBe('processing');
  endOldDebits(standIn.account, 0);
  expect(debits.map(({ id }) => intents[id]!.status)).toEqual(['succeeded', 'processing']);
});

test('a completed payment cannot be confirmed, updated or canceled again', async () => {
  const { stripe } = await start();
  const { id } = await stripe.paymentIntents.create(sixty);
  await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
  const again = [
    stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }),
    stripe.paymentIntents.update(id, { amount: 100 }),
    stripe.paymentIntents.cancel(id),
  ];
  for (const attempt of again) {
    await expect(attempt).rejects.toMatchObject({ code: 'payment_intent_unexpected_state', statusCode: 400 });
  }
  await expect(stripe.paymentIntents.create({ ...sixty, amount: 49 })).rejects.toMatchObject({
    code: 'amount_too_small',
  });
  await expect(stripe.paymentIntents.retrieve('pi_none')).rejects.toMatchObject({ code: 'resource_missing' });
});

test('a page with the publishable key can do with its payment what Stripe allows, and nothing else', async () => {
  const { standIn, stripe } = await start();
  const { id, client_secret } = await stripe.paymentIntents.create(sixty);
  const { apiBase, publishableKey } = standIn.settings;
  const status = async (method: string, where: string, key = publishableKey) =>
    (await fetch(`${apiBase}/v1/${where}`, { method, headers: { Authorization: `Bearer ${key}` } })).status;
  expect(await status('GET', `payment_intents/${id}?client_secret=${client_secret}`)).toBe(200);
  expect(await status('GET', `payment_intents/${id}`)).toBe(404);
  expect(await status('GET', `payment_intents/${id}?client_secret=${id}_secret_guessed`)).toBe(404);
  expect(await status('GET', `payment_intents/${id}`, 'pk_test_other')).toBe(401);
  expect(await status('POST', 'payment_intents')).toBe(401);
  expect(await status('POST', 'refunds')).toBe(401);
  expect(await status('GET', 'events')).toBe(401);
});

test.each([
  ['complete', 'succeeded', 'succeeded'],
  ['fail', 'failed', 'requires_payment_method'],
])('a card that needs authentication asks, and to %s it leads back', async (answer, redirect, status) => {
  const { standIn, stripe, intents } = await start();
  const product = Fastify();
  standIn.join(product, '/webhook');
  const { id, client_secret } = await stripe.paymentIntents.create(sixty);
  const confirmed = await stripe.paymentIntents.confirm(id, {
    payment_method: 'pm_card_authenticationRequiredOnSetup',
    return_url: back,
  });
  expect(confirmed.status).toBe('requires_action');
  const url = confirmed.next_action!.redirect_to_url!.url!;
  const page = await product.inject(url);
  expect(page.headers['content-type']).toContain('text/html');
  expect(page.body).toContain('Test mode: no real card is charged.');
  expect(page.body).toContain('$60.00');

  const post = { method: 'POST', url: url.split('?')[0]!, headers: { 'content-type': 'application/x-www-form-urlencoded' } } as const; // prettier-ignore
  expect(
    (await product.inject({ ...post, payload: `answer=${answer}&client_secret=guessed` })).statusCode,
  ).toBe(404);
  const answered = await product.inject({
    ...post,
    payload: `answer=${answer}&client_secret=${client_secret}`,
  });
  expect(answered.statusCode).toBe(303);
  const to = new URL(answered.headers.location!);
  expect(Object.fromEntries(to.searchParams)).toEqual({
    tab: '1',
    payment_intent: id,
    payment_intent_client_secret: client_secret,
    redirect_status: redirect,
  });
  expect(intents[id]!.status).toBe(status);
  await product.close();
});

test('the stand-in signs its events, and sends them again when the webhook did not accept them', async () => {
  const { standIn, stripe } = await start();
  const product = Fastify();
  const heard: string[] = [];
  let deaf = 1;
  product.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  product.post('/webhook', async (request, reply) => {
    if (deaf-- > 0) return reply.code(500).send();
    const { type } = stripe.webhooks.constructEvent(
      request.body as string,
      request.headers['stripe-signature'] as string,
      standIn.settings.webhookSecret,
    );
    heard.push(type);
    return {};
  });
  standIn.join(product, '/webhook');
  const { id } = await stripe.paymentIntents.create(sixty);
  await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
  await expect.poll(() => heard.sort()).toEqual(['charge.succeeded', 'payment_intent.created', 'payment_intent.succeeded']);
  await product.close();
}); // prettier-ignore

test('the stand-in keeps its state over a restart, and never starts in production', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'porchlight-stand-in-'));
  const file = path.join(folder, 'data/stripe.json');
  const before = await start({ file });
  const { id } = await before.stripe.paymentIntents.create(sixty);
  const after = await start({ file });
  expect((await after.stripe.paymentIntents.retrieve(id)).amount).toBe(6000);
  await rm(folder, { recursive: true });
  vi.stubEnv('NODE_ENV', 'production');
  await expect(startStandIn()).rejects.toThrow('does not start in production');
});

test('the stand-in’s script names the release that the Stripe library expects', () => {
  const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
  const train = /RELEASE_TRAIN = '(\w+)'/.exec(read('node_modules/@stripe/stripe-js/dist/pure.mjs'))![1];
  expect(read('stripe-stand-in/browser/stripe.js')).toContain(`const RELEASE = '${train}'`);
});

test('everything that a page loads of the stand-in comes from the product’s own origin', async () => {
  const { standIn } = await start();
  const product = Fastify();
  standIn.join(product, '/webhook');
  for (const file of [
    'stripe.js',
    'paymentElement.js',
    'cards.js',
    'banks.js',
    'elements.js',
    'stand-in.css',
  ]) {
    const { statusCode, headers } = await product.inject(standIn.settings.script.replace('stripe.js', file));
    expect([statusCode, headers['content-type']]).toEqual([200, file.endsWith('css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8']); // prettier-ignore
  }
  expect((await product.inject(standIn.settings.script.replace('stripe.js', '..%2fapi.ts'))).statusCode).toBe(
    404,
  );
  await product.close();
});

test('the bank’s page may load its own stylesheet, and nothing else', async () => {
  const { standIn, stripe } = await start();
  const intent = await stripe.paymentIntents.create(sixty);
  const product = Fastify();
  product.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', "default-src 'none'");
  });
  standIn.join(product, '/webhook');
  const url = `/api/stripe-stand-in/authenticate/${intent.id}?client_secret=${intent.client_secret}`;
  const page = await product.inject(url);
  expect(page.statusCode).toBe(200);
  const loaded = [...page.body.matchAll(/<(?:link|script|img|iframe)[^>]*(?:href|src)="([^"]+)"/g)];
  expect(loaded.map(([, from]) => from)).toEqual(['/api/stripe-stand-in/stand-in.css']);
  expect(page.headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  await product.close();
});
