import { expect, vi } from 'vitest';
import { freshDevice } from '../../support/screens/freshDevice.ts';
import { test } from '../../support/screens/world.ts';

test('a new device ends every connection to the one before, also what a closed app had still to load', async () => {
  vi.resetModules();
  const { database: first } = await import('../../../src/offline/engine/database.ts');
  vi.resetModules();
  const { database: second } = await import('../../../src/offline/engine/database.ts');
  await Promise.all([first.open(), second.open()]);
  expect(second).not.toBe(first);
  await freshDevice();
  expect([first.isOpen(), second.isOpen()]).toEqual([false, false]);
  expect(await indexedDB.databases()).toEqual([]);
});
