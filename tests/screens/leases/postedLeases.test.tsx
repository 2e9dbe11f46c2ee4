import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { monthName } from '../../../contract/values/calendar.ts';
import { postLeaseCharges } from '../../../server/resources/leases/postLeaseCharges.ts';
import { timeText } from '../../../src/ui/data/Time.tsx';
import { openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { manager, server } from '../../support/server/world.ts';
import { begin, endLeases, month, onServer, open, press } from '../../support/screens/leases.ts';

beforeEach(endLeases);

test('what will be posted is shown before it happens, and can be paused for all', async () => {
  await begin();
  const app = await open();
  await app.user.click(
    await screen.findByRole('button', { name: /^(Tomorrow|In \d+ days): 1 charge, \$1,200\.00/ }),
  );
  const day = within(await screen.findByRole('dialog'));
  day.getByText(`Rent for ${monthName(month(1))}`);
  day.getByText('Robin Hale');
  await app.user.click(day.getByRole('button', { name: 'Close' }));
  await press(app, 'Pause all');
  await app.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Pause' }));
  await screen.findByText('Posting is paused: nothing is charged until you go on.');
  const now = new Date(`${month(1)}T20:00:00Z`);
  expect(await postLeaseCharges(server.database, { zone: 'UTC', now })).toBe(0);
});

test('who paused posting for all and who resumed it is told beside it', async () => {
  await begin();
  for (const paused of [true, false]) {
    await server.call('PUT', '/leases/posting', { as: manager, body: { paused } });
  }
  const app = await open();
  const next = within((await screen.findByRole('heading', { name: 'Next charges' })).closest('section')!);
  await app.user.click(next.getByText('Pauses'));
  const told = async () =>
    (await next.findAllByText('Morgan Reyes')).map((name) => name.closest('li')!.textContent);
  expect((await told())[0]).toMatch(/^Morgan Reyes resumed posting for all leases /);
  expect((await told())[1]).toMatch(/^Morgan Reyes paused posting for all leases /);
});

test('rented units get their leases in one review, without those that are left out', async () => {
  const app = await open('/admin/leases/from-units');
  await app.user.click(await screen.findByRole('checkbox', { name: 'A lease for Unit 102, Maple Court' }));
  await screen.findByText('$1,200.00', { selector: 'p *' });
  const other = screen.getByRole('checkbox', { name: 'A lease for Unit 101, Maple Court' });
  await app.user.click(other);
  expect(screen.getByRole('button', { name: 'Make 0 leases' })).toBeDisabled();
  await app.user.click(other);
  await press(app, 'Make 1 lease');
  await waitFor(() => expect(app.path()).toBe('/admin/leases'));
  await waitFor(() => expect(app.toasts()).toEqual([expect.stringContaining('1 lease created.')]));
  expect(await onServer()).toMatchObject([
    { unit_id: 1, charges: [{ amount: 1200, from_month: month(1), posted_through: null }] },
  ]);
});

test('a resident sees the next three charges, also without a connection', async () => {
  await begin();
  const app = await openApp(server, { at: '/payments', as: 'resident' });
  const shown = async () => {
    const card = (await screen.findByRole('heading', { name: 'Next Charges' })).closest('section')!;
    return within(card)
      .getAllByRole('listitem')
      .map((item) => item.textContent);
  };
  const expected = [1, 2, 3].map(
    (count) => `Rent for ${monthName(month(count))}Due ${timeText(month(count))}$1,200.00`,
  );
  expect(await shown()).toEqual(expected);
  app.close();
  const again = await openApp(server, { at: '/payments', as: 'resident' });
  again.network.offline = true;
  expect(await shown()).toEqual(expected);
});

test('somebody without a lease sees nothing of it', async () => {
  await openApp(server, { at: '/payments', as: 'neighbour' });
  await screen.findByRole('heading', { name: 'Recent Activity' });
  expect(screen.queryByRole('heading', { name: 'Next Charges' })).toBeNull();
});

test('an account shows its lease, and an entry of it why it was charged', async () => {
  await begin({ from_month: month(-1) });
  await postLeaseCharges(server.database, { zone: 'UTC', now: new Date(`${month(0)}T20:00:00Z`) });
  const app = await open('/admin/ledger/2');
  const lease = (await screen.findByRole('heading', { name: 'Lease of Unit 101, Maple Court' })).closest(
    'section',
  )!;
  within(lease).getByText(`Rent for ${monthName(month(1))}`);
  await press(app, `Rent for ${monthName(month(-1))}`);
  const entry = within(await screen.findByRole('dialog'));
  expect(entry.getByText('Due').nextSibling).toHaveTextContent(timeText(month(-1), 'long'));
  entry.getByText(`Charged each month by the lease, here for ${monthName(month(-1))}.`);
});
