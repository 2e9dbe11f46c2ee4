import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Builder, Capabilities, type WebDriver, type WebElement } from 'selenium-webdriver';
import { freePort } from '../../support/browser/product.ts';
import type { Device, DeviceOptions } from './device.ts';
import { Tab, type EngineElement, type EngineTab } from './tab.ts';

const run = promisify(execFile);

const BROWSER = fileURLToPath(new URL('webkitBrowser.js', import.meta.url));

interface WebKitOptions extends DeviceOptions {
  /** Whether the system's colour scheme is dark. */
  dark?: true;
}

/** WebKitGTK on a virtual screen, by WebKitWebDriver. */
export class WebKitDevice implements Device {
  private readonly profile: string;
  private screen: ChildProcess | undefined;
  private display = '';
  private driverProcess: ChildProcess | undefined;
  private driver: WebDriver | undefined;

  private readonly settings: string[];

  private constructor(profile: string, settings: string[]) {
    this.profile = profile;
    this.settings = settings;
  }

  static async create({ storageBytes, blocksStorage, dark }: WebKitOptions = {}): Promise<WebKitDevice> {
    const profile = await mkdtemp(path.join(tmpdir(), 'porchlight-webkit-'));
    const { blocks, bsize } = await statfs(profile);
    // What a site may keep is a share of the disk.
    const share = storageBytes ? storageBytes / (blocks * bsize) : 0;
    return new WebKitDevice(profile, [
      String(share),
      blocksStorage ? 'blocked' : 'allowed',
      dark ? 'dark' : 'light',
    ]);
  }

  async open(): Promise<Tab> {
    await this.startScreen();
    const port = await freePort();
    const started = spawn('WebKitWebDriver', [`--port=${port}`], {
      stdio: 'ignore',
      // A process group of its own, which the browser's processes belong to.
      detached: true,
      env: {
        ...process.env,
        DISPLAY: this.display,
        GDK_BACKEND: 'x11',
        NO_AT_BRIDGE: '1',
        WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      },
    });
    this.driverProcess = started;
    await answers(`http://127.0.0.1:${port}/status`);
    const capabilities = new Capabilities({
      browserName: 'WebKitGTK',
      'webkitgtk:browserOptions': { binary: '/usr/bin/gjs', args: [BROWSER, this.profile, ...this.settings] },
    });
    this.driver = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities(capabilities)
      .build();
    return new Tab(new WebKitTab(this.driver, await this.driver.getWindowHandle()));
  }

  async openTab(): Promise<Tab> {
    if (!this.driver) throw new Error('The browser is not open.');
    await this.driver.switchTo().newWindow('window');
    return new Tab(new WebKitTab(this.driver, await this.driver.getWindowHandle()));
  }

  async close(): Promise<void> {
    await this.driver?.quit();
    await this.kill();
  }

  async kill(): Promise<void> {
    const running = this.driverProcess;
    this.driver = undefined;
    this.driverProcess = undefined;
    if (running?.pid === undefined) return;
    const gone = running.exitCode === null ? once(running, 'exit') : undefined;
    process.kill(-running.pid, 'SIGKILL');
    await gone;
  }

  /** Stops the processes that run pages and service workers for a while, as a phone suspends an app. */
  async freeze(milliseconds: number): Promise<void> {
    const pids = await this.processes('WebKitWebProces');
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  }

  /** The ids of this browser's processes whose name begins so. */
  private async processes(named: string): Promise<number[]> {
    const group = this.driverProcess?.pid;
    if (group === undefined) return [];
    const { stdout } = await run('ps', ['-eo', 'pid=,pgid=,comm=']);
    return stdout
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, pgid, name]) => Number(pgid) === group && name?.startsWith(named))
      .map(([pid]) => Number(pid));
  }

  /** Minimizes the window for a while, which makes its page hidden. */
  async hide(milliseconds: number): Promise<void> {
    if (!this.driver) throw new Error('The browser is not open.');
    await this.driver.manage().window().minimize();
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    await this.driver.manage().window().setRect({ x: 0, y: 0, width: 390, height: 844 });
  }

  /** Prints the page and returns the PDF. */
  async print(): Promise<Buffer> {
    const file = path.join(this.profile, 'printed.pdf');
    for (const pid of await this.processes('gjs')) process.kill(pid, 'SIGUSR1');
    for (let attempt = 0; attempt < 1200; attempt += 1) {
      const pdf = existsSync(file) ? await readFile(file) : undefined;
      if (pdf?.includes('%%EOF')) return pdf;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('WebKit printed nothing within a minute.');
  }

  async destroy(): Promise<void> {
    await this.kill();
    this.screen?.kill();
    await rm(this.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  async version(): Promise<string> {
    if (!this.driver) throw new Error('The browser is not open.');
    const capabilities = await this.driver.getCapabilities();
    return `WebKitGTK ${capabilities.getBrowserVersion() ?? ''}`;
  }

  private async startScreen(): Promise<void> {
    if (this.screen) return;
    this.screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '800x900x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [number] = (await once(this.screen.stdout!, 'data')) as [Buffer];
    this.display = `:${number.toString().trim()}`;
  }
}

class WebKitTab implements EngineTab {
  private readonly driver: WebDriver;
  private readonly handle: string;

  constructor(driver: WebDriver, handle: string) {
    this.driver = driver;
    this.handle = handle;
  }

  async goto(address: string): Promise<void> {
    await (await this.inFront()).get(address);
  }

  async reload(): Promise<void> {
    await (await this.inFront()).navigate().refresh();
  }

  async back(): Promise<void> {
    await (await this.inFront()).navigate().back();
  }

  async close(): Promise<void> {
    await (await this.inFront()).close();
  }

  async evaluate(expression: string): Promise<unknown> {
    return (await this.inFront()).executeScript(`return ${expression}`);
  }

  async element(expression: string): Promise<EngineElement | undefined> {
    const element = await (await this.inFront()).executeScript<WebElement | null>(`return ${expression}`);
    if (!element) return undefined;
    return {
      click: () => element.click(),
      type: (text) => element.sendKeys(text),
      upload: (files) => element.sendKeys(files.join('\n')),
    };
  }

  /** WebDriver speaks to one window at a time. */
  private async inFront(): Promise<WebDriver> {
    await this.driver.switchTo().window(this.handle);
    return this.driver;
  }
}

async function answers(address: string): Promise<void> {
  for (let attempt = 0; attempt < 1200; attempt += 1) {
    const there = await fetch(address).then(
      ({ ok }) => ok,
      () => false,
    );
    if (there) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('WebKitWebDriver did not start within a minute.');
}
