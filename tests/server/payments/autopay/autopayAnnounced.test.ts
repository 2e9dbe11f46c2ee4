import { beforeEach, expect } from 'vitest';
import type { Notification } from '../../../../contract/notifications/notification.ts';
import { notifyOfRent } from '../../../../server/resources/leases/notifyOfRent.ts';
import { postLeaseCharges } from '../../../../server/resources/leases/postLeaseCharges.ts';
import { announceCharges } from '../../../../server/resources/payments/autopay/announceCharges.ts';
import { notifyOfCharges } from '../../../../server/resources/payments/autopay/notifyOfCharges.ts';
import { NEW_YORK } from '../../../support/server/autopay.ts';
import { resident, server, test } from '../../../support/server/payingWorld.ts';
import { at, setUp } from '../../../support/server/payments/autopayRuns.ts';

/** A lease of the resident's with rent of $1,450.00 on the 1st. */
beforeEach(async () => {
  const { sql } = server.database;
  const [lease] = await sql<{ id: number }>`
    insert into leases (unit_id, starts, proration) values (1, '2026-02-01', 'actual_days') returning id`;
  await sql`insert into lease_tenants (lease_id, user_id, position) values (${lease!.id}, 2, 1)`;
  await sql`
    insert into lease_charges (lease_id, kind, amount, due_day, from_month) values (${lease!.id}, 'rent', 1450, 1, '2026-03-01')`;
});

/** What the server tells on a day, as its job does. */
async function pass(day: string): Promise<void> {
  const options = { zone: NEW_YORK, now: new Date(`${day}T17:00:00Z`) };
  await postLeaseCharges(server.database, options);
  await notifyOfRent(server.database, {
    ...options,
    autopay: (sql, users) => announceCharges(sql, users, options),
  });
  await notifyOfCharges(server.database, options);
}

/** What was told of charges to come, the first one first. */
const told = async () =>
  (await server.call('GET', '/notifications', { as: resident }))
    .json<Notification[]>()
    .filter(({ kind }) => kind === 'autopay_due_soon' || kind === 'rent_due_soon')
    .map(({ title, body }) => [title, body])
    .reverse();

const RENT = '$1,450.00 is due on March 1, 2026';
const CHARGES = 'Autopay charges $1,450.00 on March 20, 2026, from Visa ending in 4242.';

test('a charge weeks after the rent is announced with the rent, and again three days before, once', async () => {
  await setUp({ charge_day: 20 });
  for (const day of ['2026-02-25', '2026-02-26', '2026-02-27', '2026-03-16']) await pass(day);
  expect(await told()).toEqual([[RENT, `Rent for March 2026. ${CHARGES}`]]);
  for (const day of ['2026-03-17', '2026-03-17', '2026-03-18', '2026-03-20']) await pass(day);
  expect((await told()).slice(1)).toEqual([['Autopay on March 20, 2026', CHARGES]]);
});

test('a charge on the day of the rent is announced with the rent alone', async () => {
  await setUp({ charge_day: 2 });
  for (const day of ['2026-02-26', '2026-02-27', '2026-02-28', '2026-03-01']) await pass(day);
  expect((await told()).map(([title]) => title)).toEqual([RENT]);
});

test('what will be over the limit is told three days before too', async () => {
  await setUp({ charge_day: 20, max_amount: 1400 });
  await pass('2026-03-17');
  expect(await told()).toEqual([
    [
      'Autopay on March 20, 2026',
      'Autopay will charge nothing: $1,450.00 will be due, which is more than its limit of $1,400.00.',
    ],
  ]);
});

test('a paused autopay is told with the rent, and three days before the day on which it would have charged', async () => {
  await setUp({ charge_day: 20, method: 'pm_card_chargeCustomerFail' });
  await pass('2026-03-10');
  for (const day of ['2026-03-20', '2026-03-22', '2026-03-24']) await at(day);
  const paused = (amount: string) =>
    `Autopay is paused, so it will not charge the ${amount} that will be due on April 20, 2026. Resume it, or pay by yourself.`;
  for (const day of ['2026-03-25', '2026-03-29', '2026-04-10', '2026-04-17']) await pass(day);
  expect(await told()).toEqual([
    ['$1,450.00 is due on April 1, 2026', `Rent for April 2026. ${paused('$2,900.00')}`],
    ['Autopay on April 20, 2026', paused('$2,900.00')],
  ]);
});

test('nobody is told where nothing will be due, or autopay is off', async () => {
  await setUp({ charge_day: 20 });
  await server.database.sql`
    insert into transactions (user_id, unit_id, amount, type, description) values (2, 1, -5000, 'Check', 'Ahead')`;
  await pass('2026-03-17');
  expect(await told()).toEqual([]);
  await server.call('DELETE', '/autopay', { as: resident });
  await pass('2026-04-17');
  expect(await told()).toEqual([]);
});
