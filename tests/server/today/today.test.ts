import { expect } from 'vitest';
import { openByDay } from '../../../contract/ledger/openByDay.ts';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import { TODAY_KINDS } from '../../../contract/today/today.ts';
import { addDays } from '../../../contract/values/calendar.ts';
import { toCents, toDollars } from '../../../contract/values/money.ts';
import { reportForm } from '../../support/server/server.ts';
import { isolatedTest as test, manager, resident, server } from '../../support/server/world.ts';
import { change, charge, group, groups, NICO, ROBIN, today } from '../../support/server/today/today.ts';

test('what waits is told by kind, most urgent first, and only to management', async () => {
  await change('POST', '/announcements/submit', { announcement: 'A bench by the gate' }, resident);
  const form = new FormData();
  form.set('information', 'The tap drips');
  expect((await server.call('POST', '/maintenance', { as: resident, form })).statusCode).toBe(201);
  await charge(40, addDays(today(), -3));

  const answered = await groups();
  expect(answered.map(({ kind }) => kind)).toEqual(
    TODAY_KINDS.filter((kind) => answered.some((each) => each.kind === kind)),
  );
  const robin = { id: ROBIN, first_name: 'Robin', last_name: 'Hale' };
  const home = { unit_id: 1, unit_number: '101', property_name: 'Maple Court' };
  const rest = { amount: null, count: null, text: null, taken_by: null, home: null, person: null };
  expect(answered).toEqual([
    {
      kind: 'claim',
      total: 1,
      rows: [
        {
          ...{ ...rest, id: `claim:${NICO}`, day: today(), text: '201' },
          person: { id: NICO, first_name: 'Nico', last_name: 'Berg' },
        },
      ],
    },
    {
      kind: 'suggestion',
      total: 1,
      rows: [{ ...rest, id: 'suggestion:1', day: today(), person: robin, text: 'A bench by the gate' }],
    },
    {
      kind: 'unseen_request',
      total: 1,
      rows: [{ ...rest, id: 'unseen_request:1', day: today(), person: robin, home, text: 'The tap drips' }],
    },
    {
      kind: 'late',
      total: 1,
      rows: [{ ...rest, id: `late:${ROBIN}`, day: addDays(today(), -3), person: robin, home, amount: 40 }],
    },
    {
      kind: 'request',
      total: 1,
      rows: [{ ...rest, id: 'request:1', day: today(), person: robin, home, text: 'The tap drips' }],
    },
    {
      kind: 'vacant',
      total: 3,
      rows: [
        {
          ...{ ...rest, id: 'vacant:1', day: null, count: 1 },
          home: { unit_id: 3, unit_number: '2B', property_name: 'Maple Court' },
        },
        {
          ...{ ...rest, id: 'vacant:2', day: null, count: 2 },
          home: { unit_id: null, unit_number: null, property_name: 'Harbor House' },
        },
      ],
    },
  ]);
  expect((await server.call('GET', '/today', { as: resident })).statusCode).toBe(403);
});

test('a request waits to be seen until a manager opens it, emergencies first, and what management reported does not', async () => {
  const reports: { as: string; fields: Record<string, string> }[] = [
    { as: resident, fields: { information: 'The tap drips', urgency: 'Soon' } },
    { as: resident, fields: { information: 'Water in the hall', urgency: 'Emergency' } },
    { as: manager, fields: { information: 'Check the roof', unit_id: '1' } },
  ];
  for (const { as, fields } of reports) {
    await server.call('POST', '/maintenance', { as, form: reportForm(fields) });
  }
  const unseen = async () => (await group('unseen_request'))?.rows.map(({ text }) => text);
  expect(await unseen()).toEqual(['Water in the hall', 'The tap drips']);
  await server.call('PUT', '/maintenance/2/seen', { as: manager });
  expect(await unseen()).toEqual(['The tap drips']);
  await change('POST', '/maintenance/1/events', { kind: 'reply', text: 'We come' });
  expect(await unseen()).toBeUndefined();
  expect((await group('request'))?.total).toBe(3);
});

test('what was done waits no more', async () => {
  expect((await group('claim'))?.total).toBe(1);
  await change('PUT', `/users/${NICO}`, { unit: 5 });
  expect(await group('claim')).toBeUndefined();
  await charge(40, addDays(today(), -3));
  expect((await group('late'))?.total).toBe(1);
  await change('POST', '/transactions/record-payment', {
    userId: ROBIN,
    unitId: 1,
    amount: 40,
    type: 'Cash',
  });
  expect(await group('late')).toBeUndefined();
});

