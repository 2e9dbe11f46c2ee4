import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import type { CommonMeter } from '../../../contract/utilities/commonMeters.ts';
import { openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { resetMeters } from '../../support/server/meters/meters.ts';
import { server } from '../../support/server/world.ts';

beforeEach(async () => {
  await resetMeters();
  await server.database.sql`update users set unit_since = '2025-01-01' where unit is not null`;
});

test('a common meter is added with the homes of a property, read, and billed once its shares were seen', async () => {
  const app = await openApp(server, { at: '/admin/utilities', as: 'manager' });
  await app.user.click(await screen.findByRole('button', { name: 'Add Common Meter' }));
  let dialog = within(await screen.findByRole('dialog', { name: 'Add Common Meter' }));
  await app.user.selectOptions(await dialog.findByLabelText('Property'), '1');
  await app.user.type(dialog.getByLabelText('Number on the meter'), '118');
  await app.user.type(dialog.getByLabelText('Shows now'), '1000');
  await app.user.click(dialog.getByRole('button', { name: 'Save Common Meter' }));
  expect(await screen.findByText('The common meter was saved.')).toBeInTheDocument();

  await app.user.click(await screen.findByRole('button', { name: /^Read Water 118/ }));
  dialog = within(await screen.findByRole('dialog', { name: 'Read Water 118' }));
  await app.user.type(await dialog.findByLabelText('Shows'), '5000');
  await app.user.click(dialog.getByRole('button', { name: 'Save Reading' }));
  await app.user.click(await screen.findByRole('button', { name: /^Shares of Water 118/ }));
  dialog = within(await screen.findByRole('dialog', { name: 'Shares of Water 118' }));
  expect((await dialog.findAllByText(/1 of \d homes/)).length).toBeGreaterThan(0);
  await app.user.click(dialog.getByRole('button', { name: /^Bill \d Homes?$/ }));
  expect(await screen.findByText('The shares were billed.')).toBeInTheDocument();
  const [meter] = (await server.call('GET', '/common-meters', { as: await server.token('manager') })).json<
    CommonMeter[]
  >();
  expect(meter!.readings[0]).toMatchObject({ value: 5000, billed: true });
  app.close();
});

test('a wrong reading of a common meter is corrected, or removed after a question', async () => {
  const as = await server.token('manager');
  const added = await server.call('POST', '/properties/1/common-meters', {
    as,
    body: {
      ...{ kind: 'water', serial_number: '119', measure: 'gal', digits: 6, multiplier: 1, first_value: 1000 },
      ...{ installed_on: '2026-01-01', shared_by: 'equally', unit_ids: [1] },
    },
  });
  const { id } = added.json<CommonMeter>();
  const body = { value: 50_010, read_on: '2026-02-01' };
  await server.call('POST', `/common-meters/${id}/readings`, { as, body });
  const app = await openApp(server, { at: '/admin/utilities', as: 'manager' });
  const openReading = async (value: string) => {
    await app.user.click(
      await screen.findByRole('button', { name: new RegExp(`^Correct Water 119.*${value}$`) }),
    );
    return within(await screen.findByRole('dialog', { name: 'Correct a reading of Water 119' }));
  };
  let dialog = await openReading('50,010');
  await app.user.clear(await dialog.findByLabelText('Showed'));
  await app.user.type(dialog.getByLabelText('Showed'), '5001');
  await app.user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The reading was corrected.')).toBeInTheDocument();

  dialog = await openReading('5,001');
  await app.user.click(await dialog.findByRole('button', { name: 'Remove Reading' }));
  const question = within(await screen.findByRole('alertdialog', { name: /^Are you sure/ }));
  await app.user.click(question.getByRole('button', { name: 'Remove Reading' }));
  expect(await screen.findByText('The reading was removed.')).toBeInTheDocument();
  const meters = (await server.call('GET', '/common-meters', { as })).json<CommonMeter[]>();
  expect(meters.find((meter) => meter.id === id)!.readings.map(({ value }) => value)).toEqual([1000]);
  app.close();
});

test('a common meter is exchanged, its usage is billed with the next reading of the new one, and that one is removed', async () => {
  const as = await server.token('manager');
  const added = await server.call('POST', '/properties/1/common-meters', {
    as,
    body: {
      ...{ kind: 'water', serial_number: '120', measure: 'gal', digits: 6, multiplier: 1, first_value: 1000 },
      ...{ installed_on: '2026-01-01', shared_by: 'equally', unit_ids: [1, 2] },
    },
  });
  expect(added.statusCode).toBe(201);
  const app = await openApp(server, { at: '/admin/utilities', as: 'manager' });
  await app.user.click(await screen.findByRole('button', { name: /^Exchange Water 120/ }));
  let dialog = within(await screen.findByRole('dialog', { name: 'Exchange Water 120' }));
  await app.user.type(await dialog.findByLabelText('Showed at the end'), '2000');
  await app.user.type(dialog.getByLabelText('Number on the new meter'), '121');
  await app.user.type(dialog.getByLabelText('New meter began at'), '0');
  await app.user.click(dialog.getByRole('button', { name: 'Exchange' }));
  expect(await screen.findByText('The meter was exchanged.')).toBeInTheDocument();
  const readings = within(await screen.findByRole('list', { name: /^Readings of Water 120/ }));
  const waits = await screen.findByText(/billed with the next reading of the new meter/);
  expect(readings.queryByRole('button', { name: /^Shares/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Read Water 120/ })).toBeNull();

  await app.user.click(await screen.findByRole('button', { name: /^Remove Water 121/ }));
  dialog = within(await screen.findByRole('dialog', { name: 'Remove Water 121' }));
  await app.user.type(await dialog.findByLabelText('Showed at the end'), '500');
  await app.user.click(dialog.getByRole('button', { name: 'Remove Meter' }));
  expect(await screen.findByText('The meter was removed.')).toBeInTheDocument();
  await app.user.click(await screen.findByRole('button', { name: /^Shares of Water 121/ }));
  dialog = within(await screen.findByRole('dialog', { name: 'Shares of Water 121' }));
  const counted = within(await dialog.findByRole('list', { name: 'Counted' }));
  expect(counted.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '120: 1,000 to 2,000',
    '121: 0 to 500',
  ]);
  await app.user.click(dialog.getByRole('button', { name: /^Bill \d Homes?$/ }));
  expect(await screen.findByText('The shares were billed.')).toBeInTheDocument();
  await waitFor(() => expect(waits).not.toBeInTheDocument());
  app.close();
});
