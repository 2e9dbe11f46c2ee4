import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import type { Lease } from '../../../contract/leases/lease.ts';
import { addDays, addMonths, monthOf } from '../../../contract/values/calendar.ts';
import { renewalOf } from '../../../src/subjects/leases/renewing/renewal.ts';
import { timeText } from '../../../src/ui/data/Time.tsx';
import { communityDay } from '../../support/days.ts';
import { modalClosed, openApp } from '../../support/screens/app.tsx';
import { endLeases, fill, onServer } from '../../support/screens/leases.ts';
import { test } from '../../support/screens/world.ts';
import { manager, server } from '../../support/server/world.ts';

const month = (count: number) => addMonths(monthOf(communityDay()), count);
const ends = addDays(month(1), -1);
const open = (at = '/admin/dashboard') => openApp(server, { at, as: 'manager' });

beforeEach(endLeases);

/** A year's lease of the resident’s unit that ends with this month, with parking. */
async function endingLease(): Promise<Lease> {
  const answer = await server.call('POST', '/leases', {
    as: manager,
    body: {
      ...{ unit_id: 1, starts: month(-11), ends, proration: 'thirty_day_month', tenant_ids: [2] },
      ...{ payment_policy: 'any_amount', occupants: ['Mia Hale'] },
      charges: [
        { kind: 'rent', amount: 1200, due_day: 3, from_month: month(0) },
        { kind: 'parking', amount: 45, due_day: 1, from_month: month(0) },
      ],
    },
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Lease>();
}

const title = `The lease ends on ${timeText(ends, 'short')}`;
const renew = () => screen.findByRole('button', { name: `Renew: ${title}, Unit 101, Maple Court` });

test('a lease that ends is renewed in its row, with all that it says, by one press in the dialog', async () => {
  const { id } = await endingLease();
  const app = await open();
  expect(await screen.findByRole('link', { name: title })).toHaveAttribute('href', `/admin/lease/${id}`);
  await app.user.click(await renew());
  const dialog = within(await screen.findByRole('dialog', { name: 'Renew: Unit 101, Maple Court' }));
  expect(await dialog.findByLabelText('First day')).toHaveValue(month(1));
  expect(dialog.getByLabelText('Last day')).toHaveValue(addDays(month(13), -1));
  expect(dialog.getByLabelText('Rent')).toHaveValue('1200');
  dialog.getByText('Goes on each month: Parking $45.00.');
  await app.user.click(dialog.getByRole('button', { name: 'Renew Lease' }));
  await modalClosed();
  await screen.findByText(`The next lease of Unit 101, Maple Court begins on ${timeText(month(1))}.`);
  await waitFor(() => expect(screen.queryByText(title)).toBeNull());
  expect((await onServer())[1]).toMatchObject({
    ...{ unit_id: 1, starts: month(1), ends: addDays(month(13), -1), proration: 'thirty_day_month' },
    ...{ payment_policy: 'any_amount', occupants: ['Mia Hale'], tenants: [{ id: 2 }] },
    charges: [
      { kind: 'rent', amount: 1200, due_day: 3, from_month: month(1) },
      { kind: 'parking', amount: 45, due_day: 1, from_month: month(1) },
    ],
  });
  app.close();
});

test('what is typed into a renewal is kept, and a day of the present lease is refused at its field', async () => {
  const { id } = await endingLease();
  const app = await open();
  await app.user.click(await renew());
  await fill(app, 'Rent', '1250');
  await fill(app, 'First day', ends);
  await app.user.click(screen.getByRole('button', { name: 'Renew Lease' }));
  await waitFor(() =>
    expect(screen.getByLabelText('First day')).toHaveAccessibleDescription(
      /^This unit has another lease from/,
    ),
  );
  expect(await onServer()).toHaveLength(1);
  app.close();
  const again = await open(`/admin/dashboard?renew=${id}`);
  expect(await screen.findByLabelText('Rent')).toHaveValue('1250');
  again.close();
});

test('a renewal says without a connection that it needs one', async () => {
  await endingLease();
  const app = await open();
  await app.user.click(await renew());
  await screen.findByLabelText('Rent');
  app.network.offline = true;
  window.dispatchEvent(new Event('offline'));
  expect(await screen.findByText('You need a connection to renew a lease.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Renew Lease' })).toBeDisabled();
  app.close();
});

test('the next lease has as many whole months as the present one, in months of every length', async () => {
  const lease = await endingLease();
  const next = (starts: string, last: string) => {
    const renewal = renewalOf({ ...lease, starts, ends: last });
    return [renewal.starts, renewal.ends];
  };
  expect(next('2027-01-01', '2027-12-31')).toEqual(['2028-01-01', '2028-12-31']);
  expect(next('2026-05-15', '2027-05-31')).toEqual(['2027-06-01', '2028-05-31']);
  expect(next('2027-08-31', '2028-02-28')).toEqual(['2028-02-29', '2028-08-28']);
  expect(next('2027-03-10', '2027-03-12')).toEqual(['2027-03-13', '2027-04-12']);
});

test('a lease is renewed on its own page, which then leads to the next one', async () => {
  const { id } = await endingLease();
  const app = await open(`/admin/lease/${id}`);
  await app.user.click(await screen.findByRole('button', { name: 'Renew' }));
  await fill(app, 'Rent', '1250');
  await app.user.click(screen.getByRole('button', { name: 'Renew Lease' }));
  await modalClosed();
  await screen.findByText(`The next lease of Unit 101, Maple Court begins on ${timeText(month(1))}.`);
  const next = (await onServer())[1]!;
  const term = `${timeText(month(1))} – ${timeText(addDays(month(13), -1))}`;
  expect(await screen.findByRole('link', { name: term })).toHaveAttribute('href', `/admin/lease/${next.id}`);
  expect(screen.queryByRole('button', { name: 'Renew' })).toBeNull();
  app.close();
});

test('the leases that end are all in the list by a chip, without those that are renewed', async () => {
  const lease = await endingLease();
  const app = await open('/admin/leases?show=ending');
  const leases = within(await screen.findByRole('table', { name: 'Leases' }));
  expect(leases.getByRole('link', { name: 'Unit 101, Maple Court' })).toBeVisible();
  app.close();
  const { starts, ends: last, unit_id } = renewalOf({ ...lease, ends });
  const next = await server.call('POST', '/leases', {
    as: manager,
    body: {
      ...{ unit_id: Number(unit_id), starts, ends: last, proration: 'actual_days', tenant_ids: [2] },
      charges: [{ kind: 'rent', amount: 1200, due_day: 3, from_month: month(1) }],
    },
  });
  expect(next.statusCode, next.body).toBe(201);
  const again = await open('/admin/leases?show=ending');
  expect(await screen.findByText('No lease is like that.')).toBeVisible();
  again.close();
});
