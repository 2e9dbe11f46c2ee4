import { screen, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import type { Deposit } from '../../../contract/deposits/deposit.ts';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import type { Lease } from '../../../contract/leases/lease.ts';
import type { Move } from '../../../contract/moves/move.ts';
import { card, everythingSent, modalClosed, openApp, until, type App } from '../../support/screens/app.tsx';
import { choose, endLeases, fill, month, onServer, press } from '../../support/screens/leases.ts';
import { inModal } from '../../support/screens/manageUsers.tsx';
import { test } from '../../support/screens/world.ts';
import { manager, server } from '../../support/server/world.ts';

beforeEach(endLeases);

const open = (at: string) => openApp(server, { at, as: 'manager' });
const step = async (name: string) => {
  const list = within(await screen.findByRole('region', { name: 'Move-in' }));
  return within(list.getByText(name).closest('li')!);
};
const read = async <T,>(path: string) => (await server.call('GET', path, { as: manager })).json<T>();

/** Writes down who moves into unit 102. */
async function writeDown(app: App, firstName: string, lastName: string): Promise<void> {
  await app.user.type(await inModal().findByLabelText('First name'), firstName);
  await app.user.type(inModal().getByLabelText('Last name'), lastName);
  await app.user.selectOptions(inModal().getByLabelText('Unit'), '102');
  await app.user.click(inModal().getByRole('button', { name: 'Add Person' }));
  await modalClosed();
  await card(`New person: ${firstName} ${lastName}`);
}

/** Reads what the way to the door needs, and loses the connection while somebody is written down. */
async function atTheDoor(): Promise<App> {
  const app = await open('/admin/addlease');
  await screen.findByLabelText('Unit');
  app.go('/admin/invitations');
  await press(app, 'Add Person');
  await inModal().findByRole('option', { name: '102' });
  app.network.offline = true;
  return app;
}

async function addLease(app: App, billed: string): Promise<void> {
  app.go('/admin/addlease?unit=2');
  expect(await screen.findByLabelText('Unit')).toHaveDisplayValue('Unit 102, Maple Court');
  await choose(app, 'Billed to', `${billed} (unsent)`);
  await fill(app, 'First day', month(1));
  await fill(app, 'Deposit required (optional)', '500');
  await press(app, 'Add Lease');
}

test('who moves in is written down, gets a lease, pays the deposit and has the keys, all before there is a connection', async () => {
  const app = await atTheDoor();
  await writeDown(app, 'Sam', 'Okafor');
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
  await app.user.click((await step('First rent paid')).getByRole('link', { name: 'Record: first rent' }));
  await within(await screen.findByRole('dialog', { name: 'Record Payment' })).findByText('Sam Okafor');
  await app.user.type(await inModal().findByLabelText('Amount'), '1250');
  await app.user.click(inModal().getByRole('button', { name: 'Record Payment' }));
  await modalClosed();
  await card('New lease: Unit 102, Maple Court');
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
