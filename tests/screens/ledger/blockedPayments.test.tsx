import { screen, within } from '@testing-library/react';
import { expect, onTestFinished, vi } from 'vitest';
import { card, modalClosed, until } from '../../support/screens/app.tsx';
import {
  history,
  offlineWithBook,
  openPaymentForm,
  recordPayment,
  row,
  tenant,
} from '../../support/screens/doorPayments.ts';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

/** A lease of this tenant under which nothing is accepted. */
async function addBlockingLease(id: number): Promise<void> {
  const [lease] = await server.database.sql<{ id: number }>`
    insert into leases (unit_id, starts, proration, payment_policy)
    values (1, '2020-01-01', 'actual_days', 'nothing') returning id`;
  await server.database.sql`
    insert into lease_tenants (lease_id, user_id, position) values (${lease!.id}, ${id}, 1)`;
}

test('an account that accepts no payments is refused offline in the server’s words, with a way to the lease', async () => {
  const id = await tenant('Blocked');
  await addBlockingLease(id);
  const app = await offlineWithBook('Blocked Hale');
  expect((await row('Blocked Hale')).getByText('No payments accepted')).toBeVisible();
  await app.user.click((await row('Blocked Hale')).getByRole('button', { name: /^Record Payment/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Record Payment' }));
  expect(dialog.getByText('This lease accepts no payments.')).toBeVisible();
  expect(dialog.getByRole('link', { name: 'Terms of the lease' })).toHaveAttribute('href', '/admin/leases');
  expect(dialog.queryByLabelText('Amount')).toBeNull();
});

test('a block that ended without a connection is neither shown nor refuses a payment', async () => {
  const id = await tenant('Ended');
  const soon = new Date(Date.now() + 40 * 60 * 60_000).toISOString().slice(0, 10);
  const leases = await server.database.sql<{ id: number }>`
    insert into leases (unit_id, starts, ends, proration, payment_policy)
    values (1, '2020-01-01', ${soon}, 'actual_days', 'nothing'), (1, '2021-01-01', null, 'actual_days', 'any_amount')
    returning id`;
  for (const lease of leases) {
    await server.database.sql`
      insert into lease_tenants (lease_id, user_id, position) values (${lease.id}, ${id}, 1)`;
  }
  const app = await offlineWithBook('Ended Hale');
  expect((await row('Ended Hale')).getByText('No payments accepted')).toBeVisible();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 4 * 24 * 60 * 60_000 });
  onTestFinished(() => void vi.useRealTimers());
  const form = await openPaymentForm(app, 'Ended Hale');
  expect(form.queryByText('This lease accepts no payments.')).toBeNull();
  expect((await row('Ended Hale')).queryByText('No payments accepted')).toBeNull();
});

test('a payment that was queued before the block is refused in words, and can be discarded', async () => {
  const id = await tenant('Late');
  const app = await offlineWithBook('Late Hale');
  await recordPayment(app, 'Late Hale', '506');
  await modalClosed();
  await addBlockingLease(id);
  app.reconnect();
  const refused = await card('$506.00 from Late Hale');
  expect(await refused.findByText('This lease accepts no payments.')).toBeVisible();
  await app.user.click(refused.getByRole('button', { name: 'Discard' }));
  await app.user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }),
  );
  await until(() => screen.queryByText('$506.00 from Late Hale') === null);
  expect(await history(id)).toHaveLength(1);
});
