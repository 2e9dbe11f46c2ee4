import { afterAll, beforeAll, expect, test } from 'vitest';
import { runs, seeds } from '../support/runs.ts';
import { openScenarios } from './scenario/openScenarios.ts';
import { runSeed, type FailedRun, type RunSchedule } from './runSeed.ts';
import { schedules, type Schedule } from './schedule.ts';
import { Summary } from './summary.ts';
import type { Defects } from './simulation/faultyNetwork.ts';

let runSchedule: (defects: Defects) => RunSchedule<Schedule>;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ runSchedule, close } = await openScenarios());
});
afterAll(() => close());

interface Seeds {
  first: number;
  runs: number;
  defects?: Defects;
  /** Whether this is enough, so that the other seeds are left out. */
  until?: (summary: Summary) => boolean;
}

async function runSeeds({ first, runs, defects = {}, until = () => false }: Seeds) {
  const summary = new Summary();
  const failures: FailedRun[] = [];
  for (let seed = first; seed < first + runs && !until(summary); seed += 1) {
    const failed = await runSeed(schedules, runSchedule(defects), { seed, summary, shrink: false });
    if (failed) failures.push(failed);
  }
  return { summary, failures };
}

test.each(seeds(20261121))(
  'whatever fails, each change is made once or waits for a person (schedules from seed %i)',
  async (seed) => {
    expect((await runSeeds({ first: seed, runs: runs(50, 1500) })).failures).toEqual([]);
  },
);

test('a server that ignores keys is detected as repeating changes', async () => {
  const { summary } = await runSeeds({
    first: 20261121,
    runs: 25,
    defects: { keysIgnored: true },
    until: ({ repeated }) => repeated > 0,
  });
  expect(summary.repeated).toBeGreaterThan(0);
});

test('an outbox that deletes a change before its answer is detected as losing changes', async () => {
  const { summary } = await runSeeds({
    first: 20261121,
    runs: 25,
    defects: { removedEarly: true },
    until: ({ lost }) => lost > 0,
  });
  expect(summary.lost).toBeGreaterThan(0);
});

test('the same seed gives the same schedule', async () => {
  const seen: Schedule[] = [];
  for (const seed of [7, 7]) {
    await runSeed(
      schedules,
      (schedule, tag) => {
        seen.push(schedule);
        return runSchedule({})(schedule, tag);
      },
      { seed, summary: new Summary() },
    );
  }
  expect(seen[0]).toEqual(seen[1]);
});
