import { test as base, testWith as baseWith } from '../server/world.ts';
import { freshDevice } from './freshDevice.ts';

/** `test` on a new device, with a server. */
export const test = base.extend('device', { auto: true }, freshDevice);

/** The same, with the server configured by these variables. */
export const testWith = (environment: Record<string, string>) =>
  baseWith(environment).extend('device', { auto: true }, freshDevice);
