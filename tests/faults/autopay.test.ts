import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runs, seeds } from '../support/runs.ts';
import { openAutopayScenarios } from './autopay/autopayScenario.ts';
import { autopaySchedules, type AutopaySchedule } from './autopay/autopaySchedule.ts';
import type { ProviderDefects } from './autopay/mortalProcess.ts';
import { runSeed, type FailedRun } from './runSeed.ts';
import { Summary } from './summary.ts';

let scenarios: Awaited<ReturnType<typeof openAutopayScenarios>>;
beforeAll(async () => {
  scenarios = await openAutopayScenarios();
});
afterAll(() => scenarios.close());

async function failuresOf(firstSeed: number, runs: number): Promise<FailedRun[]> {
  const summary = new Summary();
  const failures: FailedRun[] = [];
  for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
    const failed = await runSeed(autopaySchedules, scenarios.runSchedule(), { seed, summary, shrink: false });
    if (failed) failures.push(failed);
  }
  return failures;
}

test.each(seeds(20261125))(
  'whatever is lost, killed or done at once, autopay and payments by hand pay a debt once (schedules from seed %i)',
  async (seed) => {
    expect(await failuresOf(seed, runs(8, 200))).toEqual([]);
  },
);

test('a card provider that forgets what it charged is detected as charging twice', async () => {
  const schedule: AutopaySchedule = {
    card: 'paying',
    steps: [{ type: 'job runs', kills: [null] }, { type: 'an hour passes' }],
    faults: ['answer lost'],
  };
  const play = (defects: ProviderDefects) =>
    scenarios.runSchedule(defects)(schedule, randomInt(2 ** 31).toString(16));
  expect((await play({})).repeated).toEqual([]);
  expect((await play({ forgetful: true })).repeated).toHaveLength(1);
});
