import { setTimeout as pause } from 'node:timers/promises';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { monthName } from '../../../contract/values/calendar.ts';
import { timeText } from '../../../src/ui/data/Time.tsx';
import { card, modalClosed, openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { manager, server } from '../../support/server/world.ts';
import {
  begin,
  choose,
  endLeases,
  fill,
  month,
  onServer,
  open,
  press,
} from '../../support/screens/leases.ts';

beforeEach(endLeases);

test('the units lead to the leases', async () => {
  const app = await open('/admin/units');
  await app.user.click(await screen.findByRole('link', { name: 'Leases' }));
  await screen.findByRole('link', { name: '+ Add new lease' });
  expect(app.path()).toBe('/admin/leases');
});

test('a rise begins in its month, and what was charged before stays in the history', async () => {
  const { id } = await begin();
  const app = await open(`/admin/lease/${id}`);
  await press(app, `Change Rent from ${monthName(month(1))}`);
  await choose(app, 'From', monthName(month(4)));
  await fill(app, 'Amount', '1250.50');
  await press(app, 'Save');
  await modalClosed();
  await screen.findByText(`Rent changes from ${monthName(month(4))} on.`);
  await screen.findByText(`${monthName(month(1))} – ${monthName(month(3))}`);
  await screen.findByText('$1,250.50');
  expect((await onServer())[0]?.charges).toMatchObject([
    { amount: 1200, to_month: month(3) },
    { amount: 1250.5, from_month: month(4), to_month: null },
  ]);
});

test('a form of a lease opens again where it was left, from what is unfinished', async () => {
  const { id, charges } = await begin();
  const app = await open(`/admin/lease/${id}`);
  await press(app, `Change Rent from ${monthName(month(1))}`);
  await fill(app, 'Amount', '1234');
  await app.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
  await modalClosed();
  app.close();
  const again = await open('/outbox');
  const draft = await card('Change of a lease’s charge');
  await again.user.click(draft.getByRole('link', { name: 'Continue' }));
  expect(await screen.findByLabelText('Amount')).toHaveValue('1234');
  expect(again.path()).toBe(`/admin/lease/${id}?charge=${charges[0]!.id}`);
});

test('a lease leads to its tenant’s ledger, and one that ended offers neither a pause nor a charge', async () => {
  const { id } = await begin();
  const running = await open(`/admin/lease/${id}`);
  expect(await screen.findByRole('link', { name: 'Ledger of Robin Hale' })).toHaveAttribute(
    'href',
    '/admin/ledger/2',
  );
  screen.getByRole('button', { name: 'Pause posting' });
  screen.getByRole('button', { name: '+ Add charge' });
  running.close();
  await server.call('PUT', `/leases/${id}`, { as: manager, body: { ends: month(-1) } });
  await open(`/admin/lease/${id}`);
  await screen.findByRole('button', { name: 'Change last day' });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Pause posting' })).toBeNull());
  expect(screen.queryByRole('button', { name: '+ Add charge' })).toBeNull();
});

test('a resident whose charges are paused is told so, and that they may come later', async () => {
  const { id } = await begin();
  await server.call('PUT', `/leases/${id}`, { as: manager, body: { paused: true } });
  await openApp(server, { at: '/payments', as: 'resident' });
  await screen.findByText(
    'Management has paused your charges. What falls due meanwhile may be charged later.',
  );
  expect(screen.queryByText('Nothing is planned.')).toBeNull();
});

test('what has fallen due is not called today’s, and old data says as of when', async () => {
  await begin({ from_month: month(-1) });
  const app = await open();
  await screen.findByRole('button', { name: /^Fallen due: 2 charges, \$2,400\.00$/ });
  expect(screen.queryByText(/^As of/)).toBeNull();
  app.close();
  const { withDatabase } = await import('../../../src/offline/engine/database.ts');
  await withDatabase((db) => db.readParts.toCollection().modify({ asOf: new Date('2026-03-01T10:42') }));
  const again = await open();
  again.network.offline = true;
  await waitFor(() =>
    expect(screen.getByRole('main')).toHaveTextContent(
      'As of Mar 1, 2026, 10:42 AM. What was posted since is not on this device.',
    ),
  );
});

test('a change that changes nothing is refused at the amount, and leaves the charge whole', async () => {
  const { id } = await begin();
  const app = await open(`/admin/lease/${id}`);
  await press(app, `Change Rent from ${monthName(month(1))}`);
  await choose(app, 'From', monthName(month(2)));
  await press(app, 'Save');
  await waitFor(() =>
    expect(screen.getByLabelText('Amount')).toHaveAccessibleDescription('This is what is charged already.'),
  );
  expect((await onServer())[0]?.charges).toHaveLength(1);
  await fill(app, 'Due day', '3');
  await press(app, 'Save');
  await modalClosed();
  // One month alone is named once.
  await screen.findByText(monthName(month(1)));
  expect((await onServer())[0]?.charges).toMatchObject([
    { amount: 1200, due_day: 1, to_month: month(1) },
    { amount: 1200, due_day: 3, from_month: month(2) },
  ]);
});

test('the account tells the rent until a rise and from then on, and what was charged before', async () => {
  const { id } = await begin({ from_month: month(-2) });
  const { sql } = server.database;
  const charge = (amount: number, from: string, to: string | null) => sql`
    insert into lease_charges (lease_id, kind, amount, due_day, from_month, to_month)
    values (${id}, 'rent', ${amount}, 1, ${from}, ${to})`;
  await sql`update lease_charges set to_month = ${month(-1)} where lease_id = ${id}`;
  await charge(1250, month(0), month(2));
  await charge(1300, month(3), null);
  await open('/admin/ledger/2');
  await screen.findByText(`Before: Rent $1,200.00, ${monthName(month(-2))} to ${monthName(month(-1))}`);
  screen.getByText(`Until ${monthName(month(2))}: Rent $1,250.00`);
  screen.getByText(`From ${monthName(month(3))}: Rent $1,300.00`);
});

test('a charge is added and taken off', async () => {
  const { id } = await begin();
  const app = await open(`/admin/lease/${id}`);
  await press(app, '+ Add charge');
  await choose(app, 'Kind', 'Other Charge');
  await fill(app, 'Amount', '15');
  await press(app, 'Add charge');
  await waitFor(() =>
    expect(screen.getByLabelText('What for')).toHaveAccessibleDescription(
      'Please say what this charge is for.',
    ),
  );
  await fill(app, 'What for', 'Garden shed');
  await press(app, 'Add charge');
  await modalClosed();
  await press(app, `Change Garden shed from ${monthName(month(1))}`);
  await press(app, `End this charge from ${monthName(month(1))} on`);
  const question = await screen.findByRole('alertdialog', {
    name: /^Take Garden shed of .* off this lease\? It was never charged\./,
  });
  await app.user.click(within(question).getByRole('button', { name: 'Take off' }));
  await screen.findByText('Garden shed was taken off.');
  expect((await onServer())[0]?.charges).toHaveLength(1);
});

test('a lease ends on its last day, and nothing is charged after it', async () => {
  const { id } = await begin();
  const app = await open(`/admin/lease/${id}`);
  await press(app, 'End lease');
  const leaving = within(await screen.findByRole('region', { name: 'At move-out' }));
  expect(await leaving.findByText(/ (owes|has paid) /)).toBeVisible();
  leaving.getByText('Rent and the other charges of this lease end with it.');
  const last = `${month(1).slice(0, 8)}10`;
  await fill(app, 'Last day', last);
  await press(app, 'Save');
  await modalClosed();
  await screen.findByText(`The lease ends on ${timeText(last, 'long')}.`);
  const next = within(screen.getByRole('heading', { name: 'Next charges' }).closest('section')!);
  expect(await next.findByText(/^10 of \d\d days: \$1,200\.00 × 10 ÷ \d\d$/)).toBeVisible();
  expect(next.getAllByRole('listitem')).toHaveLength(1);
});

test('a lease that goes on again says first what is posted for the time since', async () => {
  const { id } = await begin({ from_month: month(-3) });
  await server.call('PUT', `/leases/${id}`, { as: manager, body: { ends: month(-3) } });
  const app = await open(`/admin/lease/${id}`);
  await press(app, 'Change last day');
  await app.user.clear(await screen.findByLabelText('Last day'));
  await screen.findByText(
    '4 charges have fallen due by then and will be posted within minutes, together $4,800.00.',
  );
});

test('a tenant who is not billed is told of no charges', async () => {
  const { id } = await begin();
  await server.call('PUT', `/leases/${id}`, { as: manager, body: { tenant_ids: [3, 2] } });
  const app = await openApp(server, { at: '/payments', as: 'resident' });
  await screen.findByRole('heading', { name: 'Recent Activity' });
  const { readCached } = await import('../../../src/offline/engine/reads/cachedReads.ts');
  await waitFor(async () => expect(await readCached(2, 'listMyLeases', {})).toBeDefined());
  // What is stored is drawn within the next tasks.
  await pause(100);
  expect(screen.queryByRole('heading', { name: 'Next Charges' })).toBeNull();
  app.close();
  await open('/admin/ledger/2');
  await screen.findByText('Billed to Noor Aziz.');
});

test('what leases charge together is without those that have ended', async () => {
  const { id } = await begin({ from_month: month(-3) });
  await server.call('PUT', `/leases/${id}`, { as: manager, body: { ends: month(-2) } });
  const next = await server.call('POST', '/leases', {
    as: manager,
    body: {
      ...{ unit_id: 1, starts: month(-1), proration: 'actual_days', tenant_ids: [2] },
      charges: [{ kind: 'rent', amount: 950, due_day: 1, from_month: month(1) }],
    },
  });
  expect(next.statusCode, next.body).toBe(201);
  await open();
  await screen.findByText(/\$950\.00 a month/);
});
