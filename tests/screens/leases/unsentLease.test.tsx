import { screen, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import type { Deposit } from '../../../contract/deposits/deposit.ts';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import type { Lease } from '../../../contract/leases/lease.ts';
import type { Move } from '../../../contract/moves/move.ts';
import { card, everythingSent, modalClosed, until } from '../../support/screens/app.tsx';
import { choose, endLeases, fill, month, onServer, open, press } from '../../support/screens/leases.ts';
import {
  addLease,
  atTheDoor,
  payFirstRent,
  read,
  step,
  writeDown,
} from '../../support/screens/leases/atTheDoor.ts';
import { inModal } from '../../support/screens/manageUsers.tsx';
import { test } from '../../support/screens/world.ts';
import { manager, server } from '../../support/server/world.ts';

beforeEach(endLeases);

test('who moves in is written down, gets a lease, pays the deposit and has the keys, all before there is a connection', async () => {
  const app = await atTheDoor();
  await writeDown(app, 'Sam', 'Okafor');
  app.go('/admin/home/2');
  const newcomer = within((await screen.findByRole('link', { name: 'Sam Okafor' })).closest('li')!);
  expect(newcomer.getByText('Unsent')).toBeVisible();
  await addLease(app, 'Sam Okafor');
  const waiting = await card('New lease: Unit 102, Maple Court');
  waiting.getByText('Waiting for an earlier change');
  waiting.getByText('Sam Okafor, Noor Aziz');
  await app.user.click((await step('Keys handed over')).getByRole('button', { name: /Record: keys/ }));
  expect(await (await step('Keys handed over')).findByText('Unsent')).toBeVisible();
  await app.user.click((await step('Deposit received')).getByRole('button', { name: /^Record/ }));
  expect(await inModal().findByLabelText('Amount')).toHaveValue('500.00');
  await app.user.click(inModal().getByRole('button', { name: 'Record Deposit' }));
  await modalClosed();
  expect(await (await step('Deposit received')).findByText('Unsent')).toBeVisible();
  expect((await step('Deposit received')).getByRole('img', { name: 'Done' })).toBeVisible();
  expect((await step('Lease')).getByText('Unsent')).toBeVisible();
  await payFirstRent(app, { name: 'Sam Okafor', dollars: 1250 });
  expect(await (await step('First rent paid')).findByText('Unsent')).toBeVisible();
  expect(await onServer()).toEqual([]);

  app.reconnect();
  await everythingSent();
  await screen.findByRole('heading', { name: 'Monthly charges' });
  expect(app.toasts()).toContain('The lease of Unit 102, Maple Court was added.');
  const [lease, ...others] = await onServer();
  expect(others).toEqual([]);
  expect(lease).toMatchObject({
    ...{ unit_id: 2, starts: month(1), deposit_required: 500 },
    tenants: [{ first_name: 'Sam' }, { first_name: 'Noor' }],
  });
  expect(app.path()).toBe(`/admin/lease/${lease!.id}`);
  expect(await read<Move>(`/leases/${lease!.id}/move`)).toMatchObject({
    keys_handed_over_at: expect.any(String) as string,
    deposit_missing: 0,
  });
  const sam = lease!.tenants[0]!.id;
  expect(await read<Transaction[]>(`/transactions/user-history/${sam}`)).toMatchObject([{ amount: -1250 }]);
  expect(await read<Deposit>(`/leases/${lease!.id}/deposit`)).toMatchObject({ held: 500 });
});

test('a new lease that is unsent is in the list and on the page of its home, is edited with all that was typed, and discarded', async () => {
  const app = await open('/admin/home/2');
  await screen.findByRole('link', { name: 'New Lease' });
  app.go('/admin/leases');
  await screen.findByRole('link', { name: '+ Add new lease' });
  app.go('/admin/addlease?unit=2');
  await screen.findByLabelText('Unit');
  app.network.offline = true;
  await fill(app, 'Rent', '1300');
  await press(app, 'Add Lease');
  await card('New lease: Unit 102, Maple Court');
  app.go('/admin/home/2');
  await app.user.click(await screen.findByRole('link', { name: /^Noor Aziz.*, from/ }));
  app.go('/admin/leases');
  const listed = await card('New lease: Unit 102, Maple Court');
  await app.user.click(listed.getByRole('button', { name: 'Edit' }));
  expect(await screen.findByLabelText('Rent')).toHaveValue('1300');
  await fill(app, 'Rent', '1350');
  await press(app, 'Save');
  const edited = await card('New lease: Unit 102, Maple Court');
  edited.getByText(/^Rent \$1,350\.00 a month/);
  await app.user.click(edited.getByRole('button', { name: 'Discard' }));
  await app.user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }),
  );
  await until(() => app.path() === '/admin/leases');
  expect(screen.queryByText(/^New lease:/)).toBeNull();
  app.reconnect();
  expect(await onServer()).toEqual([]);
});

