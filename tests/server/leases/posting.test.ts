import { expect } from 'vitest';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import type { Lease, NewLease } from '../../../contract/leases/lease.ts';
import { postLeaseCharges } from '../../../server/resources/leases/postLeaseCharges.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { isolatedTest as test, manager, resident, server } from '../../support/server/world.ts';

const NEW_YORK = 'America/New_York';

/** Posts what has fallen due by a time, as the job does. */
const postAt = (time: string, zone = NEW_YORK) =>
  postLeaseCharges(server.database, { zone, now: new Date(time) });

/** Begins a lease straight in the database, so that it may begin long ago. */
async function begin({
  starts = '2026-01-01',
  ends = null,
  proration = 'actual_days',
  due_day = 1,
  from_month = '2026-01-01',
  amount = 1450,
  kind = 'rent',
}: Partial<NewLease & NewLease['charges'][number]> = {}): Promise<{ lease: number; charge: number }> {
  const { sql } = server.database;
  const [lease] = await sql<{ id: number }>`
    insert into leases (unit_id, starts, ends, proration, created_by) values (1, ${starts}, ${ends}, ${proration}, 1)
    returning id`;
  await sql`insert into lease_tenants (lease_id, user_id, position) values (${lease!.id}, 2, 1), (${lease!.id}, 3, 2)`;
  const [charge] = await sql<{ id: number }>`
    insert into lease_charges (lease_id, kind, amount, due_day, from_month)
    values (${lease!.id}, ${kind}, ${amount}, ${due_day}, ${from_month}) returning id`;
  return { lease: lease!.id, charge: charge!.id };
}

async function history(token = resident): Promise<Transaction[]> {
  const answer = await server.call('GET', '/transactions/my-history', { as: token });
  return answer.json<Transaction[]>();
}
const told = async () =>
  (await history()).map(({ effective_on, amount, description }) => [effective_on, amount, description]);

test('rent is posted on its due day, to who is billed, and once', async () => {
  await begin();
  await postAt('2026-01-01T15:00:00Z');
  expect(await postAt('2026-01-31T23:00:00Z')).toBe(0);
  const [entry, ...others] = await history();
  expect(others).toEqual([]);
  expect(entry).toMatchObject({
    user_id: 2,
    unit_id: 1,
    amount: 1450,
    type: 'Rent',
    description: 'Rent for January 2026',
    effective_on: '2026-01-01',
    lease: { month: '2026-01-01', full_amount: 1450, days: 31, proration: 'actual_days' },
  });
  expect(await ledgerDiscrepancies(server.database)).toEqual([]);
});

test('months that were missed are caught up, each dated at its due day', async () => {
  await begin({ due_day: 31 });
  expect(await postAt('2026-04-30T15:00:00Z')).toBe(4);
  expect(await told()).toEqual([
    ['2026-04-30', 1450, 'Rent for April 2026'],
    ['2026-03-31', 1450, 'Rent for March 2026'],
    ['2026-02-28', 1450, 'Rent for February 2026'],
    ['2026-01-31', 1450, 'Rent for January 2026'],
  ]);
});

test.each([
  // The clocks of New York go forward on March 8 and back on November 1, 2026.
  ['2026-11-01T03:59:00Z', NEW_YORK, 0],
  ['2026-11-01T04:00:00Z', NEW_YORK, 1],
  ['2026-10-31T09:59:00Z', 'Pacific/Kiritimati', 0],
  ['2026-10-31T10:00:00Z', 'Pacific/Kiritimati', 1],
  ['2026-11-01T11:59:00Z', 'Etc/GMT+12', 0],
  ['2026-11-01T12:00:00Z', 'Etc/GMT+12', 1],
])('at %s in %s, %i charges of November 1 have been posted', async (time, zone, count) => {
  await begin({ from_month: '2026-11-01' });
  expect(await postAt(time, zone)).toBe(count);
});

test('a property of its own time zone is charged on its own days', async () => {
  await begin({ from_month: '2026-11-01' });
  const answer = await server.call('PATCH', '/properties/1', {
    as: manager,
    body: { time_zone: 'Pacific/Honolulu' },
  });
  expect(answer.json()).toMatchObject({ time_zone: 'Pacific/Honolulu' });
  expect(await postAt('2026-11-01T09:59:00Z')).toBe(0);
  expect(await postAt('2026-11-01T10:00:00Z')).toBe(1);
});

test('moving in and out is charged by the days, and says so', async () => {
  await begin({ starts: '2026-01-15', ends: '2026-02-07' });
  await postAt('2026-03-15T15:00:00Z');
  expect(await told()).toEqual([
    ['2026-02-01', 362.5, 'Rent for February 2026 (7 of 28 days)'],
    ['2026-01-15', 795.16, 'Rent for January 2026 (17 of 31 days)'],
  ]);
});

