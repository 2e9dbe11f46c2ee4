import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import type { Tally } from './tally.ts';
import type { Verdict } from './verdict.ts';

/** In milliseconds: a schedule that takes longer waits for something that never comes, and has failed. */
const PATIENCE = 60_000;

/** Plays one schedule; the tag is one that nothing else bears. */
export type Player<S> = (schedule: S, tag: string) => Promise<Verdict>;

export interface Failed {
  seed: number;
  /** Leads to the smallest schedule that still fails. */
  path: string;
  schedule: unknown;
  why: string;
}

/**
 * Plays the schedule of a seed and counts what became of its changes. One that ends badly is made as small as it
 * can be while it still does, unless that is not asked for.
 */
export async function playSeed<S>(
  schedules: fc.Arbitrary<S>,
  player: Player<S>,
  {
    seed,
    path,
    tally,
    shrink = true,
  }: { seed: number; path?: string | undefined; tally: Tally; shrink?: boolean },
): Promise<Failed | undefined> {
  let counted = false;
  const property = fc.asyncProperty(schedules, async (schedule) => {
    const verdict = await player(schedule, randomBytes(5).toString('hex'));
    if (!counted) tally.add(verdict);
    counted = true;
    const faults = [
      ...verdict.lost.map((words) => `lost: ${words}`),
      ...verdict.repeated.map((words) => `repeated: ${words}`),
      ...verdict.wrong.map((words) => `wrong: ${words}`),
    ];
    if (faults.length > 0) throw new Error(faults.join('\n'));
  });
  const { failed, counterexample, counterexamplePath, errorInstance } = await fc.check(property, {
    ...{ seed, numRuns: 1, endOnFailure: !shrink },
    plugins: [fc.unbiased(), fc.timeout(PATIENCE)] as fc.Plugin<[S]>[],
    ...(path ? { path } : {}),
  });
  if (!failed) return undefined;
  const why = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return { seed, path: counterexamplePath ?? '', schedule: counterexample?.[0], why };
}
