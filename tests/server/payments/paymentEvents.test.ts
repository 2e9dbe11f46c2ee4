import fc from 'fast-check';
import { expect } from 'vitest';
import type { Event } from '../../../stripe-stand-in/account.ts';
import { answerDispute, failRefund, refund } from '../../../stripe-stand-in/refundsAndDisputes.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { handleMissedEvents } from '../../../server/resources/payments/webhookEvents.ts';
import { dayIn } from '../../../contract/values/timeZone.ts';
import { stripeClient } from '../../../server/resources/payments/cardProvider.ts';
import { payingServer } from '../../support/server/paying.ts';
import { resident, server, test } from '../../support/server/payingWorld.ts';
import { paid, entries } from '../../support/server/payments/paymentEvents.ts';

function send(body: string, signature?: string) {
  return server.app.inject({
    method: 'POST',
    url: '/api/stripe_payments/webhook',
    payload: body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(signature === undefined ? {} : { 'stripe-signature': signature }),
    },
  });
}

test('the webhook accepts only bodies that the provider signed, byte for byte', async () => {
  await paid();
  const { account } = server.standIn;
  const [told] = server.events('payment_intent.succeeded');
  const body = JSON.stringify(told);
  const signature = account.sign(body);
  const wrong: [string, string | undefined][] = [
    [body, undefined],
    [body, ''],
    [body, 't=1,v1=00'],
    [`${body} `, signature],
    [body.replace('10000', '99000'), signature],
    [body, signature.replace(/t=\d+/, 't=1700000000')],
  ];
  for (const [forged, by] of wrong) {
    const answer = await send(forged, by);
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'bad_signature' }]);
  }
  expect(await server.balance('resident')).toBe(100);
  expect((await send(body, signature)).json()).toEqual({ received: true });
  expect(await server.balance('resident')).toBe(0);
});

test('the webhook accepts and ignores unknown events and those of other programs', async () => {
  const unknown = { id: 'evt_1', object: 'event', type: 'customer.created', created: 1, livemode: false, data: { object: {} } } as const; // prettier-ignore
  const strange = { id: 'pi_other', status: 'succeeded', amount: 500, amount_received: 500, metadata: {} };
  const other = { ...unknown, id: 'evt_2', type: 'payment_intent.succeeded', data: { object: strange } };
  const dispute = { id: 'du_1', status: 'lost', amount: 500, payment_intent: 'pi_other' };
  const disputed = { ...unknown, id: 'evt_3', type: 'charge.dispute.created', data: { object: dispute } };
  expect(await server.deliver([unknown, other, disputed])).toEqual([200, 200, 200]);
  expect(await entries()).toEqual([]);
});

test('the webhook stores each event once', async () => {
  await paid();
  const told = server.events('payment_intent.succeeded', 'charge.succeeded');
  await server.deliver([...told, ...told]);
  const kept = await server.database.sql<{ type: string }>`select type from stripe_events`;
  expect(kept).toEqual([{ type: 'payment_intent.succeeded' }]);
});

test('without a card provider the webhook and a new payment are refused with 503', async () => {
  const bare = await payingServer({
    STRIPE_SECRET_KEY: '',
    STRIPE_PUBLISHABLE_KEY: '',
    STRIPE_WEBHOOK_SECRET: '',
    STRIPE_API_BASE: '',
  });
  await bare.charge('resident', 80);
  const as = await bare.token('resident');
  for (const path of ['create-payment', 'webhook']) {
    const answer = await bare.call('POST', `/stripe_payments/${path}`, { as });
    expect([answer.statusCode, answer.json()]).toMatchObject([503, { code: 'payments_unavailable' }]);
  }
  expect(await bare.history(as)).toHaveLength(1);
  expect((await bare.call('GET', '/stripe_payments/open', { as })).json()).toEqual([]);
  await bare.close();
});

test('each refund becomes an entry of the refunded amount', async () => {
  const { id } = await paid(100);
  refund(server.standIn.account, { payment_intent: id, amount: '2505' });
  refund(server.standIn.account, { payment_intent: id });
  await server.deliver(server.events());
  expect(await entries()).toEqual([
    'Misc Charge 100 A charge',
    'Card Payment -100 Card payment',
    'Card Refund 25.05 Refund to card',
    'Card Refund 74.95 Refund to card',
  ]);
  expect(await server.balance('resident')).toBe(100);
});

test('the entry of a failed refund is reversed', async () => {
  const { id } = await paid(100);
  failRefund(server.standIn.account, refund(server.standIn.account, { payment_intent: id }));
  await server.deliver(server.events());
  const [restored, taken] = await server.history(resident);
  expect(taken).toMatchObject({ type: 'Card Refund', amount: 100, reversed_by: restored!.id });
  expect(restored).toMatchObject({ type: 'Card Refund', amount: -100, reverses: taken!.id });
});

