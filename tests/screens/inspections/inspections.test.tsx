import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { Inspection } from '../../../contract/inspections/inspection.ts';
import { residentWith } from '../../support/server/accounts.ts';
import { SIGNED, walk } from '../../support/server/leases/inspections.ts';
import { openApp, until, type App } from '../../support/screens/app.tsx';
import { section } from '../../support/screens/sections.ts';
import { test } from '../../support/screens/world.ts';
import { manager, server } from '../../support/server/world.ts';

/** A lease of unit 101 by Ada Hale alone. */
async function rented() {
  const { sql } = server.database;
  const username = await residentWith(server);
  await sql`update users set first_name = 'Ada' where username = ${username}`;
  await sql`update leases set starts = '2000-01-01', ends = '2000-01-31' where starts > '2000-01-01'`;
  const [lease] = await sql<{ id: number }>`
    insert into leases (unit_id, starts, proration) values (1, '2020-01-01', 'actual_days') returning id`;
  await sql`
    insert into lease_tenants (lease_id, user_id, position)
    select ${lease!.id}, id, 1 from users where username = ${username}`;
  return { lease: lease!.id, username };
}
const ofHome = async () =>
  (await server.call('GET', '/units/1/inspections', { as: manager })).json<Inspection[]>();
const finalize = async (id: string, changes: object) => {
  const body = { ...walk(SIGNED), ...changes };
  expect((await server.call('PUT', `/inspections/${id}`, { as: manager, body })).statusCode).toBe(200);
};
const tap = async ({ user }: App, item: string, condition: string) => {
  const group = within(await screen.findByRole('group', { name: item }));
  await user.click(group.getByRole('radio', { name: condition }));
};

test('a walk at the door without a connection is kept at each tap, signed by the typed name, and sent later as one inspection', async () => {
  const { lease } = await rented();
  const app = await openApp(server, { at: `/admin/lease/${lease}`, as: 'manager' });
  const card = await section('Inspections');
  expect(await card.findByText('Nothing was inspected yet.')).toBeVisible();
  app.network.offline = true;
  const begin = card.getByRole('link', { name: 'Move-in Inspection' });
  const [place] = begin.getAttribute('href')!.split('?');
  await app.user.click(begin);
  await tap(app, 'Door and locks', 'Good');
  await tap(app, 'Floor', 'Damaged');
  await app.user.click(screen.getByRole('button', { name: 'Add remark: Floor, Entrance' }));
  await app.user.type(screen.getByLabelText('Remark on Floor'), 'Scratched');
  await app.user.type(screen.getByLabelText('Another item of Entrance'), 'Doorbell');
  await app.user.click(screen.getByRole('button', { name: 'Add Item' }));
  await tap(app, 'Doorbell', 'Missing');
  await app.user.click(screen.getByRole('button', { name: 'Remove: Smoke alarm, Entrance' }));
  // The page is closed in the middle, and opened again at its address.
  app.go('/admin/dashboard');
  await screen.findByText('Manager Dashboard');
  app.go(place!);
  const floor = within(await screen.findByRole('group', { name: 'Floor' }));
  expect(floor.getByRole('radio', { name: 'Damaged' })).toBeChecked();
  expect(screen.getByLabelText('Remark on Floor')).toHaveDisplayValue('Scratched');

  await app.user.click(screen.getByRole('button', { name: 'Sign and Finalize' }));
  await app.user.click(await screen.findByRole('button', { name: 'Finalize' }));
  expect(
    await screen.findByText('Please sign for management before the inspection is finalized.'),
  ).toBeVisible();
  await app.user.click(screen.getAllByLabelText('Sign with the typed name')[0]!);
  await app.user.click(screen.getByRole('button', { name: 'Finalize' }));
  const question = within(await screen.findByRole('alertdialog'));
  await app.user.click(question.getByRole('button', { name: 'Finalize' }));
  expect(await screen.findByText('Damaged – Scratched')).toBeVisible();
  expect(screen.getByText('Unsent')).toBeVisible();
  expect(await ofHome()).toEqual([]);

  app.network.offline = false;
  window.dispatchEvent(new Event('online'));
  await until(async () => (await ofHome()).length === 1);
  const [inspection] = await ofHome();
  expect(inspection).toMatchObject({
    kind: 'Move-in',
    lease_id: lease,
    signatures: [{ by: 'management', strokes: null }],
  });
  expect(inspection!.rooms[0]!.items).toEqual([
    { name: 'Door and locks', condition: 'Good', remark: null },
    { name: 'Walls and ceiling', condition: null, remark: null },
    { name: 'Floor', condition: 'Damaged', remark: 'Scratched' },
    { name: 'Doorbell', condition: 'Missing', remark: null },
  ]);
  await until(() => screen.queryByText('Unsent') === null);
});

