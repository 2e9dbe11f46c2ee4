import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { openApp } from '../../support/screens/app.tsx';
import { offlineWithBook, openPaymentForm, row, tenant } from '../../support/screens/doorPayments.ts';
import { setDeviceClock } from '../../support/offline/deviceClock.ts';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

const DAY = 24 * 60 * 60_000;
const WRONG =
  /^The clock of this device was set, or is wrong: it says .+\. If that is not the time, .+ Until then, check each day that you enter\.$/;

test('a device whose clock was set back says so before money is taken, with every day to choose, until the server answers', async () => {
  await tenant('Backwards');
  const app = await offlineWithBook('Backwards Hale');
  let form = await openPaymentForm(app, 'Backwards Hale');
  const today = form.getByLabelText('Received on').getAttribute('max');
  expect(form.queryByText(WRONG)).toBeNull();
  await app.user.click(form.getByRole('button', { name: 'Close' }));

  setDeviceClock(app.network, -40 * DAY);
  fireEvent(document, new Event('visibilitychange'));
  form = await openPaymentForm(app, 'Backwards Hale');
  expect(form.getByText(WRONG)).toBeVisible();
  // The day is asked for, not guessed.
  expect(form.getByLabelText('Received on')).toHaveValue('');
  expect(form.getByLabelText('Received on')).not.toHaveAttribute('max');
  app.reconnect();
  await waitFor(() => expect(screen.queryByText(WRONG)).toBeNull());
  expect(form.getByLabelText('Received on')).toHaveAttribute('max', today);
});

test('a phone that knows how wrong its clock is takes money and readings on the right day after a start without a connection', async () => {
  await tenant('Slow');
  const before = await offlineWithBook('Slow Hale');
  const { isoDay } = await import('../../../src/ui/data/Time.tsx');
  const today = isoDay();
  const { withDatabase } = await import('../../../src/offline/engine/database.ts');
  const value = { offset: 3 * DAY, answeredAt: Date.now() };
  await withDatabase((db) => db.device.put({ key: 'time', value }));
  setDeviceClock(before.network, -3 * DAY);
  before.close();

  const app = await openApp(server, { at: '/admin/payments', as: 'manager' });
  app.network.offline = true;
  await row('Slow Hale');
  const form = await openPaymentForm(app, 'Slow Hale');
  expect(form.getByLabelText('Received on')).toHaveValue(today);
  expect(form.queryByText(WRONG)).toBeNull();
});

test('a slow clock that is set nearly right by hand without a connection is told of, and no payment is dated without asking', async () => {
  await tenant('Mended');
  const app = await offlineWithBook('Mended Hale');
  const { measureAnswer } = await import('../../../src/browser/clock.ts');
  // The clock was 26 years slow when the server answered last.
  const right = Date.now();
  setDeviceClock(app.network, -9_700 * DAY);
  measureAnswer()(new Headers({ Date: new Date(right).toUTCString() }));
  setDeviceClock(app.network, -DAY);
  fireEvent(document, new Event('visibilitychange'));
  const form = await openPaymentForm(app, 'Mended Hale');
  expect(form.getByText(WRONG)).toBeVisible();
  expect(form.getByLabelText('Received on')).toHaveValue('');
  await app.user.type(form.getByLabelText('Amount'), '1450');
  await app.user.click(form.getByRole('button', { name: 'Record Payment' }));
  expect(await form.findByText('Please enter the day the money was received.')).toBeVisible();
});

test('a device whose clock was set back says so before readings are taken', async () => {
  const app = await openApp(server, { at: '/admin/utilities', as: 'manager' });
  await screen.findByText(/This device is ready|Ready for offline|stays on this device/);
  app.network.offline = true;
  setDeviceClock(app.network, -40 * DAY);
  fireEvent(document, new Event('visibilitychange'));
  expect(await screen.findByText(WRONG)).toBeVisible();
  app.reconnect();
  await waitFor(() => expect(screen.queryByText(WRONG)).toBeNull());
});