test('a payment that is entered later counts for the day on which it was made', async () => {
  const { id } = await paid(100);
  const { account } = server.standIn;
  const charge = account.state.charges[account.state.intents[id]!.latest_charge!]!;
  // 23:59 on the 5th in New York.
  charge.created = Date.parse('2026-05-06T03:59:00Z') / 1000;
  await server.deliver(server.events('payment_intent.succeeded'));
  const [payment] = await server.history(resident);
  expect(payment).toMatchObject({ amount: -100, effective_on: '2026-05-05' });
});

test('what the provider keeps of a payment stands in the journal', async () => {
  await paid(100);
  await server.deliver(server.events('payment_intent.succeeded'));
  const [payment] = await server.history(resident);
  expect(payment!.effective_on).toBeNull();
  const day = dayIn('America/New_York', new Date());
  const as = await server.token('manager');
  const answer = await server.call('GET', `/books/journal?from=${day}&to=${day}`, { as });
  // 2.9 % and 30 cents.
  expect(answer.json<{ journal: string }>().journal).toContain(`
    assets:receivable:user 2  $-100.00
    assets:card payments  $96.80
    expenses:payment fees  $3.20
`);
});

test('a refund whose event never arrives is entered by the job', async () => {
  const { id } = await paid(100);
  await server.deliver(server.events('payment_intent.succeeded'));
  refund(server.standIn.account, { payment_intent: id, amount: '4000' });
  const settings = { ...server.standIn.settings };
  const provider = {
    stripe: stripeClient(settings),
    settings,
    database: server.database,
    log: server.app.log,
    zone: 'America/New_York',
  };
  await handleMissedEvents(provider);
  await handleMissedEvents(provider);
  expect(await server.balance('resident')).toBe(40);
});

test('events in any order and any number of times give the same ledger', async () => {
  const { account } = server.standIn;
  // Everything that can be told of one payment: a decline, the payment, two refunds of which one fails, and a
  // dispute that is won.
  await server.charge('resident', 100);
  const { clientSecret } = await server.begin(resident);
  await server.pay(clientSecret, 'pm_card_visa_chargeDeclined');
  const { body } = await server.pay(clientSecret, 'pm_card_createDispute');
  refund(account, { payment_intent: body.id, amount: '1500' });
  failRefund(account, refund(account, { payment_intent: body.id, amount: '500' }));
  const [dispute] = Object.values(account.state.disputes);
  answerDispute(account, dispute!.id, 'winning_evidence');
  const told = server.events();
  expect(told.length).toBeGreaterThan(12);
  const { sql } = server.database;
  const [intent] = await sql`select id, user_id, stripe_id from payment_intents`;

  const orders = fc
    .shuffledSubarray(told, { minLength: told.length })
    .chain((once) => fc.array(fc.constantFrom(...told), { maxLength: 8 }).map((more) => [once, more]))
    .chain(([once = [], more = []]) =>
      fc.shuffledSubarray([...once, ...more], { minLength: once.length + more.length }),
    );
  // What the provider answers when it is asked would hide the order, so it is not to be reached.
  account.state.intents = {};
  await fc.assert(
    fc.asyncProperty(orders, async (order: Event[]) => {
      await sql`delete from payment_takebacks`;
      await sql`delete from payment_intents`;
      await sql`delete from stripe_events`;
      await sql`truncate balances`;
      await sql`alter table allocations disable trigger user`;
      await sql`delete from allocations`;
      await sql`alter table allocations enable trigger user`;
      await sql`truncate open_amounts`;
      await sql`alter table transactions disable trigger user`;
      await sql`delete from transactions`;
      await sql`alter table transactions enable trigger user`;
      await sql`
        insert into payment_intents (id, user_id, stripe_id, amount)
        values (${intent!.id}, ${intent!.user_id}, ${intent!.stripe_id}, 100)`;
      await server.charge('resident', 100);

      expect(new Set(await server.deliver(order))).toEqual(new Set([200]));
      const types = (await entries()).map((entry) => entry.split(' -')[0]!.split(/ \d/)[0]);
      expect(types.slice(0, 2)).toEqual(['Misc Charge', 'Card Payment']);
      expect((await entries()).sort()).toEqual([
        'Card Dispute -100 Dispute closed: the payment stands',
        'Card Dispute 100 Payment disputed with the bank',
        'Card Payment -100 Card payment',
        'Card Refund -5 Refund did not go through',
        'Card Refund 15 Refund to card',
        'Card Refund 5 Refund to card',
        'Misc Charge 100 A charge',
      ]);
      expect(await server.balance('resident')).toBe(15);
      // The refund that went through is the payment's; what is left of it pays the charge.
      const [payment] = (await server.history(resident)).filter(({ type }) => type === 'Card Payment');
      expect(payment!.pays?.map(({ amount }) => amount).sort()).toEqual([15, 85]);
      expect(await ledgerDiscrepancies(server.database)).toEqual([]);
    }),
    { numRuns: 25 },
  );
});
