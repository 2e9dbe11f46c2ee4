import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import type { InstalledMeter, MeterReading } from '../../../contract/utilities/installedMeter.ts';
import { everythingSent, modalClosed, openApp } from '../../support/screens/app.tsx';
import { clearBills, meter, open, review, ROBIN, unit } from '../../support/screens/utilities/readings.ts';
import { test } from '../../support/screens/world.ts';
import { addMeter } from '../../support/server/meters/meters.ts';
import { resetMoves } from '../../support/server/meters/moves.ts';
import { senderTo, sha256 } from '../../support/server/photos/uploads.ts';
import { photoFile } from '../../support/server/requests.ts';
import { photo } from '../../support/server/server.ts';
import { manager, server } from '../../support/server/world.ts';

beforeEach(async () => {
  await resetMoves();
  await clearBills();
});

const readingsOf = async (id: number) =>
  (await server.call('GET', `/meters/${id}/readings`, { as: manager })).json<MeterReading[]>();
const taken = () => unit(ROBIN).findByRole('button', { name: 'View Photo 1 of 1' });

test('a photo that is taken on the walk without a connection stays at its meter, and is shown in the bill once sent', async () => {
  const { id } = await addMeter(1);
  const app = await open();
  await screen.findByRole('group', { name: ROBIN });
  app.network.offline = true;
  await app.user.upload(unit(ROBIN).getByLabelText('Photo of Water W-1'), await photoFile('a.jpg', 'red'));
  await taken();
  await app.user.type(meter(ROBIN, /^Water W-1/), '1120');
  app.go('/admin/dashboard');
  await screen.findByText('Manager Dashboard');
  app.go('/admin/utilities');
  await screen.findByRole('group', { name: ROBIN });
  await taken();
  expect(meter(ROBIN, /^Water W-1/)).toHaveValue('1120');

  app.network.offline = false;
  app.reconnect();
  await review(app);
  await app.user.click(await screen.findByRole('button', { name: 'Post 1 Bill' }));
  await screen.findByText('Successfully created 1 utility bill(s)!');
  await everythingSent();
  await waitFor(async () => expect((await readingsOf(id))[0]?.photos).toHaveLength(1));
  app.close();

  const tenant = await openApp(server, { at: '/ledger', as: 'resident' });
  await tenant.user.click(await screen.findByRole('button', { name: /Water 120 gal/ }));
  expect(await screen.findByRole('heading', { name: /^W-1, / })).toBeInTheDocument();
  await screen.findByRole('button', { name: 'View Photo 1 of 1' });
  tenant.close();
});

test('a photo is taken off again, and one that is too many is named at its meter', async () => {
  await addMeter(1);
  const app = await open();
  await screen.findByRole('group', { name: ROBIN });
  const button = () => unit(ROBIN).getByLabelText('Photo of Water W-1');
  for (const [index, color] of ['red', 'green', 'blue'].entries()) {
    await app.user.upload(button(), await photoFile(`${color}.jpg`, color));
    await unit(ROBIN).findByRole('button', { name: `View Photo ${index + 1} of ${index + 1}` });
    await waitFor(() => expect(button()).toBeEnabled());
  }
  await app.user.upload(button(), await photoFile('fourth.jpg', 'yellow'));
  await waitFor(() =>
    expect(button()).toHaveAccessibleDescription(
      'A reading can have at most 3 photos: "fourth.jpg" was left out.',
    ),
  );
  await app.user.click(unit(ROBIN).getByRole('button', { name: 'Remove Photo 3 of 3' }));
  expect(await unit(ROBIN).findByRole('button', { name: 'View Photo 2 of 2' })).toBeInTheDocument();
  app.close();
});

test('a reading without a bill takes a photo without a connection, which is shown at its meter once sent', async () => {
  const { id } = await addMeter(1);
  const app = await openApp(server, { at: '/admin/home/1', as: 'manager' });
  await app.user.click(await screen.findByRole('button', { name: 'Read Water W-1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Read Water W-1' }));
  app.network.offline = true;
  await app.user.type(await dialog.findByLabelText('Shows'), '1040');
  await app.user.upload(dialog.getByLabelText('Choose photos'), await photoFile('a.jpg', 'red'));
  await dialog.findByRole('button', { name: 'View Photo 1 of 1' });
  await app.user.click(dialog.getByRole('button', { name: 'Save Reading' }));
  await modalClosed();
  expect(await screen.findByText('Unsent')).toBeInTheDocument();
  app.network.offline = false;
  app.reconnect();
  await waitFor(async () => expect((await readingsOf(id))[0]?.photos).toHaveLength(1));
  await everythingSent();
  await app.user.click(await screen.findByText('Readings'));
  await screen.findByRole('button', { name: 'View Photo 1 of 1' });
  app.close();
});

test('the walk shows the last photo of a meter with what it showed then, also without a connection', async () => {
  const { id } = await addMeter(1);
  const red = await photo('red');
  const read = await server.call('POST', `/meters/${id}/readings`, {
    as: manager,
    body: { value: 1050, read_on: '2026-05-20', following_photos: [sha256(red)] },
  });
  await senderTo(`/records/reading/${read.json<InstalledMeter>().last.id}`, red, manager).send();
  const app = await open();
  const last = () => unit(ROBIN).findByRole('button', { name: 'View the last photo of Water W-1' });
  await screen.findByRole('group', { name: ROBIN });
  await last();
  app.network.offline = true;
  app.go('/admin/dashboard');
  await screen.findByText('Manager Dashboard');
  app.go('/admin/utilities');
  await screen.findByRole('group', { name: ROBIN });
  await last();
  expect(unit(ROBIN).getByText('Showed', { exact: false })).toHaveTextContent('Showed 1,050 on May 20, 2026');
  app.close();
});
