import { expect } from 'vitest';
import type { Tab } from '../driver/tab.ts';
import { withPhotoFiles } from './photoFiles.ts';
import { eventually, installed, SAVED, type World } from './world.ts';

const NEW = '/maintenance?new=1';

async function report(world: World, text: string): Promise<Tab> {
  const tab = await world.open(NEW);
  await tab.fill('Issue', text);
  await tab.click({ role: 'button', name: 'Submit Request' });
  await tab.seeNo({ role: 'dialog' });
  return tab;
}

export async function offlineReading(world: World): Promise<void> {
  const pages = {
    '/dashboard/resident': 'View All Requests',
    '/maintenance': 'View / Edit',
    '/announcements': 'Posted by',
    '/ledger': 'Rent for',
  };
  for (const [path, shows] of Object.entries(pages)) await (await world.open(path)).see(shows);
  await world.kill();
  world.proxy.mode = 'cut';
  for (const [path, shows] of Object.entries(pages)) {
    const tab = await world.open(path);
    await tab.see(shows);
    await tab.see(/^Offline – saved \d{1,2}:\d{2}/);
  }
}

export async function captivePortal(world: World): Promise<void> {
  const text = 'The lobby heater blows cold.';
  const tab = await world.open('/maintenance');
  await tab.see({ role: 'button', name: 'View / Edit' });
  world.proxy.mode = 'portal';
  await report(world, text);
  await tab.reload();
  await tab.see({ text: 'Unsent', within: { role: 'article', text } });
  await tab.see(/^Offline/);
  expect(await world.requestsWith(text)).toHaveLength(0);
  world.proxy.mode = 'open';
  await world.arrivesOnce(text);
  await tab.seeNo({ text: 'Unsent', within: { role: 'article', text } });
}

export async function twoWindows(world: World): Promise<void> {
  const text = 'The bike rack came off the wall.';
  const first = await world.open('/maintenance');
  world.proxy.mode = 'cut';
  await report(world, text);
  const second = await world.device.openTab();
  await second.goto(`${world.proxy.address}/maintenance`);
  await second.see({ text: 'Unsent', within: { role: 'article', text } });
  world.proxy.mode = 'open';
  for (const tab of [first, second]) {
    await tab.evaluate(() => void window.dispatchEvent(new Event('online')));
  }
  await world.arrivesOnce(text);
  for (const tab of [first, second]) await tab.seeNo({ text: 'Unsent', within: { role: 'article', text } });
  expect(world.proxy.count('POST /api/maintenance')).toBe(1);
  await second.close();
}

export async function signOut(world: World): Promise<void> {
  const text = 'The laundry room door does not lock.';
  let tab = await world.signIn('resident');
  await installed(tab);
  tab = await world.open('/maintenance');
  await tab.see({ role: 'button', name: 'View / Edit' });
  world.proxy.mode = 'cut';
  await report(world, text);
  await pressLogout(tab);
  await tab.see('1 change is unsent');
  await tab.click({ role: 'button', name: 'Keep on this device' });
  await tab.see({ role: 'link', name: 'Register Now' });

  world.proxy.mode = 'open';
  await world.signIn('manager');
  tab = await world.open('/admin/maintenance');
  await tab.see({ role: 'button', name: 'View / Edit' });
  expect(await tab.count(text)).toBe(0);
  tab = await world.open('/outbox');
  await tab.see('Everything is sent.');
  expect(await world.requestsWith(text)).toHaveLength(0);
  await pressLogout(tab);
  await tab.see({ role: 'link', name: 'Register Now' });

  await world.signIn('resident');
  await world.arrivesOnce(text);
}

async function pressLogout(tab: Tab): Promise<void> {
  await tab.click({ role: 'button', name: /^(More|Open menu)$/ });
  await tab.click({ role: 'button', name: 'Logout' });
}

export async function fullDevice(world: World): Promise<void> {
  const text = 'The mailbox is stuck.';
  await withPhotoFiles(2, async (files) => {
    let tab = await world.open('/maintenance');
    await tab.see({ role: 'button', name: 'View / Edit' });
    expect(await tab.evaluate(fillStorage)).toBe('QuotaExceededError');
    world.proxy.mode = 'cut';
    tab = await world.open(NEW);
    await tab.fill('Issue', text);
    await tab.upload(files);
    await tab.click({ role: 'button', name: 'Submit Request' });
    await tab.see(new RegExp(`^This device is out of space|^${SAVED}`));
    const kept = (await tab.count({ role: 'dialog' })) > 0;
    if (kept) expect(await tab.valueOf('Issue')).toBe(text);
    await tab.evaluate(emptyStorage);
    // Chromium frees the room of a deleted database after a while.
    await eventually(
      async () => {
        const open = (await tab.count({ role: 'dialog' })) > 0;
        if (open) await tab.click({ role: 'button', name: 'Submit Request' });
        return open;
      },
      (open) => !open,
    );
    world.proxy.mode = 'open';
    await world.arrivesOnce(text);
  });
}

/** Runs in the page. Fills what the origin may store, and returns the name of the error that ended it, if one did. */
async function fillStorage(): Promise<string> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('filler');
    opening.onupgradeneeded = () => opening.result.createObjectStore('bytes', { autoIncrement: true });
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(new Error('IndexedDB did not open.'));
  });
  const write = (work: (store: IDBObjectStore) => void) =>
    new Promise<string>((resolve) => {
      const transaction = database.transaction('bytes', 'readwrite');
      transaction.oncomplete = () => resolve('');
      transaction.onabort = () => resolve(transaction.error?.name ?? '');
      work(transaction.objectStore('bytes'));
    });
  let ended = '';
  for (const size of [1_000_000, 60_000, 10_000]) {
    for (let writes = 0, failed = ''; !failed && writes < 100; writes += 1) {
      const part = crypto.getRandomValues(new Uint8Array(Math.min(size, 50_000)));
      failed = await write((store) => {
        for (let bytes = 0; bytes < size; bytes += part.length) store.add(part);
      });
      ended = failed;
    }
    // In Firefox the transaction after a failed one may only delete.
    await write((store) => store.delete(0));
  }
  database.close();
  return ended;
}

/** Runs in the page. */
async function emptyStorage(): Promise<void> {
  await new Promise((resolve) => {
    indexedDB.deleteDatabase('filler').onsuccess = resolve;
  });
}
