import { expect } from 'vitest';
import { AUTOPAY_CONSENT, type Autopay, type AutopaySetup } from '../../../../contract/payments/autopay.ts';
import type { Failure } from '../../../../contract/http/failure.ts';
import { settleSetups } from '../../../../server/resources/payments/autopay/closeSetups.ts';
import {
  chargeAt,
  confirmSetup,
  GIVEN,
  providerOf,
  runsOf,
  setUpAutopay,
} from '../../../support/server/autopay.ts';
import { resident, server, test as base } from '../../../support/server/payingWorld.ts';

const test = base.extend('environment', { STRIPE_BANK_DEBITS: 'true' });

const state = () => server.standIn.account.state;
const read = async () => (await server.call('GET', '/autopay', { as: resident })).json<Autopay>();
const begin = (given: object = {}) =>
  server.call('POST', '/autopay/setup', { as: resident, body: { ...GIVEN, ...given } });
const started = async () => (await begin()).json<AutopaySetup>();
const finish = () => server.call('POST', '/autopay/setup/finish', { as: resident });
const stop = () => server.call('DELETE', '/autopay', { as: resident });
const methods = () => Object.values(state().methods);

test('a card is stored at the provider, what was agreed to is kept word for word, and no number is', async () => {
  expect(await read()).toMatchObject({ state: 'off', method: null, consent: null, available: true });
  const setup = await started();
  expect(setup.publishableKey).toBe(server.standIn.settings.publishableKey);
  expect((await read()).state).toBe('setting_up');
  await confirmSetup(server, setup, 'pm_card_visa');
  expect((await finish()).json()).toMatchObject({
    state: 'on',
    method: { kind: 'card', brand: 'visa', last4: '4242' },
    charge_day: 1,
    max_amount: 2000,
    consent: { version: AUTOPAY_CONSENT.version, text: AUTOPAY_CONSENT.text },
  });
  const [made] = Object.values(state().setups);
  expect(made).toMatchObject({ usage: 'off_session', payment_method_types: ['card', 'us_bank_account'] });
  const [customer] = Object.values(state().customers);
  expect(JSON.stringify(customer)).not.toMatch(/Robin|Hale|resident@/);
  const stored = await server.database.sql`select * from autopay_setups`;
  expect(JSON.stringify(stored)).not.toContain('4242424242424242');
});

test('a bank account is stored, and managers see no more than that', async () => {
  await setUpAutopay(server, resident, { method: 'pm_usBankAccount_success' });
  expect((await read()).method).toEqual({ kind: 'us_bank_account', brand: null, last4: '6789' });
  const as = await server.token('manager');
  const seen = await server.call('GET', '/autopay/users/2', { as });
  expect(seen.json()).toEqual({ state: 'on', kind: 'us_bank_account' });
  expect((await server.call('GET', '/autopay/users/3', { as })).json()).toEqual({ state: 'off', kind: null });
});

test('autopay is on although the browser never came back: by the event, or by the job', async () => {
  await confirmSetup(server, await started(), 'pm_card_visa');
  await server.deliver(server.events('setup_intent.succeeded'));
  await server.deliver(server.events('setup_intent.succeeded'));
  expect((await read()).state).toBe('on');
  await stop();

  await confirmSetup(server, await started(), 'pm_card_mastercard');
  await server.database.sql`update autopay_setups set asked_at = now() - interval '5 minutes'`;
  await settleSetups(providerOf(server));
  expect(await read()).toMatchObject({ state: 'on', method: { last4: '4444' } });
});

test('the provider is asked whether a method is stored, and the browser is not believed', async () => {
  await started();
  expect((await finish()).json()).toMatchObject({ state: 'setting_up', method: null });
  expect((await confirmSetup(server, await started(), 'pm_card_visa_chargeDeclined')).status).toBe(402);
  expect((await finish()).json()).toMatchObject({ state: 'setting_up' });
});

test('a card that asks for authentication is stored once it was given', async () => {
  const setup = await started();
  const confirmed = (await (
    await confirmSetup(server, setup, 'pm_card_authenticationRequiredOnSetup')
  ).json()) as {
    next_action: { redirect_to_url: { url: string } };
  };
  expect((await finish()).json()).toMatchObject({ state: 'setting_up' });
  const url = confirmed.next_action.redirect_to_url.url.replace(
    '/api/stripe-stand-in',
    server.standIn.settings.apiBase,
  );
  const answered = await fetch(url.split('?')[0]!, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ answer: 'complete', client_secret: setup.clientSecret }),
  });
  expect(answered.headers.get('location')).toContain('redirect_status=succeeded');
  expect((await finish()).json()).toMatchObject({ state: 'on' });
});

