import { afterEach, expect } from 'vitest';
import type { User } from '../../../contract/users/user.ts';
import { database } from '../../../src/offline/engine/database.ts';
import { beginFirstRead, endFirstRead, firstRead } from '../../../src/offline/engine/firstRead.ts';
import { queue } from '../../../src/offline/engine/outbox/outbox.ts';
import { openOnDevice } from '../../../src/offline/engine/reads/deviceStore.ts';
import { DATABASE_NAME } from '../../../src/offline/engine/databaseName.ts';
import { MANAGER, ROBIN } from '../../support/offline/device.ts';
import { deleteDatabase } from '../../support/offline/deleteDatabase.ts';
import { phone, test } from '../../support/offline/world.ts';

afterEach(endFirstRead);

const report = (information: string) => ({
  route: 'createMaintenance' as const,
  input: { body: { information } },
  photos: [],
});

const screenOf = (user: User | undefined) =>
  user && { userId: user.id, keys: ['listMaintenance', 'listMyLeases', 'listUnits'] };

async function store(key: string, answer: unknown): Promise<void> {
  await openOnDevice(database, { userId: ROBIN, key }, undefined).write({ answer, asOf: new Date() });
}

test('what the first screen shows is read at once: who is signed in, what the device stores, and what is unsent in its order', async () => {
  await store('listMaintenance', [{ id: 1 }]);
  await store(
    'listUnits',
    Array.from({ length: 201 }, (_, id) => ({ id })),
  );
  await database.device.put({ key: 'time', value: { offset: 5, answeredAt: 7 } });
  const first = await phone.report('The sink leaks.');
  const second = await phone.report('So does the bath.');
  await queue({ ...report('Another person’s.'), userId: MANAGER });

  beginFirstRead(screenOf);
  const read = await firstRead();
  expect(read).toMatchObject({ userId: ROBIN, user: { id: ROBIN }, time: { offset: 5, answeredAt: 7 } });
  expect(read?.unsent.map(({ id }) => id)).toEqual([first.id, second.id]);
  expect(read?.reads.get('listMaintenance')?.answer).toEqual([{ id: 1 }]);
  expect(read?.reads.get('listMyLeases')).toBeNull();
  // A long list is in parts, which its own read brings.
  expect(read?.reads.has('listUnits')).toBe(false);
});

test('once the first screen is drawn, nothing is shown from its read any more', async () => {
  beginFirstRead(screenOf);
  expect(await firstRead()).toBeDefined();
  endFirstRead();
  expect(await firstRead()).toBeUndefined();
});

test('a first visit makes no database by looking for one', async () => {
  await deleteDatabase();
  beginFirstRead(screenOf);
  expect(await firstRead()).toBeUndefined();
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(DATABASE_NAME);
});

test('a database of an older version is left to what changes it', async () => {
  await deleteDatabase();
  await new Promise<void>((resolve) => {
    const request = indexedDB.open(DATABASE_NAME, 10);
    request.onupgradeneeded = () => request.result.createObjectStore('device', { keyPath: 'key' });
    request.onsuccess = () => {
      request.result.close();
      resolve();
    };
  });
  beginFirstRead(screenOf);
  expect(await firstRead()).toBeUndefined();
  await new Promise((resolve) => {
    indexedDB.deleteDatabase(DATABASE_NAME).onsuccess = resolve;
  });
});
