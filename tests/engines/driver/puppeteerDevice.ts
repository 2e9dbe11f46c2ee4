import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import puppeteer, { ElementHandle, type Browser, type Page } from 'puppeteer-core';
import type { Device, DeviceOptions } from './device.ts';
import { Tab, type EngineElement, type EngineTab } from './tab.ts';

const SIZE = { width: 390, height: 844 };

interface Program {
  executable: string;
  args: (profile: string) => string[];
  protocol: 'cdp' | 'webDriverBiDi';
  /** Appended to the address that the browser prints. */
  session: string;
  /** The file of the profile, with its text, that makes a device so. */
  settings: (options: DeviceOptions) => { file: string; text: string };
}

const programs: Record<'chromium' | 'firefox', Program> = {
  chromium: {
    executable: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: (profile) => [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      `--user-data-dir=${profile}`,
    ],
    protocol: 'cdp',
    session: '',
    settings: ({ blocksStorage }) => ({
      file: 'Default/Preferences',
      // The setting "cookies" is about all data of a site, and 2 blocks them.
      text: JSON.stringify(
        blocksStorage ? { profile: { default_content_setting_values: { cookies: 2 } } } : {},
      ),
    }),
  },
  firefox: {
    executable: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr',
    args: (profile) => ['--headless', '--no-remote', '--profile', profile],
    protocol: 'webDriverBiDi',
    session: '/session',
    settings: ({ blocksStorage, storageBytes }) => ({
      file: 'user.js',
      text: [
        // The whole limit, of which one site gets a fifth, in kilobytes.
        ...(storageBytes
          ? [
              `user_pref("dom.quotaManager.temporaryStorage.fixedLimit", ${Math.round((5 * storageBytes) / 1024)});`,
            ]
          : []),
        // The behavior of cookies is that of all data of a site, and 2 blocks them.
        ...(blocksStorage ? ['user_pref("network.cookie.cookieBehavior", 2);'] : []),
      ].join('\n'),
    }),
  },
};

/** Chromium by its DevTools protocol, Firefox by WebDriver BiDi. */
export class PuppeteerDevice implements Device {
  private readonly program: Program;
  private readonly profile: string;
  private readonly options: DeviceOptions;
  private process: ChildProcess | undefined;
  private browser: Browser | undefined;

  private constructor(program: Program, profile: string, options: DeviceOptions) {
    this.program = program;
    this.profile = profile;
    this.options = options;
  }

  static async create(engine: 'chromium' | 'firefox', options: DeviceOptions = {}): Promise<PuppeteerDevice> {
    const profile = await mkdtemp(path.join(tmpdir(), `porchlight-${engine}-`));
    const { file, text } = programs[engine].settings(options);
    await mkdir(path.dirname(path.join(profile, file)), { recursive: true });
    await writeFile(path.join(profile, file), text);
    return new PuppeteerDevice(programs[engine], profile, options);
  }

  async open(): Promise<Tab> {
    const { executable, args, protocol, session } = this.program;
    this.process = spawn(executable, [...args(this.profile), '--remote-debugging-port=0', 'about:blank'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      // A process group of its own, so that all of its processes can be killed.
      detached: true,
    });
    const address = await printedAddress(this.process);
    this.browser = await puppeteer.connect({
      browserWSEndpoint: address + session,
      protocol,
      defaultViewport: null,
    });
    const [page] = await this.browser.pages();
    return this.tabOf(page ?? (await this.browser.newPage()));
  }

  async openTab(): Promise<Tab> {
    if (!this.browser) throw new Error('The browser is not open.');
    return this.tabOf(await this.browser.newPage());
  }

  async close(): Promise<void> {
    const { process: running, browser } = this;
    if (!running || !browser) return;
    const gone = once(running, 'exit');
    await browser.close();
    await gone;
    this.browser = undefined;
  }

  async kill(): Promise<void> {
    const { process: running } = this;
    this.browser = undefined;
    if (running?.pid === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const gone = once(running, 'exit');
    process.kill(-running.pid, 'SIGKILL');
    await gone;
  }

  async destroy(): Promise<void> {
    await this.kill();
    await rm(this.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  async version(): Promise<string> {
    if (!this.browser) throw new Error('The browser is not open.');
    return (await this.browser.version()).replace('/', ' ');
  }

  private async tabOf(page: Page): Promise<Tab> {
    await page.setViewport(SIZE);
    const { storageBytes } = this.options;
    const limited = this.program.protocol === 'cdp' ? storageBytes : undefined;
    return new Tab(new PuppeteerTab(page, limited));
  }
}

/** Both browsers print where they listen. */
async function printedAddress(browser: ChildProcess): Promise<string> {
  let printed = '';
  return new Promise((resolve, reject) => {
    browser.stderr!.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const [, address] = /listening on (ws:\/\/\S+)/.exec(printed) ?? [];
      if (address) resolve(address);
    });
    browser.once('exit', (code) => reject(new Error(`The browser stopped with ${code}:\n${printed}`)));
  });
}

class PuppeteerTab implements EngineTab {
  private readonly page: Page;

  /** In Chromium, in bytes; it applies to a site, as long as this tab is open. */
  private readonly storageBytes: number | undefined;

  constructor(page: Page, storageBytes: number | undefined) {
    this.page = page;
    this.storageBytes = storageBytes;
  }

  async goto(address: string): Promise<void> {
    if (this.storageBytes) {
      const devtools = await this.page.createCDPSession();
      const { origin } = new URL(address);
      await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: this.storageBytes });
    }
    await this.page.goto(address);
  }

  async reload(): Promise<void> {
    await this.page.reload();
  }

  async back(): Promise<void> {
    await this.page.goBack();
  }

  async close(): Promise<void> {
    await this.page.close();
  }

  async evaluate(expression: string): Promise<unknown> {
    return this.page.evaluate(expression);
  }

  async element(expression: string): Promise<EngineElement | undefined> {
    const handle = (await this.page.evaluateHandle(expression)).asElement();
    if (!(handle instanceof ElementHandle)) return undefined;
    const element = handle as ElementHandle<HTMLInputElement>;
    return {
      click: () => element.click(),
      type: (text) => element.type(text),
      upload: (files) => element.uploadFile(...files),
    };
  }
}
