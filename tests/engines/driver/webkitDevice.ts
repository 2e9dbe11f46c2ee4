import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Builder, Capabilities, type WebDriver, type WebElement } from 'selenium-webdriver';
import { freePort } from '../../support/browser/product.ts';
import type { Device } from './device.ts';
import { Tab, type EngineElement, type EngineTab } from './tab.ts';

const BROWSER = fileURLToPath(new URL('webkitBrowser.js', import.meta.url));

/** WebKitGTK on a virtual screen, by WebKitWebDriver. */
export class WebKitDevice implements Device {
  private readonly profile: string;
  private screen: ChildProcess | undefined;
  private display = '';
  private driverProcess: ChildProcess | undefined;
  private driver: WebDriver | undefined;

  private constructor(profile: string) {
    this.profile = profile;
  }

  static async create(): Promise<WebKitDevice> {
    return new WebKitDevice(await mkdtemp(path.join(tmpdir(), 'porchlight-webkit-')));
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
      'webkitgtk:browserOptions': { binary: '/usr/bin/gjs', args: [BROWSER, this.profile] },
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
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const there = await fetch(address).then(
      ({ ok }) => ok,
      () => false,
    );
    if (there) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('WebKitWebDriver did not start within 5 seconds.');
}
