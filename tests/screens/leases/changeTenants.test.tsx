import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { Lease } from '../../../contract/leases/lease.ts';
import { residentWith } from '../../support/server/accounts.ts';
import { modalClosed, openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { manager, server } from '../../support/server/world.ts';

/** A lease of unit 101 by one person, with another who was confirmed in the unit. */
async function leaseOf(first: string, other: string) {
  const { sql } = server.database;
  const people = [await residentWith(server), await residentWith(server)];
  await sql`update users set first_name = ${first} where username = ${people[0]!}`;
  await sql`update users set first_name = ${other} where username = ${people[1]!}`;
  await sql`update leases set starts = '2000-01-01', ends = '2000-01-31' where ends is null`;
  const [lease] = await sql<{ id: number }>`
    insert into leases (unit_id, starts, proration) values (1, '2020-01-01', 'actual_days') returning id`;
  await sql`
    insert into lease_tenants (lease_id, user_id, position) select ${lease!.id}, id, 1 from users where username = ${people[0]!}`;
  const stored = async () =>
    (await server.call('GET', '/leases', { as: manager })).json<Lease[]>().find(({ id }) => id === lease!.id);
  return { id: lease!.id, stored };
}

test('a roommate is added to a lease with the share of each, and a wrong sum is said where it is typed', async () => {
  const { id, stored } = await leaseOf('Ada', 'Ben');
  const app = await openApp(server, { at: `/admin/lease/${id}`, as: 'manager' });
  await app.user.click(await screen.findByRole('button', { name: 'Change tenants' }));
  const form = within(await screen.findByRole('dialog', { name: 'Tenants' }));
  expect(form.queryByLabelText('Shares')).toBeNull();
  await app.user.click(await form.findByLabelText('Ben Hale'));
  await app.user.selectOptions(form.getByLabelText('Shares', { selector: 'select' }), 'Percent');
  await app.user.type(form.getByLabelText('Share of Ada Hale'), '60');
  await app.user.type(form.getByLabelText('Share of Ben Hale'), '30');
  await app.user.click(form.getByRole('button', { name: 'Save' }));
  await form.findByText('The shares must add up to 100 percent.');
  await app.user.clear(form.getByLabelText('Share of Ben Hale'));
  await app.user.type(form.getByLabelText('Share of Ben Hale'), '40');
  await app.user.click(form.getByRole('button', { name: 'Save' }));
  await modalClosed();
  await screen.findByText('· 40%');
  expect(await stored()).toMatchObject({
    shares_in: 'percent',
    tenants: [
      { first_name: 'Ada', share: 60 },
      { first_name: 'Ben', share: 40 },
    ],
  });
});

test('another tenant is billed, and one who leaves takes the shares along', async () => {
  const { id, stored } = await leaseOf('Cleo', 'Dan');
  const app = await openApp(server, { at: `/admin/lease/${id}?change=tenants`, as: 'manager' });
  const form = within(await screen.findByRole('dialog', { name: 'Tenants' }));
  await app.user.click(await form.findByLabelText('Dan Hale'));
  await app.user.selectOptions(form.getByLabelText('Billed to'), 'Dan Hale');
  await app.user.type(form.getByLabelText('Occupants (optional)'), 'Mia Hale{Enter}Leo Hale{Enter}');
  await app.user.type(form.getByLabelText('Guarantors (optional)'), 'Pat Hale, 555 0100');
  await app.user.click(form.getByLabelText('Cleo Hale'));
  await app.user.click(form.getByRole('button', { name: 'Save' }));
  await modalClosed();
  expect(await stored()).toMatchObject({
    shares_in: null,
    tenants: [{ first_name: 'Dan' }],
    occupants: ['Mia Hale', 'Leo Hale'],
    guarantors: ['Pat Hale, 555 0100'],
  });
  expect(await screen.findByText(/Mia Hale\s+Leo Hale/)).toBeVisible();
});
