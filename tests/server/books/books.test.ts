import { expect } from 'vitest';
import type { BalanceOn, MonthReport, Posting, RentRollRow } from '../../../contract/books/books.ts';
import { ENTRY_KINDS } from '../../../contract/ledger/entryKinds.ts';
import { ACCOUNTS } from '../../../server/resources/books/accounts.ts';
import { communityDay } from '../../support/days.ts';
import { isolatedTest as test, manager, server } from '../../support/server/world.ts';
import { ROBIN, NOOR, post, entry, read, journal } from '../../support/server/books/books.ts';

test('a month says what was charged, collected and waived, and what is open at its end by age', async () => {
  const [, , , fee, check] = await post([
    entry('Rent', 1000, '2026-03-02'),
    entry('Check', -400, '2026-03-03'),
    entry('Rent', 1000, '2026-05-01'),
    entry('Late Fee', 50, '2026-05-06'),
    entry('Check', -600, '2026-05-07'),
    entry('Card Payment', -200, '2026-05-08', { user_id: NOOR }),
    entry('Card Refund', 30, '2026-05-09', { user_id: NOOR }),
    entry('Rent', 700, '2026-06-01'),
  ]);
  await post([
    entry('Reversal', -50, '2026-05-20', { reverses: fee!.id }),
    entry('Reversal', 600, '2026-06-02', { reverses: check!.id }),
  ]);
  expect(await read('months/2026-05-01')).toEqual({
    month: '2026-05-01',
    opening: 600,
    charged: 1050,
    collected: 770,
    waived: 50,
    from_deposits: 0,
    refunded: 0,
    closing: 830,
    // In June the check came back; at the end of May it had paid the rent of March.
    open: { days_0_30: 1000, days_31_60: 0, days_61_90: 0, over_90: 0 },
  });
  expect(await read<MonthReport>('months/2026-06-01')).toMatchObject({
    ...{ opening: 830, charged: 700, collected: -600, waived: 0, closing: 2130 },
    open: { days_0_30: 700, days_31_60: 1000, days_61_90: 0, over_90: 600 },
  });
});

test('what was open at a month’s end stays, whatever is recorded or taken back later', async () => {
  const open = async () => (await read<MonthReport>('months/2026-05-01')).open;
  const none = { days_0_30: 0, days_31_60: 0, days_61_90: 0, over_90: 0 };
  const [, fee, check] = await post([
    entry('Rent', 1000, '2026-05-01'),
    entry('Late Fee', 50, '2026-05-06'),
    entry('Check', -1050, '2026-05-07'),
  ]);
  expect(await open()).toEqual(none);
  await post([entry('Reversal', -50, '2026-06-02', { reverses: fee!.id })]);
  await post([entry('Reversal', 1050, '2026-06-04', { reverses: check!.id })]);
  expect(await open()).toEqual(none);

  await post([
    entry('Rent', 700, '2026-05-01', { user_id: NOOR }),
    entry('Rent', 700, '2026-06-01', { user_id: NOOR }),
    entry('Check', -700, '2026-06-02', { user_id: NOOR }),
  ]);
  expect(await open()).toEqual({ ...none, days_0_30: 700 });
  // Received in May, recorded last.
  await post([entry('Cash', -700, '2026-05-30', { user_id: NOOR })]);
  expect(await open()).toEqual(none);
});

test('what is open and not paid ahead of is the balance, and refunds lower the latest payment', async () => {
  await post([
    entry('Rent', 1000, '2026-03-15'),
    entry('Card Payment', -1000, '2026-03-16'),
    entry('Rent', 1000, '2026-05-01'),
    entry('Card Payment', -1000, '2026-05-02'),
    entry('Card Refund', 1200, '2026-05-10'),
  ]);
  expect((await read<MonthReport>('months/2026-05-01')).open).toEqual({
    ...{ days_0_30: 1000, days_31_60: 0, days_61_90: 200, over_90: 0 },
  });
});

