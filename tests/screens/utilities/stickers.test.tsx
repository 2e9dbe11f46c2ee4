import { screen, waitFor, within } from '@testing-library/react';
import { encode } from 'uqr';
import { beforeEach, expect } from 'vitest';
import { openApp } from '../../support/screens/app.tsx';
import { clearBills, meter, ROBIN } from '../../support/screens/utilities/readings.ts';
import { test } from '../../support/screens/world.ts';
import { addMeter, resetMeters } from '../../support/server/meters/meters.ts';
import { server } from '../../support/server/world.ts';

beforeEach(async () => {
  await resetMeters();
  await clearBills();
});

const open = (at: string) => openApp(server, { at, as: 'manager' });

/** How many dark squares the code of an address has: another address has another number of them, or others. */
function pathOf(text: string): string {
  const { data } = encode(text, { ecc: 'M', border: 4 });
  return data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
}

test('each meter of a property has a sticker with its unit, kind and number, and the code of its own address', async () => {
  const { id } = await addMeter(1);
  const app = await open('/admin/utilities/stickers?property=1');
  const code = await screen.findByRole('img', { name: 'Code of Water W-1, Unit 101' });
  const path = code.querySelector('path[fill="#000"]')?.getAttribute('d');
  expect(path).toBe(pathOf(`${window.location.origin}/admin/utilities?meter=${id}`));
  const sticker = within(code.closest('li')!);
  expect(sticker.getByText('Unit 101')).toBeInTheDocument();
  expect(sticker.getByText('Maple Court')).toBeInTheDocument();
  const ofHome = await screen.findByRole('img', { name: 'Code of Meters, Unit 102' });
  expect(ofHome.querySelector('path[fill="#000"]')?.getAttribute('d')).toBe(
    pathOf(`${window.location.origin}/admin/utilities?unit=2`),
  );
  app.close();
});

test('the address of a sticker opens the readings with its meter chosen', async () => {
  await addMeter(1, { serial_number: 'W-0' });
  const { id } = await addMeter(1, { kind: 'gas', measure: 'therms', serial_number: 'G-7' });
  const app = await open(`/admin/utilities?meter=${id}`);
  await screen.findByRole('group', { name: ROBIN });
  await waitFor(() => expect(meter(ROBIN, /^Gas G-7/)).toHaveFocus());
  app.close();
});

test('the sticker of a meter that was removed is told not to be among those to read', async () => {
  const { id } = await addMeter(1);
  const as = await server.token('manager');
  await server.call('POST', `/meters/${id}/removal`, { as, body: { last_value: 1000 } });
  const app = await open(`/admin/utilities?meter=${id}`);
  expect(
    await screen.findByText(/^The meter of this sticker is not among those to read/),
  ).toBeInTheDocument();
  app.close();
});
