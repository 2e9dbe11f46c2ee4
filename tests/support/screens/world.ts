import { test as base } from '../server/world.ts';
import { freshDevice } from './app.tsx';

/** `test` on a new device, with a server. */
export const test = base.extend('device', { auto: true }, freshDevice);