test('the check of the ledger finds a month that is posted with another amount, or an entry without its month', async () => {
  await begin({ starts: '2026-01-15', proration: 'thirty_day_month' });
  await begin({ starts: '2026-01-10', proration: 'days_of_year', kind: 'pet', amount: 33.33 });
  await postAt('2026-02-15T15:00:00Z');
  expect(await ledgerDiscrepancies(server.database)).toEqual([]);
  const { sql } = server.database;
  await sql`
    insert into transactions (user_id, amount, type, description) values (2, 10, 'Pet', 'A cat'), (2, 9, 'Rent', 'Nobody’s'),
      (2, 7, 'Rent', 'Rent')`;
  await sql`
    insert into lease_postings (lease_charge_id, month, transaction_id, days, proration)
    select 1, '2026-03-01', max(id), 31, 'actual_days' from transactions`;
  expect(await ledgerDiscrepancies(server.database)).toEqual([
    'Entry 5 is a lease’s charge without its month',
    'Entry 6 is a lease’s charge without its month',
    'Entry 7 of 7.00 posts 2026-03 of lease charge 1, which comes to 1450.00',
  ]);
});

test('processes that post at once post each month once', async () => {
  for (let lease = 0; lease < 5; lease += 1) await begin({ kind: 'parking', amount: 10 + lease });
  const posted = await Promise.all([1, 2, 3].map(() => postAt('2026-06-15T15:00:00Z')));
  expect(posted.reduce((sum, each) => sum + each, 0)).toBe(30);
  expect(await history()).toHaveLength(30);
});

test('the database refuses a second entry for a month', async () => {
  const { charge } = await begin();
  await postAt('2026-01-01T15:00:00Z');
  const { sql } = server.database;
  await expect(
    sql`insert into lease_postings (lease_charge_id, month, transaction_id, days, proration)
      values (${charge}, '2026-01-01', 1, 31, 'actual_days')`,
  ).rejects.toThrow('lease_postings_pkey');
  await expect(sql`delete from lease_postings`).rejects.toThrow('append-only');
});

test('a reversed month is not posted again', async () => {
  await begin();
  await postAt('2026-01-15T15:00:00Z');
  const [entry] = await history();
  await server.call('POST', `/transactions/${entry!.id}/reversal`, {
    as: manager,
    body: { reason: 'Waived' },
  });
  expect(await postAt('2026-01-16T15:00:00Z')).toBe(0);
});

test('nothing is posted while a lease or all are paused, and it is caught up after', async () => {
  const { lease } = await begin();
  const pause = (paused: boolean) =>
    server.call('PUT', `/leases/${lease}`, { as: manager, body: { paused } });
  const pauseAll = (paused: boolean) =>
    server.call('PUT', '/leases/posting', { as: manager, body: { paused } });
  await pause(true);
  expect(await postAt('2026-01-15T15:00:00Z')).toBe(0);
  await pause(false);
  await pauseAll(true);
  expect((await server.call('GET', '/leases/posting', { as: manager })).json()).toEqual({ paused: true });
  expect(await postAt('2026-01-15T15:00:00Z')).toBe(0);
  await pauseAll(false);
  expect(await postAt('2026-02-15T15:00:00Z')).toBe(2);
});

test('a rise is posted from its month on, and what was posted stays', async () => {
  const { lease, charge } = await begin();
  await postAt('2026-01-15T15:00:00Z');
  const rise = (from_month: string) =>
    server.call('PUT', `/leases/${lease}/charges/${charge}`, {
      as: manager,
      body: { from_month, amount: 1500, due_day: 5 },
    });
  const refused = await rise('2026-01-01');
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({
    code: 'already_posted',
    fields: { from_month: 'January 2026 is posted already. Choose February 2026 or a later month.' },
  });
  const answer = await rise('2026-03-01');
  expect(answer.json<Lease>().charges).toMatchObject([
    {
      amount: 1450,
      due_day: 1,
      from_month: '2026-01-01',
      to_month: '2026-02-01',
      posted_through: '2026-01-01',
    },
    { amount: 1500, due_day: 5, from_month: '2026-03-01', to_month: null, posted_through: null },
  ]);
  await postAt('2026-03-05T15:00:00Z');
  expect(await told()).toEqual([
    ['2026-03-05', 1500, 'Rent for March 2026'],
    ['2026-02-01', 1450, 'Rent for February 2026'],
    ['2026-01-01', 1450, 'Rent for January 2026'],
  ]);
});

test('a lease that ended posts nothing more and keeps the debt', async () => {
  const { lease } = await begin();
  await postAt('2026-01-15T15:00:00Z');
  await server.call('PUT', `/leases/${lease}`, { as: manager, body: { ends: '2026-01-31' } });
  expect(await postAt('2026-06-15T15:00:00Z')).toBe(0);
  expect(await told()).toEqual([['2026-01-01', 1450, 'Rent for January 2026']]);
});

test('the job of the server posts', async () => {
  await begin({ starts: '2026-01-01', from_month: '2026-01-01' });
  const { recurringJobs } = await import('../../../server/jobs/recurringJobs.ts');
  const job = recurringJobs(server.app).find(({ name }) => name === 'post-lease-charges');
  expect(await job?.run(new AbortController().signal)).toBeGreaterThan(0);
});
