import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { Lease } from '../../../contract/leases/lease.ts';
import { addMonths, monthName, monthOf } from '../../../contract/values/calendar.ts';
import { isoDay } from '../../../src/ui/data/Time.tsx';
import { openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { manager, server } from '../../support/server/world.ts';

const month = (count: number) => addMonths(monthOf(isoDay()), count);

test('the changes of a lease say who did what to its charges, from what to what and from which month on', async () => {
  const body = {
    ...{ unit_id: 1, starts: month(-3), proration: 'actual_days', tenant_ids: [2] },
    charges: [{ kind: 'rent', amount: 1200, due_day: 1, from_month: month(1) }],
  };
  const { id, charges } = (await server.call('POST', '/leases', { as: manager, body })).json<Lease>();
  const send = (method: 'POST' | 'PUT', path: string, body: object) =>
    server.call(method, `/leases/${id}/charges${path}`, { as: manager, body });
  const rent = `/${charges[0]!.id}`;
  await send('PUT', rent, { amount: 1250, due_day: 1, from_month: month(2) });
  const parking = { kind: 'parking', amount: 45, due_day: 3, from_month: month(1) };
  const lease = (await send('POST', '', parking)).json<Lease>();
  const added = lease.charges.find(({ kind }) => kind === 'parking')!;
  await send('PUT', `/${added.id}/end`, { from_month: month(3) });
  const app = await openApp(server, { at: `/admin/lease/${id}`, as: 'manager' });
  await app.user.click(await screen.findByText('Changes'));
  const entries = within((await screen.findByText(/ended Parking/)).closest('ol')!).getAllByRole('listitem');
  const name = (count: number) => monthName(month(count));
  const told = [
    `ended Parking of $45.00 a month, last month ${name(2)}`,
    `added Parking: $45.00 a month, due on the 3rd, from ${name(1)} on`,
    `changed Rent from $1,200.00 to $1,250.00 a month, from ${name(2)} on`,
    `added Rent: $1,200.00 a month, due on the 1st, from ${name(1)} on`,
  ];
  for (const [index, text] of told.entries()) {
    const entry = entries[index]!;
    expect(entry.textContent).toContain(`Morgan Reyes ${text} `);
    expect(entry.querySelector('time')).toHaveTextContent(/\d:\d\d/);
    expect(within(entry).queryByRole('list')).toBeNull();
  }
});
