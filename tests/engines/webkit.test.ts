import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runSeed, type RunSchedule } from '../faults/runSeed.ts';
import { Summary } from '../faults/summary.ts';
import { ENTRY_KINDS } from '../../contract/ledger/entryKinds.ts';
import type { Transaction } from '../../contract/ledger/ledger.ts';
import { FaultProxy } from '../support/browser/faultProxy.ts';
import { Product } from '../support/browser/product.ts';
import { runs, seeds } from '../support/runs.ts';
import { printedFills } from './driver/printedFills.ts';
import { WebKitDevice } from './driver/webkitDevice.ts';
import { runScenarios } from './runScenarios.ts';
import { World } from './scenarios/world.ts';
import { openStorm } from './storm/storm.ts';
import { stormSchedules, type StormStep } from './storm/stormSchedule.ts';

const SCHEDULES = runs(1, 20);

runScenarios('webkit');

describe('print', () => {
  let product: Product;
  let proxy: FaultProxy;
  let device: WebKitDevice;
  beforeAll(async () => {
    product = await Product.start();
    proxy = await FaultProxy.inFrontOf(product);
    device = await WebKitDevice.create({ dark: true });
  });
  afterAll(async () => {
    await device.destroy();
    await proxy.close();
    await product.close();
  });

  test('a receipt is printed in WebKit on white, in the dark scheme too', async () => {
    const tab = await new World(product, proxy, device).signIn('resident');
    expect(await tab.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(true);
    const entries = (await product.call('resident', 'GET', '/transactions/my-history')) as Transaction[];
    const paid = entries.find(({ type }) => type === ENTRY_KINDS.cardPayment.type);
    await tab.goto(`${proxy.address}/payments/receipt/${paid?.id}`);
    await tab.see({ role: 'button', name: 'Print' });
    const fills = printedFills(await device.print());
    const largest = Math.max(...fills.map(({ area }) => area));
    expect(largest).toBeGreaterThan(0);
    // Lines and small marks may have a colour, grounds may not.
    const grounds = fills.filter(({ area }) => area > largest / 50);
    expect(new Set(grounds.map(({ color }) => color.join(' ')))).toEqual(new Set(['1 1 1']));
  });
});

describe('storm', () => {
  let runSchedule: RunSchedule<StormStep[]>;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ runSchedule, close } = await openStorm());
  });
  afterAll(() => close());

  test.each(seeds(20261126))(
    'whatever leaves, freezes or kills the app in WebKit, each report is sent once (schedules from seed %i)',
    async (first) => {
      for (let seed = first; seed < first + SCHEDULES; seed += 1) {
        const summary = new Summary();
        expect(await runSeed(stormSchedules, runSchedule, { seed, summary, shrink: false })).toBeUndefined();
      }
    },
    // A schedule takes some 25 s alone on 2 cores, and several times that beside the other lanes on a slow machine.
    SCHEDULES * 250_000,
  );
});
