import { expect } from 'vitest';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { postEntries } from '../../../server/resources/ledger/postEntries.ts';
import { isolatedTest as test, manager, server } from '../../support/server/world.ts';
import { RENT, runAt, begin, history, fees, pay } from '../../support/server/leases/lateFees.ts';

test('a check that bounces after the days to pay costs the fee that its rent would have cost', async () => {
  await begin();
  await runAt('2026-05-01');
  const check = await pay(RENT);
  expect(await runAt('2026-05-06')).toBe(0);
  await server.call('POST', `/transactions/${check.id}/reversal`, {
    as: manager,
    body: { reason: 'Bounced' },
  });
  expect(await runAt('2026-05-20')).toBe(1);
  expect(await fees()).toEqual([['2026-05-20', 50, 'Late fee for rent for May 2026']]);
});

test('a payment that was received in time and recorded after the fee names the fee', async () => {
  await begin();
  await runAt('2026-05-01');
  await runAt('2026-05-06');
  const [fee] = (await history()).filter(({ type }) => type === 'Late Fee');
  expect((await pay(400, '2026-05-06')).fees_paid_in_time).toEqual([]);
  expect((await pay(400, '2026-05-05')).fees_paid_in_time).toEqual([]);
  // With it, the rent is paid: 400 of it came late, and would have been spared by what is left of this one.
  const told = await pay(RENT, '2026-05-04');
  expect(told.fees_paid_in_time).toEqual([
    { id: fee!.id, amount: 50, description: 'Late fee for rent for May 2026' },
  ]);
});

test('a payment that was received on the first late day was not in time', async () => {
  await begin();
  await runAt('2026-05-01');
  await runAt('2026-05-06');
  expect((await pay(RENT, '2026-05-06')).fees_paid_in_time).toEqual([]);
  expect((await pay(RENT, '2026-05-05')).fees_paid_in_time).toHaveLength(1);
});

test('what was received late does not count as paid in time once an earlier payment is recorded', async () => {
  await begin();
  for (const day of ['05-01', '05-06', '06-01', '06-06']) await runAt(`2026-${day}`);
  const [ofJune, ofMay] = (await history()).filter(({ type }) => type === 'Late Fee');
  expect(ofJune!.description).toBe('Late fee for rent for June 2026');
  // Late for both months, and more than one of them costs.
  expect((await pay(2 * RENT, '2026-06-20')).fees_paid_in_time).toEqual([]);
  expect((await pay(RENT, '2026-05-03')).fees_paid_in_time.map(({ id }) => id)).toEqual([ofMay!.id]);
});

test('what is left over of an earlier payment, once the month before was paid in time, pays the next in time', async () => {
  await begin();
  for (const day of ['05-01', '05-06']) await runAt(`2026-${day}`);
  expect((await pay(1000, '2026-05-20')).fees_paid_in_time).toEqual([]);
  for (const day of ['06-01', '06-06']) await runAt(`2026-${day}`);
  const [ofJune, ofMay] = (await history()).filter(({ type }) => type === 'Late Fee');
  expect((await pay(RENT, '2026-05-03')).fees_paid_in_time.map(({ id }) => id)).toEqual([ofMay!.id]);
  // Of the $1,000.00, $130.00 paid May's parking and, as long as it stands, its fee.
  expect((await pay(580, '2026-06-05')).fees_paid_in_time.map(({ id }) => id)).toEqual([
    ofMay!.id,
    ofJune!.id,
  ]);
});

test('the days after a late payment cost a fee that was not due, and the first fee stays', async () => {
  await begin({ daily_amount: 10, daily_cap: 100 });
  for (const day of ['01', '06', '07', '08', '09', '10']) await runAt(`2026-05-${day}`);
  const told = await pay(RENT, '2026-05-08');
  expect(told.fees_paid_in_time.map(({ description }) => description).toSorted()).toEqual([
    'Late fee for rent for May 2026, May 10',
    'Late fee for rent for May 2026, May 9',
  ]);
});