test('balances at the end of a day count what is for later days and not what is for earlier ones', async () => {
  await post([
    entry('Rent', 1000, '2026-05-01'),
    // Recorded later, received in time.
    entry('Check', -1000, '2026-05-31'),
    entry('Rent', 700, '2026-06-01'),
    entry('Rent', 5, '2026-05-02', { user_id: NOOR }),
  ]);
  const on = async (day: string) =>
    (await read<BalanceOn[]>(`balances/${day}`)).map(({ user_id, balance }) => [user_id, balance]);
  expect(await on('2026-04-30')).toEqual([]);
  expect(await on('2026-05-01')).toEqual([[ROBIN, 1000]]);
  expect(await on('2026-05-31')).toEqual([[NOOR, 5]]);
  expect(await on('2026-06-01')).toEqual([
    [NOOR, 5],
    [ROBIN, 700],
  ]);
});

test('the rent roll has each lease that runs today, with what is charged, paid, open and late', async () => {
  const { sql } = server.database;
  const [days] = await sql<{ first: string; ago: string; today: string }>`
    select date_trunc('month', now() at time zone 'America/New_York')::date::text as first,
      ((now() at time zone 'America/New_York')::date - 40)::text as ago,
      (now() at time zone 'America/New_York')::date::text as today`;
  await sql`
    insert into leases (unit_id, starts, ends, proration) values
      (1, '2020-01-01', null, 'actual_days'), (2, '2020-01-01', '2020-12-31', 'actual_days')`;
  await sql`insert into lease_tenants (lease_id, user_id, position) values (1, ${ROBIN}, 1), (1, ${NOOR}, 2), (2, ${NOOR}, 1)`;
  await sql`
    insert into lease_charges (lease_id, kind, amount, due_day, from_month, to_month) values
      (1, 'rent', 900, 1, '2020-01-01', '2020-12-01'), (1, 'rent', 1000, 1, '2021-01-01', null),
      (1, 'parking', 45, 1, '2021-01-01', null)`;
  await post([
    entry('Rent', 1000, days!.ago),
    entry('Rent', 1000, days!.first),
    entry('Check', -1600, days!.today),
    // Another unit's, and one that was taken back.
    entry('Misc Charge', 77, days!.today, { unit_id: 2 }),
  ]);
  const [row, ...others] = await read<RentRollRow[]>('rent-roll');
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    ...{ lease_id: 1, unit_number: '101', property_name: 'Maple Court', user_id: ROBIN },
    ...{ rent: 1000, charged: 1000, paid: 600, open: 477 },
  });
  // A garage of the same person: each row has what is open of its own unit.
  await sql`insert into leases (unit_id, starts, proration) values (3, '2020-01-01', 'actual_days')`;
  await sql`insert into lease_tenants (lease_id, user_id, position) values (3, ${ROBIN}, 1)`;
  await post([entry('Parking Fee', 60, days!.today, { unit_id: 3 })]);
  const both = await read<RentRollRow[]>('rent-roll');
  expect(Object.fromEntries(both.map(({ lease_id, open }) => [lease_id, open]))).toEqual({ 1: 477, 3: 60 });
  const late = (Date.parse(days!.today) - Date.parse(days!.first)) / 86_400_000;
  expect(row!.days_late).toBe(late);
});

test('what was waived of a charge is not paid in the rent roll, and not open', async () => {
  const { sql } = server.database;
  await sql`insert into leases (unit_id, starts, proration) values (1, '2020-01-01', 'actual_days')`;
  await sql`insert into lease_tenants (lease_id, user_id, position) values (1, ${ROBIN}, 1)`;
  await post([
    entry('Rent', 1000, communityDay()),
    entry('Check', -600, communityDay()),
    entry('Concession', -150, communityDay()),
  ]);
  expect(await read<RentRollRow[]>('rent-roll')).toMatchObject([{ charged: 1000, paid: 600, open: 250 }]);
});

