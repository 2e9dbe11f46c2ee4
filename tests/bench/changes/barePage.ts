import type { CDPSession, Page } from 'playwright';
import { traced } from './mainThread.ts';

/** What a page does at each look: see whether there is anything, or store a part of a list and read it. */
export type Look = 'nothing new' | 'one changed row';

/** The least that a look costs a page without React or Dexie: one request, and one transaction of IndexedDB. */
export class BarePage {
  private readonly page: Page;
  private readonly devtools: CDPSession;

  private constructor(page: Page, devtools: CDPSession) {
    this.page = page;
    this.devtools = devtools;
  }

  /** At an address of the product that no service worker answers, with a CPU that is so many times slower. */
  static async open(page: Page, address: string, slower: number): Promise<BarePage> {
    const devtools = await page.context().newCDPSession(page);
    // What the API answers may not fetch anything.
    await devtools.send('Page.setBypassCSP', { enabled: true });
    await page.goto(`${address}/api/health`);
    await page.evaluate(PREPARE);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
    return new BarePage(page, devtools);
  }

  /** What a look costs the main thread, in milliseconds. */
  async look(what: Look, settled: number): Promise<number> {
    const { total } = await traced(this.devtools, async () => {
      await this.page.evaluate(`look(${JSON.stringify(what)})`);
      await this.page.waitForTimeout(settled);
    });
    return total;
  }
}

/** As text, since tsx adds names to functions that a page does not know. */
const PREPARE = `(async () => {
  const ROWS = 200;
  const part = Array.from({ length: ROWS }, (_, id) => ({
    id, first_name: 'First' + id, last_name: 'Last' + id, unit_number: String(id), building: 'Court',
    balance: id * 1.25, updated_at: new Date(id).toISOString(),
  }));
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const opening = indexedDB.open('bare', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('parts');
  const database = await done(opening);
  globalThis.look = async (what) => {
    await (await fetch('/api/health')).json();
    const changed = what === 'one changed row';
    const parts = database.transaction('parts', changed ? 'readwrite' : 'readonly').objectStore('parts');
    if (!changed) return void (await done(parts.get('marker')));
    parts.put(part, 'part');
    return void (await done(parts.get('part')));
  };
  await look('one changed row');
})()`;
