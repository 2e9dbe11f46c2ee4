import { Dexie } from 'dexie';
import { vi } from 'vitest';
import { forgetLocks } from '../offline/locks.ts';

/**
 * The connections of the running test to the device, each with its latest opening. `vi.resetModules` makes a new database of the
 * app each time, also for what a closed app still loads, so the list belongs to the process, and a test need not name what it opened.
 */
const ofProcess = globalThis as { deviceConnections?: Map<Dexie, Promise<unknown>> };
const connections = (ofProcess.deviceConnections ??= followConnections());

function followConnections(): Map<Dexie, Promise<unknown>> {
  const made = new Map<Dexie, Promise<unknown>>();
  // Dexie calls each add-on for each database that is made.
  Dexie.addons.push((database) => {
    made.set(database, Promise.resolve());
    const open = database.open.bind(database);
    database.open = () => {
      const opening = open();
      // Whether it failed is of concern to who opened it alone.
      made.set(
        database,
        Promise.resolve(opening).catch(() => undefined),
      );
      return opening;
    };
    database.on('versionchange', () => {
      cut(database);
      return false;
    });
  });
  return made;
}

/** Ends a connection as the end of its page does: what it still had to do does not begin, and does not fail either. */
function cut(database: Dexie): void {
  Object.assign(database, { open: () => new Promise(() => undefined) });
  // With `disableAutoOpen` each use that follows would be refused instead of waiting.
  database.close({ disableAutoOpen: false });
}

/** Resets the device: no stored data, nobody signed in. Call it before each test. */
export async function freshDevice(): Promise<void> {
  // A closed app that was still loading its replay would take the lock from the next one.
  await vi.dynamicImportSettled();
  const ended = [...connections];
  connections.clear();
  // Dexie refuses what waits for an opening that is broken off.
  await Promise.all(ended.map(([, opening]) => opening));
  for (const [database] of ended) cut(database);
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
