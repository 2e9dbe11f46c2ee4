import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, vi } from 'vitest';
import { openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

beforeEach(async () => {
  const { sql } = server.database;
  await sql`delete from idempotency_keys`;
  await sql`delete from utility_rates`;
  await sql`
    insert into utility_rates (rate_water, rate_electric, rate_gas, effective_at)
    values (0.0125, 0.145, 1.09, now() - interval '60 days')`;
});

const open = () => openApp(server, { at: '/admin/settings', as: 'manager' });

test('saved rates are confirmed for four seconds before the readings open', async () => {
  const app = await open();
  const water = await screen.findByLabelText<HTMLInputElement>('Water rate');
  expect(water).toHaveValue('0.0125');
  expect(water).toHaveAttribute('inputmode', 'decimal');
  await app.user.clear(water);
  await app.user.type(water, '0.03');
  const set = vi.spyOn(globalThis, 'setTimeout');
  await app.user.click(screen.getByRole('button', { name: 'Save Rates' }));
  expect(await screen.findByText('Utility rates updated successfully! Redirecting...')).toBeInTheDocument();
  // An effect waits, and it may run a moment after the words are there.
  await waitFor(() => expect(set.mock.calls.map(([, delay]) => delay)).toContain(4000));
  expect(await screen.findByRole('heading', { name: 'Enter Monthly Utility Readings' })).toBeInTheDocument();
  await waitFor(() => expect(screen.getByText('per gallon').parentElement).toHaveTextContent('$0.03'));
  app.close();
});

test('the rates screen shows who changed the rates, with the old values', async () => {
  const as = await server.token('manager');
  const body = { rate_water: 0.02, rate_electric: 0.145, rate_gas: 1.09 };
  await server.call('PUT', '/settings', { as, body });
  const app = await open();
  await screen.findByLabelText('Water rate');
  await app.user.click(screen.getByText('Changes'));
  expect((await screen.findAllByText('Morgan Reyes'))[0]).toBeInTheDocument();
  expect(screen.getByText('Water rate: $0.0125 → $0.02')).toBeInTheDocument();
  app.close();
});

test('an invalid rate is refused at its field', async () => {
  const app = await open();
  await app.user.clear(await screen.findByLabelText('Water rate'));
  await app.user.clear(screen.getByLabelText('Electric rate'));
  await app.user.type(screen.getByLabelText('Electric rate'), '-1');
  await app.user.clear(screen.getByLabelText('Gas rate'));
  await app.user.click(screen.getByRole('button', { name: 'Save Rates' }));
  for (const name of ['Water', 'Electric', 'Gas']) {
    expect(await screen.findByText(`${name} rate must be a valid positive number.`)).toBeInTheDocument();
  }
  app.close();
});

test('offline the rates screen says that it needs a connection before anything is typed, and keeps the draft', async () => {
  let app = await open();
  await screen.findByLabelText('Water rate');
  app.network.fail(/^PUT \/settings/, { status: 500, message: 'The disk is full.' });
  await app.user.clear(screen.getByLabelText('Water rate'));
  await app.user.type(screen.getByLabelText('Water rate'), '0.05');
  await app.user.click(screen.getByRole('button', { name: 'Save Rates' }));
  expect(await screen.findByText('Failed to update settings: The disk is full.')).toBeInTheDocument();
  app.network.offline = true;
  await app.user.click(screen.getByRole('button', { name: 'Save Rates' }));
  expect(
    await screen.findByText(
      'Failed to update settings. There is no connection to Porchlight. What you typed is kept on this device.',
    ),
  ).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Save Rates' })).toBeDisabled();
  app.close();

  app = await open();
  expect(await screen.findByLabelText('Water rate')).toHaveValue('0.05');
  expect(screen.getByText('We kept what you wrote.')).toBeInTheDocument();
  await app.user.click(screen.getByRole('link', { name: 'Cancel' }));
  expect(await screen.findByRole('heading', { name: 'Enter Monthly Utility Readings' })).toBeInTheDocument();
  app.close();
});

test('two managers who change different rates keep both changes', async () => {
  const app = await open();
  await app.user.clear(await screen.findByLabelText('Water rate'));
  await app.user.type(screen.getByLabelText('Water rate'), '0.03');
  const as = await server.token('manager');
  await server.call('PUT', '/settings', {
    as,
    body: { rate_water: 0.0125, rate_electric: 0.145, rate_gas: 1.2 },
  });
  await app.user.click(screen.getByRole('button', { name: 'Save Rates' }));
  await screen.findByText('Utility rates updated successfully! Redirecting...');
  expect((await server.call('GET', '/settings', { as })).json()).toEqual({
    rate_water: 0.03,
    rate_electric: 0.145,
    rate_gas: 1.2,
  });
  app.close();
});
