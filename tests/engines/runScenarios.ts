import { afterAll, beforeAll, describe, test } from 'vitest';
import { FaultProxy } from '../support/browser/faultProxy.ts';
import { Product } from '../support/browser/product.ts';
import type { Engine } from './driver/device.ts';
import { createDevice } from './driver/openDevice.ts';
import { scenarios, type Scenario } from './scenarios/list.ts';
import { World } from './scenarios/world.ts';

const whole = process.env.ENGINES_LIST === 'whole';

/** One test for each scenario that this engine can show: the short list, or all where ENGINES_LIST is "whole". */
export function runScenarios(engine: Engine): void {
  let product: Product;
  let proxy: FaultProxy;
  /** The signed-in devices, which go from one scenario to the next. */
  const worlds = new Map<string, World>();
  beforeAll(async () => {
    product = await Product.start();
    // One for all scenarios, since a browser's data belong to an address.
    proxy = await FaultProxy.inFrontOf(product);
  });
  afterAll(async () => {
    for (const { device } of worlds.values()) await device.destroy();
    await proxy.close();
    await product.close();
  });

  async function worldOf({ as, device: options }: Scenario): Promise<World> {
    const kept = worlds.get(as);
    if (kept && !options) return kept;
    const world = new World(product, proxy, await createDevice(engine, options));
    if (as !== 'visitor') await world.prepare(as);
    if (as !== 'visitor' && !options) worlds.set(as, world);
    return world;
  }

  const listed = scenarios.filter(
    ({ wholeListOnly, cannot }) => (whole || !wholeListOnly) && !cannot?.[engine],
  );
  describe(engine, () => {
    test.each(listed)('$title', async (scenario) => {
      proxy.reset();
      const world = await worldOf(scenario);
      let passed = false;
      try {
        await scenario.run(world);
        passed = true;
      } finally {
        // A scenario that failed leaves nothing to the next.
        if (!passed) worlds.delete(scenario.as);
        if (worlds.get(scenario.as) !== world) await world.device.destroy();
      }
    });
  });
}