test('the rent roll tells rent that begins later, unless some is charged now or the lease ends before', async () => {
  const { sql } = server.database;
  await sql`
    insert into leases (unit_id, starts, ends, proration) values
      (1, '2020-01-01', null, 'actual_days'), (2, '2020-01-01', null, 'actual_days'),
      (3, '2020-01-01', '2098-12-31', 'actual_days')`;
  await sql`insert into lease_tenants (lease_id, user_id, position) values (1, ${ROBIN}, 1), (2, ${ROBIN}, 1), (3, ${NOOR}, 1)`;
  await sql`
    insert into lease_charges (lease_id, kind, amount, due_day, from_month, to_month) values
      (1, 'rent', 1300, 1, '2099-06-01', null), (1, 'rent', 1200, 1, '2099-02-01', '2099-05-01'),
      (1, 'rent', 30.5, 1, '2099-02-01', null), (1, 'parking', 45, 1, '2099-01-01', null),
      (2, 'rent', 1000, 1, '2021-01-01', '2098-12-01'), (2, 'rent', 1100, 1, '2099-01-01', null),
      (3, 'rent', 800, 1, '2099-01-01', null)`;
  const roll = await read<RentRollRow[]>('rent-roll');
  expect(roll.map(({ lease_id, rent, later_rent }) => ({ lease_id, rent, later_rent }))).toEqual([
    { lease_id: 3, rent: 0, later_rent: null },
    { lease_id: 1, rent: 0, later_rent: { amount: 1230.5, from_month: '2099-02-01' } },
    { lease_id: 2, rent: 1000, later_rent: null },
  ]);
});

test('a journal moves each entry between a tenant’s account and one of income or money, and is the same each time', async () => {
  const [, check] = await post([
    entry('Rent', 1450, '2026-05-01', { description: 'Rent for May 2026' }),
    entry('Check', -1450, '2026-05-03', { description: 'No. 12; from\tRobin' }),
  ]);
  await post([entry('Reversal', 1450, '2026-05-20', { reverses: check!.id, description: 'no funds' })]);
  const text = await journal('2026-05-01', '2026-05-31');
  expect(text).toBe(`; Porchlight, 2026-05-01 to 2026-05-31

commodity $
    format $1,000.00
tag property
tag unit
account assets:checks
account assets:receivable:user 2
account income:rent
payee Robin Hale

2026-05-01 * (1) Robin Hale | Rent for May 2026
    ; property: Maple Court
    ; unit: 101
    assets:receivable:user 2  $1450.00
    income:rent  $-1450.00

2026-05-03 * (2) Robin Hale | No. 12, from Robin
    ; property: Maple Court
    ; unit: 101
    assets:receivable:user 2  $-1450.00
    assets:checks  $1450.00

2026-05-20 * (3) Robin Hale | no funds
    ; property: Maple Court
    ; unit: 101
    assets:receivable:user 2  $1450.00
    assets:checks  $-1450.00
`);
  expect(await journal('2026-05-01', '2026-05-31')).toBe(text);
  const answer = await server.call('GET', '/books/journal?from=2026-05-31&to=2026-05-01', { as: manager });
  expect([answer.statusCode, answer.json()]).toMatchObject([
    400,
    { fields: { to: expect.any(String) as string } },
  ]);
});

test('the postings of some days are those of the journal, with whose they are, and add up to nothing', async () => {
  await post([entry('Rent', 1450, '2026-05-01', { description: 'Rent for May 2026' })]);
  const postings = await read<Posting[]>('postings?from=2026-05-01&to=2026-05-31');
  const whose = {
    ...{ entry: 1, deposit_entry: null, day: '2026-05-01', description: 'Rent for May 2026', user_id: ROBIN },
    ...{ first_name: 'Robin', last_name: 'Hale', property_name: 'Maple Court', unit_number: '101' },
  };
  expect(postings).toEqual([
    { ...whose, account: 'assets:receivable:user 2', amount: 1450 },
    { ...whose, account: 'income:rent', amount: -1450 },
  ]);
  expect(await read('postings?from=2026-06-01&to=2026-06-30')).toEqual([]);
});

test('every type of entry has an account', () => {
  const types = Object.values(ENTRY_KINDS).map(({ type }) => type);
  expect(Object.keys(ACCOUNTS).toSorted()).toEqual(types.filter((type) => type !== 'Reversal').toSorted());
});
