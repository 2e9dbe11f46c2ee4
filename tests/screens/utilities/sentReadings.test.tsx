import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import type { MeterReading } from '../../../contract/utilities/installedMeter.ts';
import { everythingSent, modalClosed, openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { addMeter, metersOf } from '../../support/server/meters/meters.ts';
import { resetMoves } from '../../support/server/meters/moves.ts';
import { photoFile } from '../../support/server/requests.ts';
import { manager, server } from '../../support/server/world.ts';

beforeEach(async () => {
  await resetMoves();
});

test('management asks a home for a reading, its resident sends one with a photo without a connection, and a manager approves it', async () => {
  const { id: meter } = await addMeter(1, { place: 'Hall closet' });
  const desk = await openApp(server, { at: '/admin/home/1', as: 'manager' });
  await desk.user.click(
    await screen.findByRole('button', { name: 'Ask Residents of Unit 101, Maple Court for readings' }),
  );
  await desk.user.click(await screen.findByRole('button', { name: 'Ask' }));
  expect(await screen.findByText('1 home was asked for a reading.')).toBeInTheDocument();
  desk.close();

  const home = await openApp(server, { at: '/dashboard/resident', as: 'resident' });
  await home.user.click(await screen.findByRole('button', { name: 'Send the reading of Water W-1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Read Water W-1' }));
  home.network.offline = true;
  const shows = await dialog.findByLabelText('Shows (gal)');
  expect(shows).toHaveAccessibleDescription(/^Hall closet · It showed 1,000 on /);
  await home.user.type(shows, '1080');
  await home.user.upload(dialog.getByLabelText('Choose photos'), await photoFile('a.jpg', 'red'));
  await dialog.findByRole('button', { name: 'View Photo 1 of 1' });
  await home.user.click(dialog.getByRole('button', { name: 'Send Reading' }));
  await modalClosed();
  expect(await screen.findByText('Unsent')).toBeInTheDocument();
  await screen.findByRole('button', { name: 'View Photo 1 of 1' });
  home.network.offline = false;
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText('You sent 1,080. Management looks at it.')).toBeInTheDocument();
  await everythingSent();
  await screen.findByRole('button', { name: 'View Photo 1 of 1' });
  home.close();

  const walk = await openApp(server, { at: '/admin/utilities', as: 'manager' });
  expect(await screen.findByText('Water W-1: 1,080')).toBeInTheDocument();
  await screen.findByRole('button', { name: 'View Photo 1 of 1' });
  await walk.user.click(await screen.findByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('The reading was approved. It is in the next bill.')).toBeInTheDocument();
  await waitFor(async () => expect(await metersOf(1)).toMatchObject([{ last: { value: 1080 } }]));
  const readings = await server.call('GET', `/meters/${meter}/readings`, { as: manager });
  expect(readings.json<MeterReading[]>()[0]?.photos).toHaveLength(1);
  expect(await server.database.sql`select id from utility_bills`).toEqual([]);
  walk.close();
});
