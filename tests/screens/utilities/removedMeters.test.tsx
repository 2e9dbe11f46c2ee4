import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { answer } from '../../support/screens/manageUsers.tsx';
import { openApp, type App } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import {
  addMeter as addCommonMeter,
  ask,
  bill,
  costOf,
  read,
  resetCommonMeters,
} from '../../support/server/meters/commonMeters.ts';
import { addMeter } from '../../support/server/meters/meters.ts';
import { server } from '../../support/server/world.ts';

// What is read offline at a meter that somebody removes meanwhile, and what is left of removed meters on the screen.

beforeEach(resetCommonMeters);

const at = '/admin/utilities';
// Those of other tests are among them.
const folded = async () =>
  (await screen.findByText(/^\d+ removed meters?$/, { selector: 'summary' })).closest('details');
const remove = (meter: number, last_value: number) =>
  ask('POST', `/common-meters/${meter}/removal`, { last_value, removed_on: '2026-03-01' });

/** Types a reading into the open form without a connection; it is sent once there is one again. */
async function readOffline(app: App, value: string): Promise<void> {
  const shows = await screen.findByLabelText('Shows');
  app.network.offline = true;
  await app.user.type(shows, value);
  await app.user.click(screen.getByRole('button', { name: 'Save Reading' }));
  await screen.findByText('Saved on this device. It will be sent when you are back online.');
}

/** Goes from what is unsent to where it is decided. */
async function decide(app: App): Promise<void> {
  app.reconnect();
  await screen.findByText(/^The meter .+ was removed\.$/);
  app.go('/outbox');
  await app.user.click(await screen.findByRole('link', { name: 'Look and decide' }));
}

test('a reading of a common meter that was removed meanwhile says so, and is discarded there', async () => {
  const { id, serial_number } = await addCommonMeter('equally');
  const app = await openApp(server, { at: `${at}?read-common=${id}`, as: 'manager' });
  await readOffline(app, '1200');
  await remove(id, 1000);
  await decide(app);
  const dialog = within(await screen.findByRole('dialog', { name: `Read Water ${serial_number}` }));
  dialog.getByText('This meter was removed on Mar 1, 2026, and none is in its place.');
  dialog.getByText('Your reading of 1,200 was not saved.');
  await app.user.click(dialog.getByRole('button', { name: 'Discard Reading' }));
  await answer(app, /^Discard this\?/, 'Discard');
  expect(await screen.findByText('Everything is sent.')).toBeInTheDocument();
  app.close();
});

test('a reading of a common meter that was exchanged meanwhile leads to the one in its place', async () => {
  const { id, serial_number } = await addCommonMeter('equally');
  const app = await openApp(server, { at: `${at}?read-common=${id}`, as: 'manager' });
  await readOffline(app, '1200');
  const exchange = { last_value: 1100, exchanged_on: '2026-03-01', serial_number: 'NEW', first_value: 0 };
  expect(
    (await ask('POST', `/common-meters/${id}/exchange`, { ...exchange, digits: 6, multiplier: 1 })).status,
  ).toBe(201);
  await decide(app);
  const dialog = within(await screen.findByRole('dialog', { name: `Read Water ${serial_number}` }));
  dialog.getByText('This meter was removed on Mar 1, 2026. Water NEW is in its place.');
  await app.user.click(dialog.getByRole('button', { name: 'Read Water NEW' }));
  expect(await screen.findByRole('dialog', { name: 'Read Water NEW' })).toBeInTheDocument();
  expect(await screen.findByLabelText('Shows')).toHaveValue('');
  app.close();
});

test('a reading of a home’s meter that was removed meanwhile says so at the home', async () => {
  const { id } = await addMeter(1);
  const app = await openApp(server, { at: `/admin/home/1?read=${id}`, as: 'manager' });
  await readOffline(app, '1200');
  await ask('POST', `/meters/${id}/removal`, { last_value: 1000, removed_on: '2026-03-01' });
  await decide(app);
  const dialog = within(await screen.findByRole('dialog', { name: 'Read Water W-1' }));
  await app.user.click(dialog.getByRole('button', { name: 'Discard Reading' }));
  await answer(app, /^Discard this\?/, 'Discard');
  expect(await screen.findByText('Everything is sent.')).toBeInTheDocument();
  app.close();
});

test('a removed common meter stands among the others until its last usage is billed', async () => {
  const { id, serial_number } = await addCommonMeter('equally');
  await remove(id, 1300);
  const unused = await addCommonMeter('equally');
  await remove(unused.id, 1000);
  const app = await openApp(server, { at, as: 'manager' });
  const shares = { name: new RegExp(`^Shares of Water ${serial_number}`) };
  await screen.findByRole('button', shares);
  // Of the other one nothing was used.
  expect(await folded()).toHaveTextContent(`Water ${unused.serial_number}`);
  expect(await folded()).not.toHaveTextContent(`Water ${serial_number}`);
  app.close();
  const reading = await server.database.sql<{ id: number }>`
    select max(id) as id from common_readings where meter_id = ${id}`;
  const { json } = await costOf(id, reading[0]!.id);
  expect((await bill(id, reading[0]!.id, json.shares)).status).toBe(201);
  const again = await openApp(server, { at, as: 'manager' });
  await waitFor(async () => expect(await folded()).toHaveTextContent(`Water ${serial_number}`));
  await waitFor(() => expect(screen.queryByRole('button', shares)).toBeNull());
  again.close();
});

test('a common meter in use stays where its usage is billed', async () => {
  const { id, serial_number } = await addCommonMeter('equally');
  const reading = await read(id, 1400);
  const { json } = await costOf(id, reading);
  await bill(id, reading, json.shares);
  const app = await openApp(server, { at, as: 'manager' });
  const button = await screen.findByRole('button', { name: new RegExp(`^Read Water ${serial_number}`) });
  expect(button.closest('details')).toBeNull();
  app.close();
});

test('a reading that the server refused stands in its form, with why, and is sent once it is mended', async () => {
  const { id } = await addCommonMeter('equally');
  const app = await openApp(server, { at: `${at}?read-common=${id}`, as: 'manager' });
  await readOffline(app, '1200');
  await read(id, 1500);
  app.reconnect();
  await screen.findByText('Needs attention');
  app.go('/outbox');
  await app.user.click(await screen.findByRole('link', { name: 'Look and decide' }));
  const shows = await screen.findByLabelText('Shows');
  expect(shows).toHaveValue('1200');
  await app.user.clear(shows);
  await app.user.type(shows, '1600');
  await app.user.click(screen.getByRole('button', { name: 'Save Reading' }));
  expect(await screen.findByText('Everything is sent.')).toBeInTheDocument();
  const readings = await server.database.sql<{ value: number }>`
    select value from common_readings where meter_id = ${id} order by id`;
  expect(readings.map(({ value }) => value)).toEqual([1000, 1500, 1600]);
  app.close();
});
