import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import type { Summary } from './summary.ts';
import type { RunResult } from './invariants.ts';

/** In milliseconds: a schedule that takes longer waits for something that never comes, and has failed. */
const PATIENCE = 240_000;

/** Runs one schedule. `tag` is unique and marks all its texts. */
export type RunSchedule<S> = (schedule: S, tag: string) => Promise<RunResult>;

export interface FailedRun {
  seed: number;
  /** Leads to the smallest schedule that still fails. */
  path: string;
  schedule: unknown;
  reason: string;
}

/**
 * Runs the schedule of a seed and adds its outcome to the summary. A failing schedule is shrunk
 * as far as it still fails, unless `shrink` is false.
 */
export async function runSeed<S>(
  schedules: fc.Arbitrary<S>,
  runSchedule: RunSchedule<S>,
  {
    seed,
    path,
    summary,
    shrink = true,
  }: { seed: number; path?: string | undefined; summary: Summary; shrink?: boolean },
): Promise<FailedRun | undefined> {
  let summarized = false;
  const property = fc.asyncProperty(schedules, async (schedule) => {
    const result = await runSchedule(schedule, randomBytes(5).toString('hex'));
    if (!summarized) summary.add(result);
    summarized = true;
    const faults = [
      ...result.lost.map((message) => `lost: ${message}`),
      ...result.repeated.map((message) => `repeated: ${message}`),
      ...result.wrong.map((message) => `wrong: ${message}`),
    ];
    if (faults.length > 0) throw new Error(faults.join('\n'));
  });
  const { failed, counterexample, counterexamplePath, errorInstance } = await fc.check(property, {
    ...{ seed, numRuns: 1, endOnFailure: !shrink },
    plugins: [fc.unbiased(), fc.timeout(PATIENCE)] as fc.Plugin<[S]>[],
    ...(path ? { path } : {}),
  });
  if (!failed) return undefined;
  const reason = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return { seed, path: counterexamplePath ?? '', schedule: counterexample?.[0], reason };
}
