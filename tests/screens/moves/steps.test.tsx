import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { addDays } from '../../../contract/values/calendar.ts';
import { communityDay } from '../../support/days.ts';
import { residentWith } from '../../support/server/accounts.ts';
import { leaseOf } from '../../support/server/leases/inspections.ts';
import { openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

/** Ada moves out in five days, and owes $200.00. */
async function movingOut() {
  const username = await residentWith(server, [{ amount: 200, type: 'Damage Fee' }]);
  const [ada] = await server.database.sql<{ id: number }>`
    update users set first_name = 'Ada', last_name = 'Hale' where username = ${username} returning id`;
  const lease = await leaseOf(ada!.id);
  await server.database.sql`update leases set ends = ${addDays(communityDay(), 5)} where id = ${lease}`;
  return { username, id: ada!.id, lease };
}

const part = async (name: string) => within(await screen.findByRole('region', { name }));

test('both sides see the steps of moving out, and each step of management’s leads to whose it is', async () => {
  const { username, id, lease } = await movingOut();
  const app = await openApp(server, { at: `/admin/lease/${lease}`, as: 'manager' });
  const steps = await part('Move-out');
  const to = async (name: string) => (await steps.findByRole('link', { name })).getAttribute('href');
  expect(await to('Charges settled')).toBe(`/admin/ledger/${id}`);
  expect(await to('Nobody is listed in the home')).toBe('/admin/manage-users?search=Ada%20Hale');
  const moveIn = await part('Move-in');
  const rent = await moveIn.findByRole('link', { name: 'First rent paid' });
  expect(rent).toHaveAttribute('href', `/admin/payments?payment=${id}`);
  await app.user.click(rent);
  expect(
    await within(await screen.findByRole('dialog', { name: 'Record Payment' })).findByText('Ada Hale'),
  ).toBeVisible();
  app.close();

  await openApp(server, { at: '/inspections', as: username });
  const own = await part('Move-out');
  expect(await own.findByRole('link', { name: 'Charges settled' })).toHaveAttribute('href', '/payments');
  expect(own.queryByRole('link', { name: 'Nobody is listed in the home' })).toBeNull();
});
