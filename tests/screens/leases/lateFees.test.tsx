import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import type { Lease } from '../../../contract/leases/lease.ts';
import type { RecordedPayment, Transaction } from '../../../contract/ledger/ledger.ts';
import { addMonths, monthOf } from '../../../contract/values/calendar.ts';
import { dayIn } from '../../../contract/values/timeZone.ts';
import { postLateFees } from '../../../server/resources/leases/postLateFees.ts';
import { postLeaseCharges } from '../../../server/resources/leases/postLeaseCharges.ts';
import { isoDay, timeText } from '../../../src/ui/data/Time.tsx';
import { modalClosed, openApp, type App } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { manager, server } from '../../support/server/world.ts';

const today = isoDay();
const month = (count: number) => addMonths(monthOf(today), count);
const dayAfter = (day: string, count: number) =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);

/** A resident of another unit each, since entries stay. */
let tenant: { id: number; unit: number; username: string };
let people = 0;

beforeEach(async () => {
  const { sql } = server.database;
  const username = `late${(people += 1)}`;
  const [property] = await sql<{ id: number }>`
    insert into properties (property_name, address) values (${`House ${people}`}, '1 Quay') returning id`;
  const [unit] = await sql<{ id: number }>`
    insert into units (property_id, unit_number) values (${property!.id}, '1') returning id`;
  const [user] = await sql<{ id: number }>`
    insert into users (username, email, password_hash, first_name, last_name, unit, is_manager)
    select ${username}, ${`${username}@example.com`}, password_hash, 'Lee', 'Late', ${unit!.id}, false
    from users where username = 'resident' returning id`;
  tenant = { id: user!.id, unit: unit!.id, username };
});

