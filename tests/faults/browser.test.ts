import { afterAll, beforeAll, expect, test } from 'vitest';
import { runs, seeds } from '../support/runs.ts';
import { openBrowserScenarios } from './browser/openBrowserScenarios.ts';
import { browserSchedules, type BrowserStep } from './browser/browserSchedule.ts';
import { runSeed, type RunSchedule } from './runSeed.ts';
import { Summary } from './summary.ts';

let runSchedule: RunSchedule<BrowserStep[]>;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ runSchedule, close } = await openBrowserScenarios());
});
afterAll(() => close());

test.each(seeds(20261121))(
  'whatever fails in a real browser, each change is made once (schedules from seed %i)',
  async (first) => {
    for (let seed = first; seed < first + runs(3, 25); seed += 1) {
      expect(
        await runSeed(browserSchedules, runSchedule, { seed, summary: new Summary(), shrink: false }),
      ).toBeUndefined();
    }
  },
);
