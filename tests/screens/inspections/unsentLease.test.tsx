import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { Inspection } from '../../../contract/inspections/inspection.ts';
import type { Lease } from '../../../contract/leases/lease.ts';
import type { Move } from '../../../contract/moves/move.ts';
import { monthOf } from '../../../contract/values/calendar.ts';
import { communityDay } from '../../support/days.ts';
import { everythingSent, openApp, until, type App } from '../../support/screens/app.tsx';
import { begin, endLeases } from '../../support/screens/leases.ts';
import { test } from '../../support/screens/world.ts';
import { manager, server } from '../../support/server/world.ts';

const today = communityDay();
const read = async <T,>(path: string) => (await server.call('GET', path, { as: manager })).json<T>();
const stored = async (id: string) =>
  (await read<Inspection[]>('/units/1/inspections')).find((each) => each.id === id);
const leaseOfHome = async () =>
  (await read<Lease[]>('/leases')).find(({ unit_id, starts }) => unit_id === 1 && starts === today);
const leaseField = () => screen.findByLabelText<HTMLSelectElement>('Lease');
const chosen = async () => (await leaseField()).selectedOptions[0]?.textContent;

/** A lease of unit 101 by Robin and Noor, written down without a connection. */
async function unsentLease(app: App): Promise<string> {
  const { queue } = await import('../../../src/offline/engine/outbox/outbox.ts');
  const [user] = await server.database.sql<{ id: number }>`select id from users where username = 'manager'`;
  app.network.offline = true;
  const { id } = await queue({
    ...{ userId: user!.id, route: 'createLease' },
    input: {
      body: {
        ...{ unit_id: 1, starts: today, proration: 'actual_days', tenant_ids: [2, 3] },
        charges: [{ kind: 'rent', amount: 900, due_day: 1, from_month: monthOf(today) }],
      },
    },
    shown: {
      ...{ unit_number: '101', property_name: 'Maple Court' },
      tenants: [
        { id: 2, name: 'Robin Hale' },
        { id: 3, name: 'Noor Aziz' },
      ],
    },
  });
  return id;
}

/** A device that has read the home and begins its move-in. */
async function atTheDoor() {
  await endLeases();
  const app = await openApp(server, { at: '/admin/home/1', as: 'manager' });
  const begin = await screen.findByRole('link', { name: 'Move-in Inspection' });
  const [place = ''] = begin.getAttribute('href')!.split('?');
  await until(() => screen.queryByText('Loading...') === null);
  const lease = await unsentLease(app);
  app.go(`${place}?kind=Move-in&lease=new:${lease}`);
  return { app, lease, place, id: place.split('/').at(-2)! };
}

const tap = async ({ user }: App, item: string, condition: string) => {
  const group = within(await screen.findByRole('group', { name: item }));
  await user.click(group.getByRole('radio', { name: condition }));
};
const signAs = async ({ user }: App, who: string) => {
  const group = within(await screen.findByRole('group', { name: who }));
  await user.click(group.getByLabelText('Sign with the typed name'));
};
const finalize = async ({ user }: App) => {
  await user.click(await screen.findByRole('button', { name: 'Finalize' }));
  const question = within(await screen.findByRole('alertdialog'));
  await user.click(question.getByRole('button', { name: 'Finalize' }));
};
const sign = async ({ user }: App) =>
  user.click(await screen.findByRole('button', { name: 'Sign and Finalize' }));

test('a home is inspected without a connection for a lease that is unsent, signed by its tenants, and is its move-in once both are sent', async () => {
  const { app, place, id } = await atTheDoor();
  expect(await chosen()).toMatch(/^Unsent: Robin Hale, Noor Aziz, from /);
  await tap(app, 'Door and locks', 'Good');
  // The app is closed in the middle, and opened again at the address of the draft.
  app.close();
  const again = await openApp(server, { at: '/admin/dashboard', as: 'manager' });
  again.network.offline = true;
  again.go(place);
  expect(await chosen()).toMatch(/^Unsent: /);
  await tap(again, 'Floor', 'Damaged');
  await sign(again);
  await signAs(again, 'Management');
  const second = within(await screen.findByRole('group', { name: 'Tenant 2' }));
  expect(second.getByLabelText('Full name, Tenant 2')).toHaveDisplayValue('Noor Aziz');
  await signAs(again, 'Tenant 1');
  await finalize(again);
  expect(await screen.findByText('Waiting for an earlier change')).toBeVisible();
  expect(await stored(id)).toBeUndefined();

  again.reconnect();
  await until(async () => (await stored(id)) !== undefined);
  await everythingSent();
  const lease = await leaseOfHome();
  const inspection = await stored(id);
  expect(inspection).toMatchObject({ lease_id: lease!.id, kind: 'Move-in' });
  expect(inspection!.signatures).toMatchObject([
    { by: 'management' },
    { by: 'tenant', name: 'Robin Hale', strokes: null },
  ]);
  expect(await read<Move>(`/leases/${lease!.id}/move`)).toMatchObject({ move_in_inspection: id });
});

