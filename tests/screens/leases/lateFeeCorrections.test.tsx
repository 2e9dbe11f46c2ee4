import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { dayIn } from '../../../contract/values/timeZone.ts';
import { timeText } from '../../../src/ui/data/Time.tsx';
import { openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';
import {
  month,
  dayAfter,
  tenant,
  begin,
  setFee,
  charge,
  pay,
  history,
  openCharges,
  fill,
  press,
  newTenant,
} from '../../support/screens/leases/lateFees.ts';

beforeEach(newTenant);

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
  await press(app, 'Returned payment');
  const reason = await screen.findByLabelText('Reason');
  await press(app, 'Take back');
  await waitFor(() =>
    expect(reason).toHaveAccessibleDescription(/Please say why the payment was returned\./),
  );
  await fill(app, 'Reason', 'no funds');
  await fill(app, 'Returned payment fee (optional)', '25');
  const cameBack = screen.getByLabelText('Returned on');
  expect(cameBack).toHaveValue(today);
  fireEvent.change(cameBack, { target: { value: '2020-01-01' } });
  await press(app, 'Take back');
  await waitFor(() =>
    expect(cameBack).toHaveAccessibleDescription(/It cannot have been returned before it was paid\.$/),
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
      description: 'Check returned: no funds',
      reverses: check.id,
    },
  ]);
});
