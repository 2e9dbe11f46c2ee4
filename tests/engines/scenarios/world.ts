import type { FaultProxy } from '../../support/browser/faultProxy.ts';
import type { Product } from '../../support/browser/product.ts';
import type { Device } from '../driver/device.ts';
import type { Tab } from '../driver/tab.ts';

export const SAVED = 'Saved on this device. It will be sent when you are back online.';

/** The product, a person's device, and the network between them. */
export class World {
  readonly product: Product;
  readonly proxy: FaultProxy;
  readonly device: Device;
  private tab: Tab | undefined;

  constructor(product: Product, proxy: FaultProxy, device: Device) {
    this.product = product;
    this.proxy = proxy;
    this.device = device;
  }

  /** Opens a path of the app, in a browser that is started where it does not run. */
  async open(path: string): Promise<Tab> {
    this.tab ??= await this.device.open();
    await this.tab.goto(this.proxy.address + path);
    return this.tab;
  }

  /** The tab as it is, or one with this path in a browser that is started. */
  async current(path: string): Promise<Tab> {
    return this.tab ?? this.open(path);
  }

  /** The network is back, and the browser says so to the page. */
  async reconnect(): Promise<void> {
    this.proxy.mode = 'open';
    await this.tab?.evaluate(() => void window.dispatchEvent(new Event('online')));
  }

  async kill(): Promise<void> {
    this.tab = undefined;
    await this.device.kill();
  }

  async signIn(username: string): Promise<Tab> {
    const tab = await this.open('/login');
    await tab.fill('Username', username);
    await tab.fill(/^Password$/, 'porchlight');
    await tab.click({ role: 'button', name: 'Login' });
    await tab.until(() => location.pathname !== '/login');
    return tab;
  }

  /** Signs in until the app opens offline, and closes the browser, which writes the cookie to the disk. */
  async prepare(username: string): Promise<void> {
    const tab = await this.signIn(username);
    await installed(tab);
    await this.device.close();
    this.tab = undefined;
  }

  /** Opens pages until they show their text, so that the device has what they show. */
  async visit(pages: Record<string, string>): Promise<void> {
    for (const [path, shows] of Object.entries(pages)) {
      const tab = await this.open(path);
      await tab.until((text) => document.body.innerText.includes(text), shows);
    }
  }

  /** The server's requests with this text. */
  async requestsWith(text: string) {
    return (await this.product.requests()).filter(({ information }) => information === text);
  }

  async arrivesOnce(text: string) {
    const [request] = await eventually(
      () => this.requestsWith(text),
      (found) => found.length === 1,
    );
    return request!;
  }

  /** The digests of the photos of a request, once it has so many: they follow it. */
  async photosOf(text: string, count: number): Promise<string[]> {
    const [request] = await eventually(
      () => this.requestsWith(text),
      ([found]) => found?.photos.length === count,
    );
    return request!.photos.map(({ sha256 }) => sha256);
  }
}

/** Waits until the service worker controls the page, so that the app opens offline. */
export async function installed(tab: Tab): Promise<void> {
  await tab.until(() => navigator.serviceWorker.controller !== null);
}

/** Polls until a value is as expected, for a minute. */
export async function eventually<T>(read: () => Promise<T>, isTrue: (value: T) => boolean): Promise<T> {
  const until = performance.now() + 60_000;
  for (;;) {
    const value = await read();
    if (isTrue(value)) return value;
    if (performance.now() > until) throw new Error(`After a minute it is still ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
