import { afterEach, beforeEach, expect } from 'vitest';
import { ledgerDiscrepancies } from '../../../../server/resources/ledger/discrepancies.ts';
import { postLeaseCharges } from '../../../../server/resources/leases/postLeaseCharges.ts';
import { announceCharges } from '../../../../server/resources/payments/autopay/announceCharges.ts';
import { endDebit } from '../../../../stripe-stand-in/debits.ts';
import { NEW_YORK, setUpAutopay } from '../../../support/server/autopay.ts';
import { server, test as base } from '../../../support/server/payingWorld.ts';
import { at, runs } from '../../../support/server/payments/autopayRuns.ts';

const test = base.extend('environment', { STRIPE_BANK_DEBITS: 'true' });

const [BILLED, ROOMMATE] = [2, 3];
let roommate: string;

/** Rent of $1,000.00 on the 1st, 40 % of which is asked of the roommate, who owes $50.00 of their own beside it. */
beforeEach(async () => {
  const { sql } = server.database;
  roommate = await server.token('neighbour');
  const [lease] = await sql<{ id: number }>`
    insert into leases (unit_id, starts, proration, shares_in, shares_set_at)
    values (1, '2026-02-01', 'actual_days', 'percent', '2026-02-01') returning id`;
  await sql`
    insert into lease_tenants (lease_id, user_id, position, share)
    values (${lease!.id}, ${BILLED}, 1, 60), (${lease!.id}, ${ROOMMATE}, 2, 40)`;
  await sql`
    insert into lease_charges (lease_id, kind, amount, due_day, from_month) values (${lease!.id}, 'rent', 1000, 1, '2026-03-01')`;
  await sql`
    insert into transactions (user_id, unit_id, amount, type, description, created_by)
    values (${ROOMMATE}, 2, 50, 'Damage Fee', 'A key of another home', 1)`;
});
afterEach(async () => expect(await ledgerDiscrepancies(server.database)).toEqual([]));

const post = (day: string) =>
  postLeaseCharges(server.database, { zone: NEW_YORK, now: new Date(`${day}T12:00:00Z`) });
const balances = async () => [await server.balance('resident'), await server.balance('neighbour')];
const told = async (day: string) => {
  const options = { zone: NEW_YORK, now: new Date(`${day}T17:00:00Z`) };
  return (await announceCharges(server.database.sql, [ROOMMATE], options)).get(ROOMMATE);
};

test('a tenant who is not billed and owes something of their own is charged that and then their share, in one month and once', async () => {
  await setUpAutopay(server, roommate);
  await post('2026-03-01');
  for (const day of ['2026-03-01', '2026-03-01', '2026-03-01', '2026-03-02']) await at(day);
  expect(await runs()).toEqual([
    '2026-03 1 2026-03-01 50.00 succeeded',
    '2026-03 2 2026-03-01 400.00 succeeded',
  ]);
  expect(await balances()).toEqual([600, 0]);
});

test('the notice of autopay says what it charges of one’s own and of the home, each with its amount', async () => {
  await setUpAutopay(server, roommate);
  expect(await told('2026-02-26')).toBe(
    'Autopay charges $50.00 on March 1, 2026, from Visa ending in 4242. ' +
      'Autopay charges $400.00 (your share of 40 %, $400.00 of $1,000.00) on March 1, 2026, from Visa ending in 4242.',
  );
});

test('both together stay within the limit of a month, and what is over it is said', async () => {
  await setUpAutopay(server, roommate, { max_amount: 420 });
  expect(await told('2026-02-26')).toContain(
    'Autopay will charge nothing more: $400.00 (your share of 40 %, $400.00 of $1,000.00) will be due, which is more than what is left of its limit of $420.00.',
  );
  await post('2026-03-01');
  for (const day of ['2026-03-01', '2026-03-01', '2026-03-02']) await at(day);
  expect(await runs()).toEqual([
    '2026-03 1 2026-03-01 50.00 succeeded',
    '2026-03 2 2026-03-01 400.00 over_limit',
  ]);
});

test('what is tried again of a month says what is left of its limit, to the tenant and in their autopay', async () => {
  await setUpAutopay(server, roommate);
  await post('2026-03-01');
  await at('2026-03-01');
  const { madeFrom, methods } = server.standIn.account.state;
  madeFrom[Object.keys(methods)[0]!] = 'pm_card_chargeCustomerFail';
  await at('2026-03-01');
  await server.database.sql`update autopay set max_amount = 420`;
  expect(await told('2026-03-02')).toContain('which is more than what is left of its limit of $420.00.');
  expect((await server.call('GET', '/autopay', { as: roommate })).json()).toMatchObject({ charged: 50 });
  // By the next month all of the limit is there again.
  expect(await told('2026-03-30')).toContain('which is more than its limit of $420.00.');
});

test('a share whose charge is declined after one’s own was paid is tried again two days later', async () => {
  await setUpAutopay(server, roommate);
  await post('2026-03-01');
  await at('2026-03-01');
  const { madeFrom, methods } = server.standIn.account.state;
  const stored = Object.keys(methods)[0]!;
  madeFrom[stored] = 'pm_card_chargeCustomerFail';
  await at('2026-03-01');
  await at('2026-03-02');
  madeFrom[stored] = 'pm_card_visa';
  await at('2026-03-03');
  expect(await runs()).toEqual([
    '2026-03 1 2026-03-01 50.00 succeeded',
    '2026-03 2 2026-03-01 400.00 declined',
    '2026-03 3 2026-03-03 400.00 succeeded',
  ]);
  expect(await balances()).toEqual([600, 0]);
});

test('a checkout asks for one’s own first, and then for what the home owes, also while the bank processes the first', async () => {
  await post('2026-03-01');
  const own = await server.begin(roommate);
  expect(own.amount).toBe(50);
  await server.pay(own.clientSecret, 'pm_usBankAccount_success');
  await server.deliver(server.events());
  const ofHome = await server.begin(roommate);
  expect(ofHome.amount).toBe(1000);
  await server.pay(ofHome.clientSecret);
  await server.deliver(server.events());
  const [intent] = Object.values(server.standIn.account.state.intents);
  endDebit(server.standIn.account, intent!);
  await server.deliver(server.events());
  expect(await balances()).toEqual([0, 0]);
});
