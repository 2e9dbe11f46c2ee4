import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { addMeter, metersOf, resetMeters } from '../../support/server/meters/meters.ts';
import { server } from '../../support/server/world.ts';

beforeEach(resetMeters);
const open = () => openApp(server, { at: '/admin/home/1', as: 'manager' });

test('a meter is added by typing once, corrected, exchanged and removed on its home’s page, with who did it', async () => {
  const app = await open();
  expect(await screen.findByText('No meters. Usage is typed as it was used.')).toBeInTheDocument();
  await app.user.click(screen.getByRole('button', { name: 'Add Meter' }));
  let dialog = within(await screen.findByRole('dialog', { name: 'Add Meter' }));
  await app.user.type(await dialog.findByLabelText('Number on the meter'), 'W-7');
  await app.user.selectOptions(dialog.getByLabelText('Counts in'), 'kgal');
  expect(dialog.getByLabelText('Multiplier')).toHaveValue('1000');
  await app.user.type(dialog.getByLabelText('Shows now'), '120');
  await app.user.click(dialog.getByRole('button', { name: 'Add Meter' }));
  expect(await screen.findByText('The meter was added.')).toBeInTheDocument();
  expect(await screen.findByText('5 digits · kgal × 1000')).toBeInTheDocument();

  await app.user.click(screen.getByRole('button', { name: 'Correct Water W-7' }));
  dialog = within(await screen.findByRole('dialog', { name: 'Correct Water W-7' }));
  await app.user.type(await dialog.findByLabelText('Place (optional)'), 'Cellar');
  await app.user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Cellar · 5 digits · kgal × 1000')).toBeInTheDocument();

  await app.user.click(screen.getByRole('button', { name: 'Exchange Water W-7' }));
  dialog = within(await screen.findByRole('dialog', { name: 'Exchange Water W-7' }));
  await app.user.type(await dialog.findByLabelText('Showed at the end'), '119');
  await app.user.type(dialog.getByLabelText('Number on the new meter'), 'W-8');
  await app.user.type(dialog.getByLabelText('New meter began at'), '0');
  await app.user.click(dialog.getByRole('button', { name: 'Exchange' }));
  // Below what it showed before.
  await waitFor(() =>
    expect(dialog.getByLabelText('Showed at the end')).toHaveAccessibleDescription(/which is more/),
  );
  await app.user.clear(dialog.getByLabelText('Showed at the end'));
  await app.user.type(dialog.getByLabelText('Showed at the end'), '121');
  await app.user.click(dialog.getByRole('button', { name: 'Exchange' }));
  expect(await screen.findByText('The meter was exchanged.')).toBeInTheDocument();
  expect(await screen.findByText('Usage is not billed yet.')).toBeInTheDocument();

  await app.user.click(await screen.findByRole('button', { name: 'Remove Water W-8' }));
  dialog = within(await screen.findByRole('dialog', { name: 'Remove Water W-8' }));
  await app.user.type(await dialog.findByLabelText('Showed at the end'), '3');
  await app.user.click(dialog.getByRole('button', { name: 'Remove Meter' }));
  expect(await screen.findByText('The meter was removed.')).toBeInTheDocument();
  expect(
    (await metersOf(1)).map(({ serial_number, removed_on }) => [serial_number, removed_on !== null]),
  ).toEqual([
    ['W-7', true],
    ['W-8', true],
  ]);
  app.close();
});

test('the readings of a meter are told with their author', async () => {
  await addMeter(1);
  const app = await open();
  await app.user.click(await screen.findByText('Readings'));
  expect(await screen.findByText('1,000, installed')).toBeInTheDocument();
  app.close();
});

test('a meter is read without a bill, also without a connection, and the reading is sent later', async () => {
  await addMeter(1);
  const app = await open();
  await app.user.click(await screen.findByRole('button', { name: 'Read Water W-1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Read Water W-1' }));
  app.network.offline = true;
  await app.user.type(await dialog.findByLabelText('Shows'), '990');
  await app.user.click(dialog.getByRole('button', { name: 'Save Reading' }));
  expect(await dialog.findByText(/^This is below the last reading\./)).toBeInTheDocument();
  await app.user.clear(dialog.getByLabelText('Shows'));
  await app.user.type(dialog.getByLabelText('Shows'), '1040');
  await app.user.click(dialog.getByRole('button', { name: 'Save Reading' }));
  expect(await screen.findByText('1,040')).toBeInTheDocument();
  expect(await screen.findByText('Unsent')).toBeInTheDocument();
  app.network.offline = false;
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText('The reading was saved.')).toBeInTheDocument();
  await waitFor(async () => expect(await metersOf(1)).toMatchObject([{ last: { value: 1040 } }]));
  app.close();
});
