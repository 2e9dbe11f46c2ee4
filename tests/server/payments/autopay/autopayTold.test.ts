import { beforeEach, expect } from 'vitest';
import type { Notification } from '../../../../contract/notifications/notification.ts';
import { notifyOfRent } from '../../../../server/resources/leases/notifyOfRent.ts';
import { announceCharges } from '../../../../server/resources/payments/autopay/announceCharges.ts';
import { postLeaseCharges } from '../../../../server/resources/leases/postLeaseCharges.ts';
import { NEW_YORK } from '../../../support/server/autopay.ts';
import { resident, server, test } from '../../../support/server/payingWorld.ts';
import { at, setUp } from '../../../support/server/payments/autopayRuns.ts';

let manager: string;

/** A lease of the resident's with rent of $1,450.00 on the 1st. */
beforeEach(async () => {
  manager = await server.token('manager');
  const { sql } = server.database;
  const [lease] = await sql<{ id: number }>`
    insert into leases (unit_id, starts, proration) values (1, '2026-02-01', 'actual_days') returning id`;
  await sql`insert into lease_tenants (lease_id, user_id, position) values (${lease!.id}, 2, 1)`;
  await sql`
    insert into lease_charges (lease_id, kind, amount, due_day, from_month) values (${lease!.id}, 'rent', 1450, 1, '2026-03-01')`;
});

const told = async (as: string, count = 1) =>
  (await server.call('GET', '/notifications', { as }))
    .json<Notification[]>()
    .slice(0, count)
    .map(({ title, body }) => [title, body]);
const announce = (day: string, hour = 17) => {
  const now = new Date(`${day}T${hour}:00:00Z`);
  return notifyOfRent(server.database, {
    ...{ zone: NEW_YORK, now },
    autopay: (sql, users) => announceCharges(sql, users, { zone: NEW_YORK, now }),
  });
};

test('three days before, the rent is told with what autopay charges, how much and from what', async () => {
  await setUp();
  await announce('2026-02-27');
  expect(await told(resident)).toEqual([
    [
      '$1,450.00 is due on March 1, 2026',
      'Rent for March 2026. Autopay charges $1,450.00 on March 1, 2026, from Visa ending in 4242.',
    ],
  ]);
});

test('three days before, it is told that autopay will charge nothing, as more will be due than its limit', async () => {
  await setUp({ max_amount: 1400 });
  await announce('2026-02-27');
  expect(await told(resident)).toEqual([
    [
      '$1,450.00 is due on March 1, 2026',
      'Rent for March 2026. Autopay will charge nothing: $1,450.00 will be due, which is more than its limit of $1,400.00.',
    ],
  ]);
});

test('what is over the limit is told at once to the resident and to management, once', async () => {
  await setUp({ max_amount: 1400 });
  await postLeaseCharges(server.database, { zone: NEW_YORK, now: new Date('2026-03-01T15:00:00Z') });
  await at('2026-03-01');
  await at('2026-03-01');
  const reason = '$1,450.00 was due, which is more than its limit of $1,400.00.';
  expect(await told(resident)).toEqual([['Autopay charged nothing', `${reason} What is due stays due.`]]);
  expect(await told(manager, 2)).toEqual([['Autopay of Robin Hale charged nothing', reason]]);
});

test('the third decline is told with that autopay is paused', async () => {
  await setUp({ method: 'pm_card_chargeCustomerFail' });
  await postLeaseCharges(server.database, { zone: NEW_YORK, now: new Date('2026-03-01T15:00:00Z') });
  for (const day of ['2026-03-01', '2026-03-03', '2026-03-05']) await at(day);
  const titles = (await told(resident, 10)).map(([title]) => title);
  expect(titles.filter((title) => title === 'Autopay is paused')).toHaveLength(1);
  expect(titles.filter((title) => title === 'Your payment of $1,450.00 failed')).toHaveLength(2);
  expect(await told(manager)).toEqual([
    ['Autopay of Robin Hale is paused', expect.stringContaining('This was the third try.') as string],
  ]);
});
