import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { timeText } from '../../../src/ui/data/Time.tsx';
import { modalClosed, openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { manager, server } from '../../support/server/world.ts';
import {
  today,
  month,
  dayAfter,
  tenant,
  people,
  begin,
  setFee,
  charge,
  post,
  pay,
  history,
  openCharges,
  fill,
  press,
  newTenant,
} from '../../support/screens/leases/lateFees.ts';

beforeEach(newTenant);

const card = async (heading: string) =>
  within((await screen.findByRole('heading', { name: heading })).closest('section')!);

test('a manager sets what late rent costs in a property, and the resident reads before which day it comes', async () => {
  await begin();
  const app = await openApp(server, { at: '/admin/leases', as: 'manager' });
  await press(app, `Change the late fee of House ${people}`);
  await fill(app, 'Grace period (days)', '4');
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
  await fees.findByText('$45.50, then $5.00 a day, at most $60.00 more · grace period of 4 days');
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
  await terms.findByText('$50.00 · grace period of 5 days');
  const next = await card('Next charges');
  expect(next.getAllByText(/^Late from/)).not.toEqual([]);
  await press(app, 'Change late fee');
  // What is typed for a kind that is not chosen does not stand in the way.
  await fill(app, 'Each day after it (optional)', 'some');
  await app.user.selectOptions(await screen.findByLabelText('Fee type'), 'No late fee');
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
