import { Dexie } from 'dexie';
import { vi } from 'vitest';
import { forgetLocks } from '../offline/locks.ts';

/**
 * The connections of the running test to the device. `vi.resetModules` makes a new database of the app each time, also for what a
 * closed app still loads, so the list belongs to the process, and a test need not name what it opened.
 */
const ofProcess = globalThis as { deviceConnections?: Set<Dexie> };
const connections = (ofProcess.deviceConnections ??= followConnections());

function followConnections(): Set<Dexie> {
  const made = new Set<Dexie>();
  // Dexie calls each add-on for each database that is made.
  Dexie.addons.push((database) => {
    made.add(database);
    database.on('versionchange', () => {
      cut(database);
      return false;
    });
  });
  return made;
}

function cut(database: Dexie): void {
  database.close();
  // Pending work of an ended test must not reopen it.
  Object.assign(database, { open: () => new Promise(() => undefined) });
}

/** Resets the device: no stored data, nobody signed in. Call it before each test. */
export async function freshDevice(): Promise<void> {
  // A closed app that was still loading its replay would take the lock from the next one.
  await vi.dynamicImportSettled();
  for (const database of connections) cut(database);
  connections.clear();
  forgetLocks();
  sessionStorage.clear();
  localStorage.clear();
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie}; Path=/; Max-Age=0`;
  const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
  await Promise.all(
    names.map(
      (name) =>
        new Promise<void>((resolve, reject) => {
          const request = indexedDB.deleteDatabase(name);
          request.onsuccess = () => resolve();
          request.onerror = () => reject(new Error(`${name} could not be deleted.`));
        }),
    ),
  );
}
