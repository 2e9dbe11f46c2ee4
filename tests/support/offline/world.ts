import { server, test as base } from '../server/world.ts';
import { phoneOf, ROBIN, type TestDevice } from './device.ts';
import { forgetLocks, installLocks } from './locks.ts';
import { stubNetwork } from './network.ts';
import type { Network } from './testNetwork.ts';

/** The simulated network of the current test. */
export let net: Network;
export let phone: TestDevice;

/** `test` with an empty device of `person`, and a server without requests. */
export const test = base
  .extend('person', ROBIN as number)
  .extend('device', { auto: true }, async ({ person }) => {
    installLocks();
    forgetLocks();
    net = stubNetwork(() => server);
    phone = await phoneOf(server, person);
  });
