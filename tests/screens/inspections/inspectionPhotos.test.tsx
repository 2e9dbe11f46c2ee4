import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { Inspection } from '../../../contract/inspections/inspection.ts';
import { residentWith } from '../../support/server/accounts.ts';
import { leaseOf, SIGNED, walk } from '../../support/server/leases/inspections.ts';
import { senderTo, sha256 } from '../../support/server/photos/uploads.ts';
import { photoFile } from '../../support/server/requests.ts';
import { photo } from '../../support/server/server.ts';
import { everythingSent, openApp, until } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { manager, server } from '../../support/server/world.ts';

const ofHome = async () =>
  (await server.call('GET', '/units/1/inspections', { as: manager })).json<Inspection[]>();

test('a photo that is taken at the door without a connection is kept with its item, also after the page was closed, and sent after the walk', async () => {
  const id = crypto.randomUUID();
  const place = `/admin/inspections/1/${id}/walk`;
  const app = await openApp(server, { at: `${place}?kind=Periodic`, as: 'manager' });
  const floor = async () => within(await screen.findByRole('group', { name: 'Floor' }));
  await floor();
  app.network.offline = true;
  await app.user.click(screen.getByRole('button', { name: 'Add photos: Floor, Entrance' }));
  await app.user.upload((await floor()).getByLabelText('Choose photos'), await photoFile('a.jpg', 'red'));
  await (await floor()).findByRole('button', { name: 'View Photo 1 of 1' });
  await app.user.click((await floor()).getByRole('radio', { name: 'Damaged' }));
  app.go('/admin/dashboard');
  await screen.findByText('Manager Dashboard');
  app.go(place);
  await (await floor()).findByRole('button', { name: 'View Photo 1 of 1' });
  expect((await floor()).getByRole('radio', { name: 'Damaged' })).toBeChecked();

  await app.user.click(screen.getByRole('button', { name: 'Save Draft' }));
  await screen.findByText('This is a draft. It is not signed.');
  await screen.findByRole('button', { name: 'View Photo 1 of 1' });
  await app.user.click(screen.getByRole('link', { name: 'Continue' }));
  await (await floor()).findByRole('button', { name: 'View Photo 1 of 1' });
  app.network.offline = false;
  app.reconnect();
  await until(async () => (await ofHome()).some((each) => each.id === id && each.photos?.length === 1));
  await everythingSent();
  const [item] = (await ofHome())
    .find((each) => each.id === id)!
    .rooms[0]!.items.filter(({ name }) => name === 'Floor');
  expect(item?.photos).toHaveLength(1);
});

test('a tenant’s copy shows the photos of its items, each with when it was taken', async () => {
  const username = await residentWith(server);
  const [tenant] = await server.database.sql<{
    id: number;
  }>`select id from users where username = ${username}`;
  const lease_id = await leaseOf(tenant!.id);
  const id = crypto.randomUUID();
  const red = await photo('red');
  const photos = [{ sha256: sha256(red), taken_at: '2026-05-26T15:12:00.000Z' }];
  const rooms: Inspection['rooms'] = [
    { name: 'Kitchen', items: [{ name: 'Floor', condition: 'Damaged', remark: null, photos }] },
  ];
  const body = { ...walk({ lease_id }), ...SIGNED, rooms };
  expect((await server.call('PUT', `/inspections/${id}`, { as: manager, body })).statusCode).toBe(200);
  await senderTo(`/records/inspection/${id}`, red, manager).send();
  await openApp(server, { at: `/inspections/${id}`, as: username });
  const shown = within(await screen.findByRole('list', { name: 'Photos' }));
  shown.getByRole('button', { name: 'View Photo 1 of 1' });
  expect(shown.getByText(/May 26, 2026/)).toBeVisible();
});
