import { randomInt } from 'node:crypto';
import fc from 'fast-check';

/** Whether this is `npm run test:long`, which samples at random and takes its time. `npm test` is the same each time. */
const isLong = process.env.TEST_LONG === 'true';

/** How often something is tried: in `npm test`, and in `npm run test:long`. */
export const runs = (gate: number, long: number): number => (isLong ? long : gate);

/** The seeds of a test that samples: one that is always the same, and in `npm run test:long` new ones, which its titles tell. */
export const seeds = (fixed: number, news = 1): number[] =>
  isLong ? [fixed, ...Array.from({ length: news }, () => randomInt(2 ** 31))] : [fixed];

/** What fast-check draws from where a test names no seed; it prints the seed of what fails. */
fc.configureGlobal(isLong ? { numRuns: 1000 } : { seed: 20261126 });