test('a lease that is sent in the middle of the walk is the inspection’s, also where the draft is opened afterwards', async () => {
  const { app, place, id } = await atTheDoor();
  await tap(app, 'Door and locks', 'Good');
  app.reconnect();
  await until(async () => (await leaseOfHome()) !== undefined);
  await everythingSent();
  await until(async () => !(await chosen())!.startsWith('Unsent'));
  const lease = await leaseOfHome();
  expect((await leaseField()).value).toBe(String(lease!.id));
  app.go('/admin/dashboard');
  await screen.findByText('Manager Dashboard');
  app.go(place);
  expect((await leaseField()).value).toBe(String(lease!.id));
  await app.user.click(screen.getByRole('button', { name: 'Save Draft' }));
  await until(async () => (await stored(id))?.lease_id === lease!.id);
});

test('a walk whose lease is discarded says so, keeps who signed, and is saved for no lease', async () => {
  const { app, lease, id } = await atTheDoor();
  await tap(app, 'Door and locks', 'Good');
  await sign(app);
  await signAs(app, 'Management');
  await signAs(app, 'Tenant 2');
  const { discard } = await import('../../../src/offline/engine/outbox/revise.ts');
  await discard(lease);
  expect(await screen.findByText('The lease of this inspection was discarded on this device.')).toBeVisible();
  await app.user.click(await screen.findByRole('button', { name: 'Finalize' }));
  expect(await screen.findByText('Please choose the lease of this inspection, or “No lease”.')).toBeVisible();
  expect(await chosen()).toBe('Discarded lease');
  expect(await leaseField()).toHaveFocus();
  await app.user.selectOptions(await leaseField(), 'No lease');
  expect(screen.queryByText('The lease of this inspection was discarded on this device.')).toBeNull();
  await sign(app);
  expect(screen.queryByDisplayValue('Robin Hale')).toBeNull();
  await finalize(app);
  app.reconnect();
  await until(async () => (await stored(id)) !== undefined);
  expect(await stored(id)).toMatchObject({
    lease_id: null,
    signatures: [{ by: 'management' }, { by: 'tenant', name: 'Noor Aziz' }],
  });
});

test('a finalized inspection whose lease is discarded needs attention, and is saved for another lease with its signatures', async () => {
  const { app, lease, place, id } = await atTheDoor();
  await tap(app, 'Door and locks', 'Good');
  await sign(app);
  await signAs(app, 'Management');
  await signAs(app, 'Tenant 1');
  await finalize(app);
  await screen.findByText('Waiting for an earlier change');
  const { discard } = await import('../../../src/offline/engine/outbox/revise.ts');
  await discard(lease);
  expect(await screen.findByText('Needs attention')).toBeVisible();
  const other = await unsentLease(app);
  await app.user.click(await screen.findByRole('link', { name: 'Look at It Again' }));
  expect(app.path()).toBe(place);
  expect(await screen.findByText('The lease of this inspection was discarded on this device.')).toBeVisible();
  expect(screen.queryByText(/What this is for/)).toBeNull();
  await app.user.selectOptions(await leaseField(), `new:${other}`);
  await sign(app);
  await finalize(app);
  app.reconnect();
  await until(async () => (await stored(id)) !== undefined);
  const made = await leaseOfHome();
  expect(await stored(id)).toMatchObject({
    lease_id: made!.id,
    signatures: [{ by: 'management' }, { by: 'tenant', name: 'Robin Hale' }],
  });
  await everythingSent();
});

test('an inspection that begins on the page of a lease is of that lease, and elsewhere moving in is of the next to begin, sent or not', async () => {
  await endLeases();
  const { id: running } = await begin();
  const app = await openApp(server, { at: '/admin/home/1', as: 'manager' });
  await screen.findByRole('link', { name: 'Move-in Inspection' });
  await unsentLease(app);
  app.go(`/admin/lease/${running}`);
  await screen.findByRole('heading', { name: 'Lease' });
  await app.user.click(await screen.findByRole('link', { name: 'Move-in Inspection' }));
  expect((await leaseField()).value).toBe(String(running));
  await tap(app, 'Door and locks', 'Good');
  await app.user.selectOptions(await leaseField(), await screen.findByRole('option', { name: /^Unsent/ }));
  await sign(app);
  expect(await screen.findByDisplayValue('Noor Aziz')).toBeVisible();

  app.go('/admin/home/1');
  await app.user.click(await screen.findByRole('link', { name: 'Move-in Inspection' }));
  expect(await chosen()).toMatch(/^Unsent: /);
});

test('somebody who is added to an unsent lease in the middle of the walk may sign, and who signed already stays', async () => {
  const { app, lease } = await atTheDoor();
  await tap(app, 'Door and locks', 'Good');
  await sign(app);
  await signAs(app, 'Tenant 1');
  const { withDatabase } = await import('../../../src/offline/engine/database.ts');
  const [robin, noor] = ['Robin Hale', 'Noor Aziz'];
  await withDatabase((db) =>
    db.outbox.where({ id: lease }).modify((item) => {
      if (item.route !== 'createLease') return;
      item.shown.tenants = [robin, 'Ada Hale'].map((name) => ({ name, addedBy: name }));
    }),
  );
  expect(await screen.findByDisplayValue('Ada Hale')).toBeVisible();
  expect(screen.queryByDisplayValue(noor)).toBeNull();
  const first = within(screen.getByRole('group', { name: 'Tenant 1' }));
  expect(first.getByLabelText('Full name, Tenant 1')).toHaveDisplayValue(robin);
  expect(first.getByLabelText('Sign with the typed name')).toBeChecked();
});
