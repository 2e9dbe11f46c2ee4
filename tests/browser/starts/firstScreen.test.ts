import { readdir, readFile } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import type { Page } from 'playwright';
import type { Prepared } from '../../support/browser/signedInDevices.ts';
import { signIn } from '../../support/browser/phone.ts';
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
  ['/', 'resident', 'Pending', { transactions: 1, calls: 0, kilobytes: 170.7 }],
  ['/maintenance', 'resident', 'View / Edit', { transactions: 1, calls: 0, kilobytes: 301.9 }],
  ['/payments', 'resident', 'Still to Pay', { transactions: 1, calls: 0, kilobytes: 309.4 }],
  ['/announcements', 'resident', 'Posted by', { transactions: 1, calls: 0, kilobytes: 294.3 }],
  ['/admin/dashboard', 'manager', 'Occupancy Rate', { transactions: 1, calls: 0, kilobytes: 173.5 }],
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

/** The files of the app whose names begin so, and those that they import as they load. */
async function withImports(names: string[]): Promise<string[]> {
  const assets = await readdir('dist/app/assets');
  const files = new Set(
    assets.filter((file) => file.endsWith('.js') && names.includes(file.replace(/-[\w-]{8}\.js$/, ''))),
  );
  expect(files.size).toBe(names.length);
  // A set goes on to what is added to it meanwhile.
  for (const file of files) {
    const script = await readFile(path.join('dist/app/assets', file), 'utf8');
    for (const [, imported = ''] of script.matchAll(/\b(?:from|import) ?"\.\/([\w-]+\.js)"/g))
      files.add(imported);
  }
  return Array.from(files, (file) => `${proxy.address}/assets/${file}`);
}

test('what a first visit loads before it asks the server for its dashboard is within its budget', async () => {
  const needed = ['index', 'signedIn', 'ResidentDashboard', 'engine', 'calls'];
  expect(await kilobytesOf(await withImports(needed))).toBeLessThanOrEqual(230.8);
});

test('where nothing is unsent, a page without a service worker loads nothing that sends', async () => {
  const page = await phone.another(undefined, { serviceWorkers: 'block' });
  await signIn(page, proxy.address, 'resident');
  await page.goto(`${proxy.address}/dashboard/resident`);
  const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  // What begins last.
  await expect
    .poll(async () => (await loaded()).filter((name) => name.includes('/assets/background-')))
    .not.toEqual([]);
  expect((await loaded()).filter((name) => name.includes('/assets/replay-'))).toEqual([]);
  await page.context().close();
});

/** In bytes: a script larger than this is worth asking for early. */
const LARGE = 20_000;

test('the large scripts of a start are named by the page, and say that their functions are called as they load', async () => {
  const page = await phone.another(undefined, { serviceWorkers: 'block' });
  const html = (await (await page.goto(`${proxy.address}/dashboard/resident`))?.text()) ?? '';
  await page.context().close();
  const { scripts } = await startAt('resident', '/', 'Pending');
  const files = scripts.map((script) => new URL(script).pathname);
  const read = await Promise.all(files.map((file) => readFile(path.join('dist/app', file), 'utf8')));
  const large = files.filter((_, at) => (read[at]?.length ?? 0) > LARGE);
  expect(large.length).toBeGreaterThan(2);
  expect(large.filter((file) => !html.includes(file))).toEqual([]);
  const hinted = read.filter((script) => script.startsWith('//# allFunctionsCalledOnLoad\n'));
  // Not what every screen has in common with visitors' pages, most of which is not called.
  expect(hinted.length).toBe(large.length - 1);
});

test('the source map of the first script leads to the line that was written', async () => {
  const assets = 'dist/app/assets';
  const [file = ''] = (await readdir(assets)).filter((each) => /^index-.*\.js$/.test(each));
  const lines = (await readFile(path.join(assets, file), 'utf8')).split('\n');
  const line = lines.findIndex((each) => each.includes('porchlight-probe'));
  const map = new SourceMap(
    JSON.parse(await readFile(path.join(assets, `${file}.map`), 'utf8')) as SourceMapPayload,
  );
  const found = map.findEntry(line, lines[line]?.indexOf('porchlight-probe') ?? 0);
  expect('originalSource' in found && found.originalSource).toContain('src/browser/refusedChannels.ts');
});

test('the login form takes what is typed before what it is checked by is there, says that it needs a connection, and signs in with one', async () => {
  const page = await phone.another(undefined, { serviceWorkers: 'block' });
  await page.route('**/assets/common-*.js', (route) => route.abort());
  const html = await (await page.goto(`${proxy.address}/login`))?.text();
  await page.getByText('Keep me signed in').waitFor();
  // What its HTML names, and nothing that those load, since the form works without.
  const scripts = Array.from(html?.matchAll(/\/assets\/[\w-]+\.js/g) ?? [], ([file]) => proxy.address + file);
  expect(scripts).not.toEqual([]);
  expect(await kilobytesOf(scripts)).toBeLessThanOrEqual(99.9);
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