/** A lease with rent of $1,000 on the first, from a month on, which is next month by default. */
async function begin(from = month(1)): Promise<Lease> {
  const answer = await server.call('POST', '/leases', {
    as: manager,
    body: {
      ...{ unit_id: tenant.unit, starts: month(-3), proration: 'actual_days', tenant_ids: [tenant.id] },
      charges: [{ kind: 'rent', amount: 1000, due_day: 1, from_month: from }],
    },
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Lease>();
}

/** A fee of $50.00 from the start, straight in the database. */
const setFee = () => server.database.sql`
  insert into late_fee_rules (property_id, from_day, kind, grace_days, amount)
  select property_id, '2000-01-01', 'flat', 5, 50 from units where id = ${tenant.unit}`;

async function charge(day: string): Promise<void> {
  const now = new Date(`${day}T12:00:00Z`);
  await postLeaseCharges(server.database, { zone: 'UTC', now });
  await postLateFees(server.database, { zone: 'UTC', now });
}
const post = async <T,>(path: string, body: object) => {
  const answer = await server.call('POST', `/transactions/${path}`, { as: manager, body });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<T>();
};
const pay = (amount: number, received_on: string) =>
  post<RecordedPayment>('record-payment', { userId: tenant.id, unitId: tenant.unit, amount, received_on });
const history = async () =>
  (await server.call('GET', `/transactions/user-history/${tenant.id}`, { as: manager })).json<
    Transaction[]
  >();
const card = async (heading: string) =>
  within((await screen.findByRole('heading', { name: heading })).closest('section')!);

async function openCharges(app: App) {
  await app.user.click(await screen.findByRole('button', { name: 'Show what is open' }));
  return within(await screen.findByRole('dialog', { name: 'Still to Pay' }));
}

async function fill(app: App, label: string, text: string): Promise<void> {
  const field = await screen.findByLabelText(label);
  await app.user.clear(field);
  await app.user.type(field, text);
}
const press = async (app: App, name: string) => app.user.click(await screen.findByRole('button', { name }));

test('a manager sets what late rent costs in a property, and the resident reads before which day it comes', async () => {
  await begin();
  const app = await openApp(server, { at: '/admin/leases', as: 'manager' });
  await press(app, `Change the late fee of House ${people}`);
  await fill(app, 'Days to pay', '4');
  await screen.findByText('Counted with the due day: rent due on the 1st is late on the 5th.');
  await press(app, 'Save');
  expect(await screen.findByLabelText('Amount')).toHaveAccessibleDescription(
    'Please enter a valid positive amount.',
  );
  await fill(app, 'Amount', '45.50');
  await fill(app, 'Each day after it (optional)', '5');
  await fill(app, 'All days together at most', '60');
  await press(app, 'Save');
  await modalClosed();
  await screen.findByText(`The late fee of House ${people} was set.`);
  const fees = await card('Late fees');
  await fees.findByText('$45.50, then $5.00 a day, at most $60.00 more · 4 days to pay');
  app.close();

  const expected = `Late from ${timeText(dayAfter(month(1), 4))}: $45.50 fee, then $5.00 a day, at most $60.00 more`;
  const shown = async () => (await card('Next Charges')).getAllByRole('listitem')[0]!.textContent;
  const first = await openApp(server, { at: '/payments', as: tenant.username });
  expect(await shown()).toContain(expected);
  first.close();
  const again = await openApp(server, { at: '/payments', as: tenant.username });
  again.network.offline = true;
  expect(await shown()).toContain(expected);
});

test('one lease may have no late fee', async () => {
  await setFee();
  const lease = await begin();
  const app = await openApp(server, { at: `/admin/lease/${lease.id}`, as: 'manager' });
  const terms = await card('Terms');
  await terms.findByText('$50.00 · 5 days to pay');
  const next = await card('Next charges');
  expect(next.getAllByText(/^Late from/)).not.toEqual([]);
  await press(app, 'Change late fee');
  // What is typed for a kind that is not chosen does not stand in the way.
  await fill(app, 'Each day after it (optional)', 'some');
  await app.user.selectOptions(await screen.findByLabelText('Late rent costs'), 'No late fee');
  await press(app, 'Save');
  await modalClosed();
  await terms.findByText('Late fee, of this lease');
  await terms.findByText('No late fee');
  expect(next.queryByText(/^Late from/)).toBeNull();
});

test('no late fee is announced while no payments are accepted', async () => {
  await setFee();
  const lease = await begin(month(0));
  // Its days to pay are not over yet, whatever day it is.
  await server.database.sql`
    update late_fee_rules set grace_days = 60 where property_id = (select property_id from units where id = ${tenant.unit})`;
  await charge(month(0));
  const places = [
    // The next three, and what is open.
    { at: '/payments', as: tenant.username, fees: 4, blocked: /^Management does not accept payments/ },
    { at: `/admin/ledger/${tenant.id}`, as: 'manager', fees: 4, blocked: /no payments are accepted$/ },
    { at: `/admin/lease/${lease.id}`, as: 'manager', fees: 3, blocked: 'Nothing is accepted' },
  ];
  const announced = () => screen.queryAllByText(/^Late from/);
  for (const { at, as, fees } of places) {
    const app = await openApp(server, { at, as });
    await waitFor(() => expect(announced()).toHaveLength(fees));
    app.close();
  }
  await server.call('PUT', `/leases/${lease.id}`, { as: manager, body: { payment_policy: 'nothing' } });
  for (const { at, as, blocked } of places) {
    const app = await openApp(server, { at, as });
    await screen.findByText(blocked);
    await screen.findAllByText(/^Rent for /);
    expect(announced()).toEqual([]);
    app.close();
  }
});

test('what is still to pay is listed, the oldest first, with what was paid of it', async () => {
  await setFee();
  await begin(month(-1));
  await charge(month(0));
  await post('charge', { userId: tenant.id, amount: 30, type: 'Misc Charge', description: 'A key' });
  await pay(400, today);
  const app = await openApp(server, { at: '/payments', as: tenant.username });
  const open = await openCharges(app);
  const rows = () => open.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows()).toEqual([
    expect.stringMatching(/^Rent for .*\$600\.00of \$1,000\.00$/),
    expect.stringMatching(/^Rent for .*\$1,000\.00$/),
    expect.stringMatching(/^A key.*\$30\.00$/),
  ]);
  app.close();

  const [payment] = (await history()).filter(({ type }) => type === 'Check');
  await openApp(server, { at: `/ledger?entry=${payment!.id}`, as: tenant.username });
  const detail = within(await screen.findByRole('dialog'));
  expect(detail.getByText('Paid for').nextSibling).toHaveTextContent(/^Rent for/);
});

test('a fee is offered to be waived where its rent was paid in time', async () => {
  await setFee();
  await begin(month(-1));
  await charge(month(-1));
  await charge(dayAfter(month(-1), 5));
  await pay(1000, dayAfter(month(-1), 3));
  const app = await openApp(server, { at: `/admin/ledger/${tenant.id}`, as: 'manager' });
  await press(app, 'Waive $50.00');
  await screen.findByText('The late fee of $50.00 was waived.');
  const [fee] = (await history()).filter(({ type }) => type === 'Late Fee');
  const waived = (await history()).find(({ reverses }) => reverses !== null);
  expect(waived).toMatchObject({
    amount: -50,
    description: `Waived: ${fee!.description}. Paid in time`,
  });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Waive $50.00' })).toBeNull());
});

test('recording such a payment asks at once', async () => {
  await setFee();
  await begin(month(-1));
  await charge(month(-1));
  await charge(dayAfter(month(-1), 5));
  const app = await openApp(server, { at: `/admin/payments?payment=${tenant.id}`, as: 'manager' });
  await fill(app, 'Amount', '1000');
  await fill(app, 'Received on', dayAfter(month(-1), 2));
  await press(app, 'Record Payment');
  const question = within(await screen.findByRole('alertdialog'));
  await app.user.click(question.getByRole('button', { name: 'Waive $50.00' }));
  await screen.findByText('The late fee of $50.00 was waived.');
  expect((await history()).reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
});

test.each([
  ['the day after', 6, true],
  ['the day before', 4, false],
])('rent is called late by data of %s it was late', async (_day, days, isLate) => {
  const { LateFeeNotice } = await import('../../../src/subjects/leases/LateFeeNotice.tsx');
  const due_on = month(-1);
  const rule = { from_day: '2000-01-01', kind: 'flat', grace_days: 5, amount: 50 } as const;
  const late_fees = [
    {
      ...rule,
      ...{ id: 1, property_id: null, lease_id: 1, percent: null, cap: null },
      daily_amount: 5,
      daily_cap: 60,
    },
  ];
  const asOf = new Date(`${dayAfter(due_on, days)}T10:42`);
  const { container } = render(
    <LateFeeNotice policy="full_balance" rules={{ late_fees }} due_on={due_on} cents={100_000} asOf={asOf} />,
  );
  expect(container.textContent).toBe(
    isLate ? `Late since ${timeText(dayAfter(due_on, 5))}: $5.00 a day, at most $60.00` : '',
  );
});

test('a fee that a rule charged says why, and is waived with a reason', async () => {
  await setFee();
  await begin(month(-1));
  await charge(month(-1));
  await charge(dayAfter(month(-1), 5));
  const [fee] = (await history()).filter(({ type }) => type === 'Late Fee');
  const app = await openApp(server, { at: `/admin/ledger/${tenant.id}?entry=${fee!.id}`, as: 'manager' });
  const detail = within(await screen.findByRole('dialog'));
  expect(detail.getByText('Why this charge').nextSibling).toHaveTextContent(
    `$1,000.00 of the rent was not paid before ${timeText(dayAfter(month(-1), 5), 'long')}.`,
  );
  await press(app, 'Waive this fee');
  await press(app, 'Waive');
  await waitFor(() =>
    expect(screen.getByLabelText('Reason')).toHaveAccessibleDescription(
      /Please say why this fee is waived\.$/,
    ),
  );
  await fill(app, 'Reason', 'First time');
  await press(app, 'Waive');
  await screen.findByText('The fee was waived.');
  await waitFor(() =>
    expect(screen.getByRole('button', { name: fee!.description }).closest('tr')).toHaveTextContent(
      /Late Fee ?Reversed/,
    ),
  );
});

test('a payment that came back is taken back with a fee, and its rent is open again', async () => {
  // The day of the community, which is another one than the device's for some hours.
  const { time_zone: zone } = (await server.call('GET', '/community')).json<{ time_zone: string }>();
  const today = dayIn(zone, new Date());
  await begin(month(0));
  await charge(month(0));
  const check = await pay(1000, today);
  const app = await openApp(server, { at: `/admin/ledger/${tenant.id}?entry=${check.id}`, as: 'manager' });
  await press(app, 'Payment came back');
  const reason = await screen.findByLabelText('Reason');
  await press(app, 'Take back');
  await waitFor(() => expect(reason).toHaveAccessibleDescription(/Please say why the payment came back\./));
  await fill(app, 'Reason', 'no funds');
  await fill(app, 'Fee for it (optional)', '25');
  const cameBack = screen.getByLabelText('Came back on');
  expect(cameBack).toHaveValue(today);
  fireEvent.change(cameBack, { target: { value: '2020-01-01' } });
  await press(app, 'Take back');
  await waitFor(() =>
    expect(cameBack).toHaveAccessibleDescription(/It cannot have come back before it was paid\.$/),
  );
  fireEvent.change(cameBack, { target: { value: today } });
  await press(app, 'Take back');
  await screen.findByText('The payment was taken back.');
  const open = await openCharges(app);
  expect(open.getAllByRole('listitem')).toHaveLength(2);
  expect((await history()).slice(0, 2)).toMatchObject([
    { type: 'Returned Payment Fee', amount: 25, effective_on: today },
    {
      type: 'Reversal',
      amount: 1000,
      effective_on: today,
      description: 'Check came back: no funds',
      reverses: check.id,
    },
  ]);
});
