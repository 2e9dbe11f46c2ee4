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

test('what an ended test still had to do on its device does not fail, and what it begins then is never done', async () => {
  vi.resetModules();
  const { database } = await import('../../../src/offline/engine/database.ts');
  const outcomes: unknown[] = [];
  const follow = (work: PromiseLike<unknown>) => {
    work.then(
      (value) => outcomes.push(value),
      (error: unknown) => outcomes.push(error),
    );
  };
  // The device ends while it is opened for this.
  follow(database.device.put({ key: 'born', value: 'then' }));
  await freshDevice();
  follow(database.device.put({ key: 'born', value: 'later' }));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(outcomes).toEqual(['born']);
  expect(await indexedDB.databases()).toEqual([]);
});
