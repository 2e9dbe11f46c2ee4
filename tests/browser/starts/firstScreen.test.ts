import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import type { Page } from 'playwright';
import type { Prepared } from '../../support/browser/signedInDevices.ts';
import { phone, proxy, signedInDevice, test } from '../../support/browser/world.ts';

/** What a start of the app did until the screen stood there. */
interface Start {
  /** The text of each state of the screen that was drawn, from the first on. */
  drawn: string[];
  /** The transactions of IndexedDB, and the calls of the API. */
  transactions: number;
  calls: number;
  /** What asked how a language writes or sorts something, whose data the browser loads at the first such question. */
  languages: string[];
  /** What was asked of schemas, which are built then: a `lazySchema` is a Proxy, and nothing else of a start is. */
  schemas: PropertyKey[];
  /** The addresses of the scripts that were loaded. */
  scripts: string[];
}

declare global {
  interface Window {
    start: Start;
  }
}

/** Runs in the page before anything else. */
function watchStart(): void {
  window.start = { drawn: [], transactions: 0, calls: 0, languages: [], schemas: [], scripts: [] };
  // The app stops waiting for the device after three seconds, which a busy machine takes.
  const setTimer = window.setTimeout.bind(window);
  Object.assign(window, {
    setTimeout: (work: () => void, delay?: number) => (delay === 3000 ? 0 : setTimer(work, delay)),
  });
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...rest: Parameters<typeof transaction>) {
    if (isWaiting()) window.start.transactions += 1;
    return transaction.apply(this, rest);
  };
  const send = window.fetch.bind(window);
  window.fetch = (...rest) => {
    if (isWaiting()) window.start.calls += 1;
    return send(...rest);
  };
  const asks = (name: string) => {
    if (isWaiting()) window.start.languages.push(name);
  };
  const formatters = Intl as unknown as Record<string, new (...rest: unknown[]) => object>;
  for (const name of Object.getOwnPropertyNames(Intl)) {
    const Formatter = formatters[name];
    if (typeof Formatter !== 'function' || !Formatter.prototype) continue;
    formatters[name] = new Proxy(Formatter, {
      construct(...rest) {
        asks(name);
        return Reflect.construct(...rest) as object;
      },
    });
  }
  for (const prototype of [String.prototype, Number.prototype, Date.prototype] as object[]) {
    for (const name of Object.getOwnPropertyNames(prototype).filter((each) => /[lL]ocale/.test(each))) {
      const method = Reflect.get(prototype, name) as (...rest: unknown[]) => unknown;
      Reflect.set(prototype, name, function (this: unknown, ...rest: unknown[]) {
        asks(name);
        return method.apply(this, rest);
      });
    }
  }
  window.Proxy = new Proxy(Proxy, {
    construct(target, [stood, handler]: [object, ProxyHandler<object>]) {
      const { get } = handler;
      if (!get) return new target(stood, handler);
      return new target(stood, {
        ...handler,
        get(...rest) {
          if (isWaiting()) window.start.schemas.push(rest[1]);
          return get(...rest) as unknown;
        },
      });
    },
  });
  const isWaiting = () => window.start.drawn.length === 0;
  new MutationObserver(() => {
    const text = document.querySelector('main')?.innerText;
    if (!text || text === window.start.drawn.at(-1)) return;
    if (isWaiting()) {
      const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
      window.start.scripts = loaded.filter((name) => name.endsWith('.js'));
    }
    window.start.drawn.push(text);
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

/** Starts the app at a path with no server, in a browser that was just started. */
async function startAt(who: Prepared, address: string, shows: string): Promise<Start> {
  const device = await signedInDevice(who);
  // What the screen shows is stored first.
  const before = await device.open();
  await before.goto(proxy.address + address);
  await before.getByText(shows).first().waitFor();
  await stored(before);
  await device.close();
  proxy.mode = 'cut';
  const page = await device.open();
  await page.addInitScript(watchStart);
  await page.goto(proxy.address + address);
  await page.getByText(shows).first().waitFor();
  return page.evaluate(() => window.start);
}

/** Waits until nothing is read any more. */
async function stored(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await expect.poll(() => page.getByText('Loading').count()).toBe(0);
}

/** In kilobytes: these scripts, each compressed by gzip -9. */
async function kilobytesOf(scripts: string[]): Promise<number> {
  const files = scripts.map((script) => readFile(path.join('dist/app', new URL(script).pathname)));
  const sizes = (await Promise.all(files)).map((file) => gzipSync(file, { level: 9 }).length);
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

interface Budget {
  transactions: number;
  calls: number;
  kilobytes: number;
}

// What each takes today: more of it is on purpose, and written down here.
test.for<[address: string, who: Prepared, shows: string, most: Budget]>([
  ['/', 'resident', 'Pending', { transactions: 1, calls: 0, kilobytes: 170.4 }],
  ['/maintenance', 'resident', 'View / Edit', { transactions: 1, calls: 0, kilobytes: 299.7 }],
  ['/payments', 'resident', 'Still to Pay', { transactions: 1, calls: 0, kilobytes: 307.4 }],
  ['/announcements', 'resident', 'Posted by', { transactions: 1, calls: 0, kilobytes: 292.1 }],
  ['/admin/dashboard', 'manager', 'Occupancy Rate', { transactions: 1, calls: 0, kilobytes: 173.2 }],
])(
  '%s is drawn once and whole from what the device has, within its budget',
  async ([address, who, shows, most]) => {
    const { drawn, scripts, ...counted } = await startAt(who, address, shows);
    const first = drawn[0]?.toLowerCase();
    expect(first).toContain(shows.toLowerCase());
    expect(first).not.toContain('loading');
    expect(counted.transactions).toBeLessThanOrEqual(most.transactions);
    expect(await kilobytesOf(scripts)).toBeLessThanOrEqual(most.kilobytes);
    expect(counted.languages).toEqual([]);
    expect(counted.schemas).toEqual([]);
    expect(counted.calls).toBeLessThanOrEqual(most.calls);
  },
);

test('the login form takes what is typed before what it is checked by is there, says that it needs a connection, and signs in with one', async () => {
  const page = await phone.another(undefined, { serviceWorkers: 'block' });
  await page.route('**/assets/common-*.js', (route) => route.abort());
  const html = await (await page.goto(`${proxy.address}/login`))?.text();
  await page.getByText('Keep me signed in').waitFor();
  // What its HTML names, and nothing that those load, since the form works without.
  const scripts = Array.from(html?.matchAll(/\/assets\/[\w-]+\.js/g) ?? [], ([file]) => proxy.address + file);
  expect(scripts).not.toEqual([]);
  expect(await kilobytesOf(scripts)).toBeLessThanOrEqual(99.8);
  proxy.mode = 'cut';
  await page.getByLabel('Username').fill('resident');
  await page.getByLabel('Password', { exact: true }).fill('porchlight');
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('alert').getByText('You need a connection to sign in.').waitFor();
  await page.unroute('**/assets/common-*.js');
  proxy.mode = 'open';
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByText('View All Requests').first().waitFor();
  await page.context().close();
});
