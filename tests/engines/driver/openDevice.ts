import type { Device, DeviceOptions, Engine } from './device.ts';
import { PuppeteerDevice } from './puppeteerDevice.ts';
import { WebKitDevice } from './webkitDevice.ts';

/** A new device with a browser of this engine, which is not started yet. */
export async function createDevice(engine: Engine, options: DeviceOptions = {}): Promise<Device> {
  return engine === 'webkit' ? WebKitDevice.create(options) : PuppeteerDevice.create(engine, options);
}
