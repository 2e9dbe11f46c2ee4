import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runSeed, type RunSchedule } from '../faults/runSeed.ts';
import { Summary } from '../faults/summary.ts';
import { runScenarios } from './runScenarios.ts';
import { openStorm } from './storm/storm.ts';
import { stormSchedules, type StormStep } from './storm/stormSchedule.ts';

runScenarios('webkit');

describe('storm', () => {
  let runSchedule: RunSchedule<StormStep[]>;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ runSchedule, close } = await openStorm());
  });
  afterAll(() => close());

  test.each([randomInt(2 ** 31)])(
    'whatever leaves, freezes or kills the app in WebKit, each report is sent once (3 schedules from seed %i)',
    async (first) => {
      for (let seed = first; seed < first + 3; seed += 1) {
        const summary = new Summary();
        expect(await runSeed(stormSchedules, runSchedule, { seed, summary, shrink: false })).toBeUndefined();
      }
    },
    // A schedule takes some 25 s alone on 2 cores, and longer beside the other lanes.
    300_000,
  );
});