test('a move-out stands beside the move-in, room by room, and begins with its rooms', async () => {
  const { lease } = await rented();
  const id = crypto.randomUUID();
  await finalize(id, { lease_id: lease, day: '2026-05-01' });
  const app = await openApp(server, { at: `/admin/lease/${lease}`, as: 'manager' });
  const card = await section('Inspections');
  await card.findByRole('link', { name: /^Move-in, / });
  await app.user.click(card.getByRole('link', { name: 'Move-out Inspection' }));
  expect(await screen.findByText('Moving in: Good')).toBeVisible();
  await tap(app, 'Floor', 'Damaged');
  await app.user.click(screen.getByRole('button', { name: 'Save Draft' }));
  expect(await screen.findByText('This is a draft. It is not signed.')).toBeVisible();
  expect(screen.getByText('Moving in: Good')).toBeVisible();
  await until(async () => (await ofHome()).some(({ kind, version }) => kind === 'Move-out' && version === 1));
});

test('a tenant reads the inspection without a connection, and adds a remark that management is told of', async () => {
  const { lease, username } = await rented();
  const id = crypto.randomUUID();
  await finalize(id, { lease_id: lease });
  const app = await openApp(server, { at: '/inspections', as: username });
  await screen.findByRole('link', { name: /^Read the Move-in inspection of/ });
  app.network.offline = true;
  await app.user.click(screen.getByRole('link', { name: /^Read the Move-in inspection of/ }));
  expect(await screen.findByText('Robin Hale, tenant')).toBeVisible();
  await app.user.click(screen.getByRole('button', { name: 'Add Remark' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remark on the inspection' }));
  await app.user.type(await dialog.findByLabelText('Remark'), 'The window was cracked');
  await app.user.click(dialog.getByRole('button', { name: 'Add Remark' }));
  expect(await screen.findByText('The window was cracked')).toBeVisible();
  expect(screen.getByText('Unsent')).toBeVisible();
  app.network.offline = false;
  window.dispatchEvent(new Event('online'));
  await until(async () => (await ofHome()).find((each) => each.id === id)?.remarks.length === 1);
  await until(() => screen.queryByText('Unsent') === null);
  expect(await screen.findAllByText('The window was cracked')).toHaveLength(1);
});

test('management finds inspections by home and state, and changes the template', async () => {
  const { lease } = await rented();
  const id = crypto.randomUUID();
  await finalize(id, { lease_id: lease });
  const app = await openApp(server, { at: '/admin/inspections?show=finalized', as: 'manager' });
  expect((await screen.findAllByText(/Ada Hale/))[0]).toBeVisible();
  await app.user.click(screen.getByRole('link', { name: 'Template' }));
  const rooms = await screen.findByLabelText('Rooms and items');
  await app.user.clear(rooms);
  await app.user.type(rooms, 'Studio: Floor, Sink');
  await app.user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The template was changed.')).toBeVisible();
  const stored = await server.call('GET', '/inspections/template', { as: manager });
  expect(stored.json()).toMatchObject({
    rooms: [{ name: 'Studio', items: [{ name: 'Floor' }, { name: 'Sink' }] }],
  });
});
