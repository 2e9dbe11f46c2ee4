import { screen, within } from '@testing-library/react';
import { expect, onTestFinished } from 'vitest';
import { addDays, addMonths, mediumDayText, monthOf } from '../../../contract/values/calendar.ts';
import { accountOfLeases } from '../../../src/features/ledger/PaidAccount.tsx';
import { isoDay } from '../../../src/ui/data/Time.tsx';
import { card, modalClosed, openApp, until, type App } from '../../support/screens/app.tsx';
import { history } from '../../support/screens/doorPayments.ts';
import { test } from '../../support/screens/world.ts';
import { residentWith } from '../../support/server/accounts.ts';
import { manager, server } from '../../support/server/world.ts';

async function accountWith(): Promise<{ id: number; unit: number | null }> {
  const damage = { amount: 80, type: 'Damage Fee', description: 'A door', at: '2026-05-02T12:00:00Z' };
  const username = await residentWith(server, [damage]);
  const [account] = await server.database.sql<{ id: number; unit: number | null }>`
    select id, unit from users where username = ${username}`;
  return account!;
}

async function chargeForm({ user }: App) {
  await user.click(await screen.findByRole('button', { name: 'Add Charge' }));
  return within(await screen.findByRole('dialog', { name: 'Add Charge' }));
}

test('a charge that the version before sent without an answer is asked about before it is sent again', async () => {
  const { id, unit } = await accountWith();
  const body = { userId: id, unitId: unit, amount: 45.25, type: 'Late Fee', description: 'A second car' };
  const key = crypto.randomUUID();
  await server.call('POST', '/transactions/charge', {
    as: manager,
    body,
    headers: { 'idempotency-key': key },
  });
  const app = await openApp(server, { at: `/admin/ledger/${id}`, as: 'manager' });
  await screen.findByRole('table', { name: 'Account ledger' });
  const [{ id: userId } = { id: 0 }] = await server.database.sql<{ id: number }>`
    select id from users where username = 'manager'`;
  const tried = { key, input: JSON.stringify({ body }) };
  const value = { typed: { amount: '45.25', type: 'Late Fee', description: 'A second car' }, tried };
  // Of the app that is open.
  const { withDatabase } = await import('../../../src/offline/engine/database.ts');
  await withDatabase((db) => db.drafts.put({ userId, name: `charge-${id}`, savedAt: new Date(), value }));
  const form = await chargeForm(app);
  await until(() => form.getByLabelText<HTMLInputElement>('Amount').value === '45.25');
  await app.user.click(form.getByRole('button', { name: 'Add Charge' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/It may have been made already/)).toBeInTheDocument();
  await app.user.click(question.getByRole('button', { name: 'Cancel' }));
  expect((await history(id)).filter(({ amount }) => amount === 45.25)).toHaveLength(1);
});

test('a charge that may be recorded after a closed month is asked about again once it has another day', async () => {
  const { id } = await accountWith();
  const month = addMonths(monthOf(isoDay()), -2);
  const first = addMonths(month, 1);
  const day = addDays(first, -1);
  const app = await openApp(server, { at: `/admin/ledger/${id}`, as: 'manager' });
  const form = await chargeForm(app);
  await app.user.type(await form.findByLabelText('Amount'), '45.25');
  await app.user.type(form.getByLabelText('Description'), 'A second car');
  await app.user.type(form.getByLabelText('Due on (optional)'), day);
  await server.call('PUT', `/books/months/${month}/closing`, { as: manager });
  onTestFinished(async () => void (await server.database.sql`delete from closed_books`));
  await app.user.click(form.getByRole('button', { name: 'Add Charge' }));
  await modalClosed();
  const refused = await card('$45.25 charged to Robin Hale');
  await refused.findByText(/are closed, so this charge cannot be dated/);
  app.network.offline = true;
  await app.user.click(refused.getByRole('button', { name: `Record for ${mediumDayText(first)}` }));
  await until(() => screen.queryByText(/cannot be dated/) === null);
  await app.user.click((await card('$45.25 charged to Robin Hale')).getByRole('button', { name: 'Edit' }));
  const edit = within(await screen.findByRole('dialog', { name: 'Edit Charge' }));
  await app.user.clear(await edit.findByLabelText('Due on (optional)'));
  await app.user.type(edit.getByLabelText('Due on (optional)'), addDays(day, -40));
  await app.user.click(edit.getByRole('button', { name: 'Save' }));
  await modalClosed();
  app.network.offline = false;
  app.reconnect();
  await (await card('$45.25 charged to Robin Hale')).findByText(/cannot be dated/);
  expect(await history(id)).toHaveLength(1);
});

test('an account that is known by its leases alone is that of the lease that runs, or of the last that began', () => {
  const tenants = [{ id: 7, first_name: 'Robin', last_name: 'Hale' }];
  const lease = (unit_number: string, starts: string, ends: string | null) =>
    ({ ...{ unit_number, starts, ends, tenants }, unit_id: 1, property_name: 'Maple Court' }) as never;
  const before = lease('4B', '2020-01-01', '2024-12-31');
  const running = lease('1A', '2025-01-01', null);
  const next = lease('2C', '2999-01-01', null);
  const homeIn = (leases: never[]) => accountOfLeases(leases, 7, undefined)?.unit_number;
  expect(homeIn([running, before])).toBe('1A');
  expect(homeIn([next, running, before])).toBe('1A');
  expect(homeIn([lease('3A', '2025-02-01', '2025-06-30'), before])).toBe('3A');
  expect(homeIn([])).toBeUndefined();
});