test('who is late is who owes what was due before today, as the ledger allocates it', async () => {
  const day = today();
  await charge(1200, addDays(day, -40), 'Rent');
  await charge(25, addDays(day, -30), 'Late Fee');
  await charge(60, addDays(day, -10));
  await charge(1200, day, 'Rent');
  await change('POST', '/transactions/record-payment', {
    userId: ROBIN,
    unitId: 1,
    amount: 1230,
    type: 'Check',
  });
  const entries = (await server.call('GET', '/transactions/my-history', { as: resident })).json<
    Transaction[]
  >();
  const dated = entries.map(({ id, type, amount, effective_on }) => ({
    ...{ id, type, cents: toCents(amount), day: effective_on ?? day },
  }));
  const open = openByDay(dated);
  const late = dated.filter((entry) => entry.day < day && open.has(entry.id));
  const cents = late.reduce((sum, { id }) => sum + open.get(id)!, 0);
  expect(cents).toBeGreaterThan(0);
  const [row] = (await group('late'))!.rows;
  expect(row).toMatchObject({
    amount: toDollars(cents),
    day: late.map((entry) => entry.day).sort()[0],
  });
});

test('a bill is late once its due day is over', async () => {
  const bill = async (due: string) => {
    await server.database.sql`
      with entry as (
        insert into transactions (user_id, unit_id, amount, type, description) values (${ROBIN}, 1, 10, 'Utility', 'a bill') returning id
      )
      insert into utility_bills (transaction_id, user_id, unit_id, month, water_usage, electric_usage, gas_usage,
        rate_water, rate_electric, rate_gas, water_cost, electric_cost, gas_cost, due_date, taken_at)
      select id, ${ROBIN}, 1, '2026-01-01', 1, 0, 0, 10, 0, 0, 10, 0, 0, ${due}::date, now() from entry`;
  };
  await bill(today());
  expect(await group('late')).toBeUndefined();
  await server.database.sql`delete from utility_bills`;
  await bill(addDays(today(), -1));
  expect((await group('late'))?.rows[0]).toMatchObject({ day: addDays(today(), -1) });
});

test('a lease is named before it ends, unless another one follows it', async () => {
  const lease = async (starts: string, ends: string | null) =>
    change('POST', '/leases', {
      ...{ unit_id: 1, tenant_ids: [ROBIN], starts, ends, proration: 'actual_days' },
      charges: [
        { kind: 'rent', amount: 1200, due_day: 1, from_month: `${addDays(today(), 40).slice(0, 8)}01` },
      ],
    });
  await lease(addDays(today(), -200), addDays(today(), 61));
  expect(await group('ending_lease')).toBeUndefined();
  await server.database.sql`update leases set ends = ${addDays(today(), 60)}::date`;
  expect((await group('ending_lease'))?.rows).toMatchObject([
    { day: addDays(today(), 60), person: { id: ROBIN }, home: { unit_id: 1 } },
  ]);
  await lease(addDays(today(), 61), null);
  expect(await group('ending_lease')).toBeUndefined();
});

test('rent is announced three days before it is posted, with its sum', async () => {
  const due = addDays(today(), 3);
  const [lease] = await server.database.sql<{ id: number }>`
    insert into leases (unit_id, starts, proration) values (1, ${addDays(today(), -90)}::date, 'actual_days') returning id`;
  await server.database
    .sql`insert into lease_tenants (lease_id, user_id, position) values (${lease!.id}, ${ROBIN}, 1)`;
  await server.database.sql`
    insert into lease_charges (lease_id, kind, amount, due_day, from_month)
    values (${lease!.id}, 'rent', 1200, ${Number(due.slice(8))}, ${`${due.slice(0, 8)}01`}::date)`;
  expect((await group('rent_to_post'))?.rows).toMatchObject([{ day: due, count: 1, amount: 1200 }]);
  await change('PUT', '/leases/posting', { paused: true });
  expect(await group('rent_to_post')).toBeUndefined();
});

test('meters that were not read this month are counted by property, once there are rates', async () => {
  expect(await group('unread_meters')).toBeUndefined();
  await change('PUT', '/settings', { rate_water: 0.01, rate_electric: 0.1, rate_gas: 1 });
  expect((await group('unread_meters'))?.rows).toMatchObject([
    { id: 'unread_meters:1', count: 2, home: { unit_number: null, property_name: 'Maple Court' } },
  ]);
});

test('an invitation that nobody accepted in time, and somebody without a home, wait', async () => {
  await server.database.sql`
    update users set invitation = gen_random_uuid(), invited_at = now() - interval '90 days', has_password = false where username = 'neighbour'`;
  await server.database.sql`update users set unit_claim = null where id = ${NICO}`;
  expect((await group('expired_invitation'))?.rows).toMatchObject([{ person: { first_name: 'Noor' } }]);
  expect((await group('newcomer'))?.rows).toMatchObject([{ person: { first_name: 'Nico' } }]);
});

test('of two payments that failed at one time the later one’s amount stands, whatever is stored of either since', async () => {
  await server.database.sql`
    insert into payment_intents (user_id, stripe_id, amount, status, failed_at, created_at)
    values (${ROBIN}, 'pi_1', 20, 'canceled', now(), now() - interval '1 minute'), (${ROBIN}, 'pi_2', 30, 'canceled', now(), now())`;
  const amounts = async () => (await group('failed_payment'))?.rows.map(({ amount }) => amount);
  expect(await amounts()).toEqual([30]);
  for (const stripe_id of ['pi_1', 'pi_2']) {
    await server.database.sql`update payment_intents set last4 = '4242' where stripe_id = ${stripe_id}`;
    expect(await amounts()).toEqual([30]);
  }
});
