import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { addDays, addMonths, monthName, monthOf } from '../../../contract/values/calendar.ts';
import { isoDay, timeText } from '../../../src/ui/data/Time.tsx';
import { openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

const ROBIN = 2;

/** A day of this device, so many days from today. */
const day = (ahead: number) => addDays(isoDay(), ahead);
const text = (ahead: number) => timeText(day(ahead), 'short');

const open = (as = 'resident') => openApp(server, { at: '/dashboard/resident', as });
const today = async () => within((await screen.findByRole('heading', { name: 'Today' })).closest('section')!);

async function charge(amount: number, day: string, description = 'A charge'): Promise<void> {
  await server.database.sql`
    insert into transactions (user_id, unit_id, amount, type, description, effective_on)
    values (${ROBIN}, 1, ${amount}, 'Other Charge', ${description}, ${day}::date)`;
}

test('a resident for whom nothing is due is told so', async () => {
  const app = await open();
  expect(await (await today()).findByText('Nothing waits for you today.')).toBeInTheDocument();
  app.close();
});

test('somebody whose home management has not confirmed is told so', async () => {
  const app = await open('newcomer');
  expect(await (await today()).findByText('Your home is not confirmed yet')).toBeInTheDocument();
  expect(
    screen.getByText('You said that you live in 201. Management was told and has to confirm it.'),
  ).toBeVisible();
  app.close();
});

test('what is past due and what comes are told with their days, also without a connection', async () => {
  await charge(40, day(-17));
  await charge(25.5, day(-10));
  await charge(60, day(8));
  let app = await open();
  expect(await (await today()).findByText('$65.50 past due')).toBeInTheDocument();
  app.close();
  app = await open();
  app.network.offline = true;
  const card = await today();
  expect(await card.findByText('$65.50 past due')).toBeInTheDocument();
  expect(card.getByText(`Since ${text(-17)}`)).toBeInTheDocument();
  expect(card.getByText('$60.00 due')).toBeInTheDocument();
  expect(card.getByText(`By ${text(8)}`)).toBeInTheDocument();
  expect(card.getByRole('link', { name: 'Go to Payments' })).toHaveAttribute('href', '/payments');
  app.close();
  await charge(-125.5, day(0));
});

test('what a lease charges next is told before it is due, with all that is due on that day', async () => {
  const { sql } = server.database;
  const next = addMonths(monthOf(isoDay()), 1);
  const [lease] = await sql<{ id: number }>`
    insert into leases (unit_id, starts, proration) values (1, '2026-01-01', 'actual_days') returning id`;
  await sql`insert into lease_tenants (lease_id, user_id, position) values (${lease!.id}, ${ROBIN}, 1)`;
  await sql`
    insert into lease_charges (lease_id, kind, amount, due_day, from_month) values (${lease!.id}, 'rent', 1450, 1, ${next}::date), (${lease!.id}, 'parking', 45, 1, ${next}::date)`;
  const app = await open();
  const card = await today();
  expect(await card.findByText(`$1,495.00 due on ${timeText(next, 'short')}`)).toBeInTheDocument();
  expect(card.getByText(`Rent for ${monthName(next)}`)).toBeInTheDocument();
  expect(card.getByText(`Parking for ${monthName(next)}`)).toBeInTheDocument();
  app.close();
});
