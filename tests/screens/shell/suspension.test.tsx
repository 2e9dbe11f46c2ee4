import { screen } from '@testing-library/react';
import { Dexie } from 'dexie';
import { expect } from 'vitest';
import { holdTable } from '../../support/offline/holdTable.ts';
import { openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { reported } from '../../support/server/requests.ts';
import { server } from '../../support/server/world.ts';

const engine = () => import('../../../src/offline/engine/database.ts');
const transition = (type: string) => window.dispatchEvent(new PageTransitionEvent(type, { persisted: true }));

test('a transaction that is open when the page is suspended is aborted, and runs again when it is shown', async () => {
  const app = await openApp(server, { at: '/contact', as: 'resident' });
  await screen.findByRole('link', { name: 'Maintenance' });
  const { withDatabase } = await engine();
  let runs = 0;
  const counted = withDatabase((db) =>
    db.transaction('rw', db.drafts, async () => {
      runs += 1;
      await db.drafts.put({ userId: 2, name: 'run', value: runs, savedAt: new Date() });
      while (runs === 1) await db.drafts.count();
      return runs;
    }),
  );
  await expect.poll(() => runs).toBe(1);
  transition('pagehide');

  const other = new Dexie('porchlight');
  await other.open();
  expect(await other.table('drafts').toArray()).toEqual([]);
  other.close();
  expect(runs).toBe(1);

  transition('pageshow');
  expect(await counted).toBe(2);
  app.close();
});

test('a page that is left before the signed-in screens are loaded keeps no transaction open', async () => {
  const app = await openApp(server, { at: '/login' });
  await screen.findByRole('button', { name: 'Login' });
  const { withDatabase } = await engine();
  let counts = 0;
  let aborted = false;
  const end = performance.now() + 30_000;
  const reading = withDatabase((db) =>
    db.transaction('r', db.device, async ({ idbtrans }) => {
      idbtrans.addEventListener('abort', () => (aborted = true));
      while (!aborted && performance.now() < end) counts += 1 + (await db.device.count());
    }),
  );
  await expect.poll(() => counts).toBeGreaterThan(0);
  transition('pagehide');
  await expect.poll(() => aborted).toBe(true);
  transition('pageshow');
  await reading;
  app.close();
});

test('a screen shows the answer of the server while the device does not answer', async () => {
  await reported(server, 'resident', 'The sink drips.');
  const app = await openApp(server, { at: '/contact', as: 'resident' });
  const held = await holdTable((await engine()).withDatabase, 'device');
  await app.user.click(await screen.findByRole('link', { name: 'Maintenance' }));
  await screen.findByText('The sink drips.');
  await held.release();
});