test('no daily fee follows a first fee that was waived', async () => {
  await begin({ daily_amount: 10, daily_cap: 100 });
  for (const day of ['01', '06']) await runAt(`2026-05-${day}`);
  const [fee] = (await history()).filter(({ type }) => type === 'Late Fee');
  await server.call('POST', `/transactions/${fee!.id}/reversal`, { as: manager, body: { reason: 'Agreed' } });
  expect(await runAt('2026-05-07')).toBe(0);
});

test('no fee comes while a payment may have been made in time', async () => {
  await begin();
  await runAt('2026-05-01');
  const { sql } = server.database;
  await sql`
    insert into payment_intents (user_id, stripe_id, amount, status, asked_at)
    values (2, 'pi_open', 1450, 'requires_action', '2026-05-06T03:50:00Z')`;
  // Two minutes after midnight in New York: nobody asked the provider since.
  expect(await runAt('2026-05-06T04:02:00Z')).toBe(0);
  await sql`update payment_intents set status = 'processing', asked_at = '2026-05-06T04:05:00Z'`;
  expect(await runAt('2026-05-06T04:06:00Z')).toBe(0);
  await sql`update payment_intents set status = 'requires_payment_method', asked_at = '2026-05-06T04:07:00Z'`;
  expect(await runAt('2026-05-06T04:08:00Z')).toBe(1);
});

test('rent whose card payment management refunded costs no fee', async () => {
  await begin();
  await runAt('2026-05-01');
  const { sql } = server.database;
  const [paid] = await postEntries(sql, [
    {
      user_id: 2,
      unit_id: 1,
      amount: -1530,
      type: 'Card Payment',
      description: 'Card payment',
      created_by: null,
    },
  ]);
  await sql`
    insert into payment_intents (user_id, stripe_id, amount, status, transaction_id)
    values (2, 'pi_paid', 1530, 'succeeded', ${paid!.id})`;
  const [refund] = await postEntries(sql, [
    {
      user_id: 2,
      unit_id: 1,
      amount: 1500,
      type: 'Card Refund',
      description: 'Refund to card',
      created_by: null,
    },
  ]);
  await sql`
    insert into payment_takebacks (stripe_id, payment_intent_id, kind, amount, taken)
    select 're_1', id, 'refund', 1500, true from payment_intents`;
  await sql`update payment_takebacks set taken_id = ${refund!.id}`;
  expect(await runAt('2026-05-20')).toBe(0);
});

test('the check of the ledger finds a fee of another amount than its rule’s, and one for somebody else’s rent', async () => {
  await begin({ kind: 'percent', percent: 4, daily_amount: 10, daily_cap: 15 });
  await runAt('2026-05-01');
  for (const day of ['2026-05-06', '2026-05-07', '2026-05-08', '2026-05-09']) await runAt(day);
  expect((await fees()).map(([, amount]) => amount)).toEqual([58, 10, 5]);
  expect(await ledgerDiscrepancies(server.database)).toEqual([]);

  const { sql } = server.database;
  await sql`
    insert into transactions (user_id, amount, type, description)
    values (2, 57.99, 'Late Fee', 'Too little'), (2, 1, 'Late Fee', 'One day more'), (3, 58, 'Late Fee', 'Another’s'),
      (2, 5, 'Late Fee', 'For nothing')`;
  await runAt('2026-08-01');
  await sql`
    insert into late_fees (lease_charge_id, month, day, transaction_id, rule_id, late_on, unpaid)
    select 1, month::date, day::date, (select id from transactions where description = of), 1, '2026-05-06', 1450
    from (values ('2026-06-01', '2026-06-06', 'Too little'), ('2026-05-01', '2026-05-10', 'One day more'),
      ('2026-07-01', '2026-07-06', 'Another’s')) as row(month, day, of)`;
  expect(await ledgerDiscrepancies(server.database)).toEqual([
    'Entry 6 of 57.99 is the late fee of 2026-06-06 for lease charge 1, which comes to 58.00',
    'Entry 7 of 1.00 is the late fee of 2026-05-10 for lease charge 1, which comes to 10.00 up to 15.00 a month',
    'Entry 8 of type Late Fee for user 3 is a late fee for rent of user 2',
    'Entry 9 is a late fee that nobody charged, without its rent',
  ]);
});
