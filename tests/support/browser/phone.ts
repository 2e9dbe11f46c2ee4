import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright';

/** How every Chromium of the tests is started. */
export const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // At least as large as any emulated screen, since nothing outside is rendered.
  '--window-size=1400,1000',
];

/** In milliseconds: how long a page waits for what a busy machine shows late. */
const PATIENCE = 60_000;

export const PHONE = { width: 390, height: 844 };
export const DESK = { width: 1280, height: 800 };

export function chromiumPath(): string {
  const named = process.env.CHROMIUM_PATH ?? process.env.CHROME_PATH;
  const found = [
    named,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    chromium.executablePath(),
  ];
  const there = found.find((file) => file && existsSync(file));
  if (!there) throw new Error('No Chromium: npm test finds or installs one and names it in CHROMIUM_PATH.');
  return there;
}

/** Chromium with a persistent profile, whose process can be killed as a phone's system kills apps. */
export class PhoneBrowser {
  private process: ChildProcess | undefined;
  private browser: Browser | undefined;
  /** The folder of what the browser keeps. */
  readonly profile: string;

  private constructor(profile: string) {
    this.profile = profile;
  }

  static async create(): Promise<PhoneBrowser> {
    return new PhoneBrowser(await mkdtemp(path.join(tmpdir(), 'porchlight-phone-')));
  }

  /** With a copy of what another browser has kept, which must not run. */
  static async copyOf(profile: string): Promise<PhoneBrowser> {
    const phone = await PhoneBrowser.create();
    await cp(profile, phone.profile, { recursive: true });
    return phone;
  }

  /** Starts the browser and returns a blank page. */
  async open(size = PHONE): Promise<Page> {
    await rm(path.join(this.profile, 'DevToolsActivePort'), { force: true });
    const flags = [...FLAGS, '--remote-debugging-port=0', `--user-data-dir=${this.profile}`, 'about:blank'];
    this.process = spawn(chromiumPath(), flags, { stdio: 'ignore' });
    this.browser = await chromium.connectOverCDP(`http://127.0.0.1:${await this.debugPort()}`);
    this.context.setDefaultTimeout(PATIENCE);
    const page = this.context.pages()[0] ?? (await this.context.newPage());
    await page.setViewportSize(size);
    return page;
  }

  /** A blank page in a new context of the same browser, as of another device. */
  async another(size = PHONE, look: BrowserContextOptions = {}): Promise<Page> {
    if (!this.browser) throw new Error('The browser is not open.');
    const handheld = size.width < 600 ? { hasTouch: true, isMobile: true } : {};
    const context = await this.browser.newContext({ viewport: size, ...handheld, ...look });
    context.setDefaultTimeout(PATIENCE);
    return context.newPage();
  }

  get context(): BrowserContext {
    const context = this.browser?.contexts()[0];
    if (!context) throw new Error('The browser is not open.');
    return context;
  }

  /** Dispatches a sync event to the service worker, also without an open page of the app. */
  async dispatchSync(origin: string): Promise<void> {
    const { devtools, registrationId } = await this.workerOf(origin);
    const tag = `replay-${crypto.randomUUID()}`;
    await devtools.send('ServiceWorker.dispatchSyncEvent', {
      origin,
      registrationId,
      tag,
      lastChance: false,
    });
  }

  /** Delivers a push message to the service worker, as a push service does; by default of the browser's own profile. */
  async dispatchPush(origin: string, message: object, context = this.context): Promise<void> {
    const { devtools, registrationId } = await this.workerOf(origin, context);
    const data = JSON.stringify(message);
    await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  }

  private async workerOf(origin: string, context = this.context) {
    const page = context.pages()[0] ?? (await context.newPage());
    const devtools = await context.newCDPSession(page);
    const registration = new Promise<string>((resolve) => {
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const ours = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
        if (ours) resolve(ours.registrationId);
      });
    });
    await devtools.send('ServiceWorker.enable');
    return { devtools, registrationId: await registration };
  }

  /** Stops the service worker, as a browser does to free memory; the next event starts it again. */
  async stopWorker(): Promise<void> {
    const page = this.context.pages()[0] ?? (await this.context.newPage());
    const devtools = await this.context.newCDPSession(page);
    await devtools.send('ServiceWorker.enable');
    await devtools.send('ServiceWorker.stopAllWorkers');
    await devtools.detach();
  }

  /** Closes the browser normally, which writes its cookies to disk. */
  async close(): Promise<void> {
    const { process: running, browser } = this;
    if (!browser || running?.exitCode !== null) return;
    const gone = new Promise((resolve) => running.once('exit', resolve));
    const devtools = await browser.newBrowserCDPSession();
    await devtools.send('Browser.close');
    await gone;
  }

  /** Kills the browser's process. */
  async kill(): Promise<void> {
    const { process: running } = this;
    if (running?.exitCode !== null || running.signalCode !== null) return;
    const gone = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGKILL');
    await gone;
  }

  async destroy(): Promise<void> {
    await this.kill();
    await rm(this.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  /** The port of the browser's DevTools protocol. */
  async debugPort(): Promise<string> {
    const file = path.join(this.profile, 'DevToolsActivePort');
    for (let attempt = 0; attempt < 1200; attempt += 1) {
      if (existsSync(file)) {
        const [port] = (await readFile(file, 'utf8')).split('\n');
        if (port) return port;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('Chromium did not start within a minute.');
  }
}

const MANAGERS = ['manager', 'second.manager'];

/** Signs in and opens maintenance. */
export async function signIn(page: Page, address: string, username: string): Promise<void> {
  await page.goto(`${address}/login`);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill('porchlight');
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
  await page.goto(`${address}${MANAGERS.includes(username) ? '/admin' : ''}/maintenance`);
}

/** Waits until the service worker controls the page, so that the app opens offline. */
export async function installed(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}