test('one tap stops autopay, removes the method at the provider, and nothing is charged any more', async () => {
  await setUpAutopay(server, resident);
  await server.charge('resident', 100);
  expect((await stop()).json()).toMatchObject({ state: 'off', method: null, charge_day: null });
  expect(methods()).toMatchObject([{ customer: null }]);
  await chargeAt(server, '2026-03-01T15:00:00Z');
  expect(await runsOf(server)).toEqual([]);
  // What was agreed to stays kept.
  expect(await server.database.sql`select 1 from autopay_setups where status = 'succeeded'`).toHaveLength(1);
});

test('stopping works while the provider is away, and the method is removed later', async () => {
  await setUpAutopay(server, resident);
  server.standIn.account.losesAnswer = () => true;
  expect((await stop()).json()).toMatchObject({ state: 'off' });
  server.standIn.account.losesAnswer = undefined;
  await server.database.sql`update autopay_setups set asked_at = now() - interval '5 minutes'`;
  await settleSetups(providerOf(server));
  expect(methods()).toMatchObject([{ customer: null }]);
  expect(await server.database.sql`select 1 from autopay_setups where closed_at is null`).toEqual([]);
});

test('a set-up that was stopped before it was finished never turns autopay on', async () => {
  const setup = await started();
  await stop();
  expect((await confirmSetup(server, setup, 'pm_card_visa')).status).toBe(400);
  expect((await finish()).json()).toMatchObject({ state: 'off' });
});

test('another card takes the place of the first, which is removed at the provider', async () => {
  await setUpAutopay(server, resident);
  await setUpAutopay(server, resident, { method: 'pm_card_mastercard', max_amount: 500 });
  expect(await read()).toMatchObject({ state: 'on', max_amount: 500, method: { last4: '4444' } });
  expect(methods().map(({ customer }) => customer !== null)).toEqual([false, true]);
  expect(Object.keys(state().customers)).toHaveLength(1);
});

test('a set-up of yesterday that nobody finished is given up at the provider too', async () => {
  const setup = await started();
  await server.database.sql`alter table autopay_setups disable trigger user`;
  await server.database.sql`
    update autopay_setups set consented_at = now() - interval '25 hours', asked_at = now() - interval '1 hour'`;
  await server.database.sql`alter table autopay_setups enable trigger user`;
  await settleSetups(providerOf(server));
  expect((await read()).state).toBe('off');
  expect((await confirmSetup(server, setup, 'pm_card_visa')).status).toBe(400);
});

test('wrong input is told at its field, and words that have changed are read again', async () => {
  const told = async (given: object) => {
    const answer = await begin(given);
    const { fields, code } = answer.json<Failure>();
    return [answer.statusCode, code, ...Object.keys(fields ?? {})];
  };
  expect(await told({ charge_day: 32 })).toEqual([400, 'invalid', 'charge_day']);
  expect(await told({ max_amount: 0.5 })).toEqual([400, 'invalid', 'max_amount']);
  expect(await told({ max_amount: 10.001 })).toEqual([400, 'invalid', 'max_amount']);
  expect(await told({ consent_version: 99 })).toEqual([409, 'consent_changed']);
  expect(Object.keys(state().setups)).toEqual([]);
});

test('what was agreed to cannot be changed or deleted in the database', async () => {
  await started();
  const { sql } = server.database;
  await expect(sql`update autopay_setups set consent_text = 'other words'`).rejects.toThrow('is kept');
  await expect(sql`delete from autopay_setups`).rejects.toThrow('is kept');
});

test('day and limit are changed, and a changed day counts from tomorrow', async () => {
  const change = async (body: object) => server.call('PUT', '/autopay', { as: resident, body });
  expect((await change({ max_amount: 5 })).json()).toMatchObject({ code: 'autopay_off' });
  const before = await setUpAutopay(server, resident);
  expect((await change({ max_amount: 900.5 })).json()).toMatchObject({
    max_amount: 900.5,
    since: before.since,
  });
  const moved = (await change({ charge_day: 31 })).json<Autopay>();
  expect(moved.charge_day).toBe(31);
  expect(moved.since! > before.since!).toBe(true);
  expect((await change({ charge_day: null })).json()).toMatchObject({ charge_day: null, max_amount: 900.5 });
});

base('without a card provider autopay cannot be set up, and can still be read and stopped', async () => {
  await server.standIn.close();
  const answer = await begin();
  expect([answer.statusCode, answer.json()]).toMatchObject([503, { code: 'payments_unavailable' }]);
  expect((await stop()).json()).toMatchObject({ state: 'off' });
});