test('a second lease of the same home on the same days is refused where it is written', async () => {
  const app = await open('/admin/addlease?unit=2');
  await screen.findByLabelText('Unit');
  app.network.offline = true;
  await press(app, 'Add Lease');
  await card('New lease: Unit 102, Maple Court');
  app.go('/admin/addlease?unit=2');
  await screen.findByLabelText('Rent');
  await press(app, 'Add Lease');
  await until(() => screen.getByRole('main').textContent.includes('This unit has another lease since'));
  expect(screen.getByLabelText('First day')).toHaveAccessibleDescription(/Only one can run at a time\./);
});

test('a lease that another manager made meanwhile stands: what was written needs attention, and nothing is lost', async () => {
  const app = await open('/admin/addlease?unit=2');
  await screen.findByLabelText('Unit');
  app.network.offline = true;
  await fill(app, 'Rent', '1300');
  await press(app, 'Add Lease');
  await card('New lease: Unit 102, Maple Court');
  const theirs = await server.call('POST', '/leases', {
    as: manager,
    body: { unit_id: 2, starts: month(0), proration: 'actual_days', tenant_ids: [3], charges: [] },
  });
  expect(theirs.statusCode).toBe(201);
  app.reconnect();
  const refused = await card('New lease: Unit 102, Maple Court');
  await refused.findByText(/^This unit has another lease since/);
  expect((await onServer()).map(({ id }) => id)).toEqual([theirs.json<Lease>().id]);
  await app.user.click(refused.getByRole('button', { name: 'Edit' }));
  expect(await screen.findByLabelText('Rent')).toHaveValue('1300');
});

test('who was written down and discarded again is chosen again on the lease that named them', async () => {
  const app = await atTheDoor();
  await writeDown(app, 'Uma', 'Brandt');
  await addLease(app, 'Uma Brandt');
  await card('New lease: Unit 102, Maple Court');
  app.go('/admin/invitations');
  const person = await card('New person: Uma Brandt');
  await app.user.click(person.getByRole('button', { name: 'Discard' }));
  await app.user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }),
  );
  app.go('/admin/leases');
  const lost = await card('New lease: Unit 102, Maple Court');
  await lost.findByText(/was discarded on this device/);
  await app.user.click(lost.getByRole('button', { name: 'Choose again' }));
  await choose(app, 'Billed to', 'Noor Aziz');
  await press(app, 'Save');
  app.reconnect();
  await everythingSent();
  await until(async () => (await onServer()).length === 1);
  const [lease] = await onServer();
  expect(lease).toMatchObject({ deposit_required: 500 });
  expect(lease!.tenants[0]).toMatchObject({ first_name: 'Noor' });
  expect(lease!.tenants.map(({ first_name }) => first_name)).not.toContain('Uma');
});

test('who paid is chosen again where the person who was written down for it was discarded', async () => {
  const app = await atTheDoor();
  await writeDown(app, 'Ines', 'Falk');
  await addLease(app, 'Ines Falk');
  await card('New lease: Unit 102, Maple Court');
  await payFirstRent(app, { name: 'Ines Falk', dollars: 713 });
  app.go('/admin/invitations');
  await app.user.click((await card('New person: Ines Falk')).getByRole('button', { name: 'Discard' }));
  await app.user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }),
  );
  app.go('/admin/payments');
  const lost = await card('$713.00 from Ines Falk');
  await lost.findByText(/was discarded on this device/);
  await app.user.click(lost.getByRole('button', { name: 'Choose who paid' }));
  await inModal().findByLabelText('Paid by');
  await app.user.click(inModal().getByRole('button', { name: 'Save' }));
  await inModal().findByText('Please choose who paid.');
  await app.user.selectOptions(inModal().getByLabelText('Paid by'), 'Noor Aziz');
  await app.user.click(inModal().getByRole('button', { name: 'Save' }));
  await modalClosed();
  await card('$713.00 from Noor Aziz');
  app.reconnect();
  const paid = async () =>
    (await read<Transaction[]>('/transactions/user-history/3')).filter(({ amount }) => amount === -713);
  await until(async () => (await paid()).length === 1);
});
