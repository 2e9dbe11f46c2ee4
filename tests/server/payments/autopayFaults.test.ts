import fc from 'fast-check';
import { expect } from 'vitest';
import { addDays } from '../../../contract/autopaySchedule.ts';
import { addMonths } from '../../../contract/leaseSchedule.ts';
import type { PaymentStarted } from '../../../contract/payments.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { settleDuePayments } from '../../../server/resources/payments/reconcile.ts';
import { ageRuns, chargeAt, providerOf, setUpAutopay } from '../../support/server/autopay.ts';
import { makePaymentChecksDue } from '../../support/server/paying.ts';
import { resident, server, test } from '../../support/server/payingWorld.ts';

const STEPS = [
  ...(['charge', 'charge twice at once', 'a day passes', 'an hour passes', 'owe more'] as const),
  ...(['answers are lost', 'answers arrive', 'the card declines', 'the card pays'] as const),
  ...(['open a checkout', 'pay the checkout', 'events arrive', 'charge and pay at once'] as const),
];
type Step = (typeof STEPS)[number];
const MONTHS = 14;

test('whatever is lost, killed or done at once, nothing is paid twice, and the ledger has what was paid', async () => {
  await setUpAutopay(server, resident);
  const { account } = server.standIn;
  const [stored] = Object.keys(account.state.methods);
  const secrets: string[] = [];
  let day = '2026-02-01';

  const charge = () => chargeAt(server, `${day}T17:00:00Z`);
  const open = async () => {
    const answer = await server.call('POST', '/stripe_payments/create-payment', { as: resident });
    if (answer.statusCode === 200) secrets.push(answer.json<PaymentStarted>().clientSecret);
  };
  /** From a tab that may have been open for long. */
  const pay = async () => {
    account.losesAnswer = undefined;
    const secret = secrets.at(-1);
    if (secret) await server.pay(secret);
  };
  const steps: Record<Step, () => unknown> = {
    charge,
    'charge twice at once': () => Promise.all([charge(), charge()]),
    'a day passes': () => (day = addDays(day, 1)),
    'an hour passes': () => ageRuns(server),
    'owe more': () => server.charge('resident', 25),
    // One kind of request after the other, as the process may be killed after any.
    'answers are lost': () => {
      account.losesAnswer = (method, path) => method === 'POST' && /\/(payment_intents|cancel)$/.test(path);
    },
    'answers arrive': () => (account.losesAnswer = undefined),
    'the card declines': () => (account.state.madeFrom[stored!] = 'pm_card_chargeCustomerFail'),
    'the card pays': () => (account.state.madeFrom[stored!] = 'pm_card_visa'),
    'open a checkout': open,
    'pay the checkout': pay,
    'events arrive': () => server.deliver(server.events()),
    'charge and pay at once': () => Promise.all([charge(), open().then(pay)]),
  };
  const schedules = fc.sample(fc.array(fc.constantFrom(...STEPS), { minLength: 6, maxLength: 12 }), MONTHS);
  let tries = 0;
  for (const [nth, schedule] of schedules.entries()) {
    day = addMonths('2026-03-01', nth);
    await server.charge('resident', 80);
    await server.database.sql`update autopay set paused_reason = null`;
    for (const step of schedule) await steps[step]();
    // Everything comes to rest.
    account.losesAnswer = undefined;
    await ageRuns(server);
    await charge();
    await makePaymentChecksDue(server);
    await settleDuePayments(providerOf(server));
    await server.deliver(server.events());

    const balance = await server.balance('resident');
    const paid = Object.values(account.state.intents).reduce((sum, each) => sum + each.amount_received, 0);
    const [entered] = await server.database.sql<{ cents: number }>`
      select coalesce(sum(-amount), 0) * 100 as cents from transactions where type = 'Card Payment'`;
    expect([schedule, balance >= 0, entered!.cents]).toEqual([schedule, true, paid]);
    expect(await ledgerDiscrepancies(server.database), schedule.join()).toEqual([]);
    const [runs] = await server.database.sql<{ all: number; left: number }>`
      select count(*) as all, count(*) filter (where outcome is null) as left from autopay_runs`;
    expect([schedule, runs!.left]).toEqual([schedule, 0]);
    tries = runs!.all;
    if (balance > 0) await server.charge('resident', -balance);
  }
  expect(tries).toBeGreaterThan(MONTHS / 2);
});
