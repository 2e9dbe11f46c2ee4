// `npm run faults`: runs the given number of fault schedules and prints their outcome. `--browser` plays them in Chromium,
// `--autopay` those around autopay, embedded or on a PostgreSQL server of this machine (`--postgres`).
import { randomInt } from 'node:crypto';
import { inspect } from 'node:util';
import { readArguments, readNumber } from '../../scripts/arguments.mjs';
import { openDatabase } from '../../server/database/openDatabase.ts';
import { startPostgres } from '../support/server/databases/postgres.ts';
import { openAutopayScenarios } from './autopay/autopayScenario.ts';
import { autopaySchedules } from './autopay/autopaySchedule.ts';
import { openBrowserScenarios } from './browser/openBrowserScenarios.ts';
import { browserSchedules } from './browser/browserSchedule.ts';
import { openScenarios } from './scenario/openScenarios.ts';
import { runSeed, type FailedRun } from './runSeed.ts';
import { schedules } from './schedule.ts';
import { Summary } from './summary.ts';

const USAGE = `npm run faults -- [--runs N] [--seed S] [--path P] [--browser | --autopay [--postgres]]
  Plays so many random schedules of faults and prints their outcome.`;

const { values } = readArguments(USAGE, {
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string' },
    path: { type: 'string' },
    browser: { type: 'boolean', default: false },
    autopay: { type: 'boolean', default: false },
    postgres: { type: 'boolean', default: false },
  },
});
const runs = readNumber('runs', values.runs, USAGE);
const firstSeed = readNumber('seed', values.seed ?? String(randomInt(1, 2 ** 31)), USAGE);
const began = performance.now();
const summary = new Summary();
const { runOne, close } = await (values.browser
  ? inBrowser()
  : values.autopay
    ? withAutopay()
    : inSandboxes());
try {
  for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
    if (seed > firstSeed && (seed - firstSeed) % 100 === 0) console.log(`After ${summary.toString()}`);
    // Making a failure smaller takes hundreds of tries, so that is left for when it is played alone.
    const failed = await runOne({ seed, path: values.path, summary, shrink: runs === 1 });
    if (!failed) continue;
    const options = (['browser', 'autopay', 'postgres'] as const).filter((option) => values[option]);
    const how = options.map((option) => ` --${option}`).join('');
    console.log(`Seed ${seed} failed: npm run faults --${how} --runs 1 --seed ${seed} --path ${failed.path}`);
    console.log(failed.reason);
    console.log(inspect(failed.schedule, { depth: null, breakLength: 140 }));
  }
} finally {
  await close();
}
const seconds = (performance.now() - began) / 1000;
console.log(
  `Seeds ${firstSeed} to ${firstSeed + runs - 1}, ${(runs / seconds).toFixed(1)} schedules a second`,
);
console.log(summary.toString());
// Test databases stay open for reuse and would keep the process.
process.exit(summary.faultless ? 0 : 1);

type RunOne = (options: {
  seed: number;
  path: string | undefined;
  summary: Summary;
  shrink: boolean;
}) => Promise<FailedRun | undefined>;

async function inSandboxes(): Promise<{ runOne: RunOne; close: () => Promise<void> }> {
  const { runSchedule, close } = await openScenarios();
  return { runOne: (options) => runSeed(schedules, runSchedule(), options), close };
}

async function withAutopay(): Promise<{ runOne: RunOne; close: () => Promise<void> }> {
  const postgres = values.postgres ? await startPostgres() : undefined;
  const { runSchedule, close } = await openAutopayScenarios(
    postgres && (await openDatabase({ url: postgres.url })),
  );
  return {
    runOne: (options) => runSeed(autopaySchedules, runSchedule(), options),
    close: async () => {
      await close();
      await postgres?.stop();
    },
  };
}

/** Without making a failure smaller, since each try takes seconds. */
async function inBrowser(): Promise<{ runOne: RunOne; close: () => Promise<void> }> {
  const { runSchedule, close } = await openBrowserScenarios();
  return {
    runOne: (options) => runSeed(browserSchedules, runSchedule, { ...options, shrink: false }),
    close,
  };
}
