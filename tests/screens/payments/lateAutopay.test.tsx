import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { addMonths, mediumDayText, monthOf } from '../../../contract/values/calendar.ts';
import { isoDay } from '../../../src/ui/data/Time.tsx';
import { openApp } from '../../support/screens/app.tsx';
import { freshDevice } from '../../support/screens/freshDevice.ts';
import { residentWith } from '../../support/server/accounts.ts';
import { server, testWith } from '../../support/server/payingWorld.ts';

const test = testWith().extend('device', { auto: true }, freshDevice);

test('a charge day after the days of grace warns of the late fee, with its date and amount, before it is saved', async () => {
  const { sql } = server.database;
  const username = await residentWith(server);
  await sql`insert into leases (unit_id, starts, proration) values (1, '2020-01-01', 'actual_days')`;
  await sql`
    insert into lease_tenants (lease_id, user_id, position)
    select (select max(id) from leases), id, 1 from users where username = ${username}`;
  await sql`
    insert into lease_charges (lease_id, kind, amount, due_day, from_month)
    select max(id), 'rent', 1450, 1, '2020-01-01' from leases`;
  await sql`
    insert into late_fee_rules (property_id, from_day, kind, grace_days, amount) values (1, '2020-01-01', 'flat', 5, 50)`;
  const next = addMonths(monthOf(isoDay()), 1);
  const day = (number: string) => mediumDayText(`${next.slice(0, 8)}${number}`);
  const app = await openApp(server, { at: '/payments/autopay', as: username });
  const warning = () => screen.queryByText(/is late from/);
  const choose = async (label: string) =>
    app.user.selectOptions(await screen.findByLabelText('Day of the month'), label);
  await choose('The 20th');
  expect(warning()).toHaveTextContent(
    `Rent of $1,450.00, due ${day('01')}, is late from ${day('06')}. Charged on ${day('20')}, it bears a late fee of $50.00`,
  );
  await choose('The 5th');
  expect(warning()).toBeNull();
  await choose('The 6th');
  expect(warning()).toBeVisible();
  await choose('The day my rent is due');
  expect(warning()).toBeNull();
});
