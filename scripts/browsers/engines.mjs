// `npm run engines`: the whole list of scenarios in Chromium, WebKit and Firefox; with `--storm`, the WebKit storm.
import { readArguments, readNumber, refuseArguments } from '../arguments.mjs';
import { findBrowser, findEngine } from './browser.mjs';
import { build } from '../build.mjs';
import { step } from '../check.mjs';
import { installMissing } from '../install.mjs';
import { checkNode, isProgram, system, tool } from '../run.mjs';
import { runTests } from '../vitest.mjs';

/** @typedef {'chromium' | 'webkit' | 'firefox'} Engine */

/**
 * Finds or installs the browsers of these engines and returns the environment in which `tests/engines` runs. A missing
 * one is said in one line, and is a failure on CI.
 * @param {Engine[]} engines
 * @param {(counted: { passed: number, failed: number }) => void} count
 */
export async function findEngines(engines, count) {
  /** @type {Record<string, string>} */
  const env = {};
  for (const engine of engines) {
    try {
      const program = engine === 'chromium' ? await findBrowser() : await findEngine(engine);
      if (engine !== 'webkit') env[`${engine.toUpperCase()}_PATH`] = program;
      env.ENGINES = env.ENGINES ? `${env.ENGINES},${engine}` : engine;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      console.log(`${process.env.CI ? '✗' : '–'} ${engine.padEnd(8)} ${error.message}`);
      if (process.env.CI) count({ passed: 0, failed: 1 });
    }
  }
  return env;
}

const USAGE = `npm run engines [-- chromium | webkit | firefox …]
  Runs the whole list of scenarios in each, or in those named.
npm run engines -- --storm [--runs N] [--seed S]
  Plays random schedules in WebKit.`;

/** Ends the program where they are none. */
function readOptions() {
  const { values, positionals } = readArguments(USAGE, {
    options: { storm: { type: 'boolean' }, runs: { type: 'string' }, seed: { type: 'string' } },
    allowPositionals: true,
  });
  const { storm, runs, seed } = values;
  const all = /** @type {Engine[]} */ (['chromium', 'webkit', 'firefox']);
  const unknown = positionals.find((name) => !all.some((engine) => engine === name));
  if (unknown !== undefined) refuseArguments(`There is no engine named ${unknown}.`, USAGE);
  if (!storm && (runs ?? seed) !== undefined) refuseArguments('--runs and --seed are of --storm.', USAGE);
  if (storm && positionals.length > 0) refuseArguments('--storm plays in WebKit alone.', USAGE);
  if (runs !== undefined) readNumber('runs', runs, USAGE);
  if (seed !== undefined) readNumber('seed', seed, USAGE);
  return {
    storm,
    engines: positionals.length > 0 ? all.filter((engine) => positionals.includes(engine)) : all,
  };
}

if (isProgram(import.meta.url)) {
  const { storm, engines } = readOptions();
  checkNode();
  await installMissing();
  const totals = { passed: 0, failed: 0 };
  /** @param {{ passed: number, failed: number }} counted */
  const count = ({ passed, failed }) => {
    totals.passed += passed;
    totals.failed += failed;
  };
  await build();
  if (storm) {
    const args = process.argv.slice(2).filter((arg) => arg !== '--storm');
    await findEngine('webkit');
    process.exitCode = await system(process.execPath, [tool('tsx'), 'tests/engines/storm/main.ts', ...args]);
  } else {
    for (const engine of engines) {
      const env = await findEngines([engine], count);
      if (!env.ENGINES) continue;
      count(await step(engine, () => runTests(['engines'], { ...env, ENGINES_LIST: 'whole' })));
    }
    console.log(`${totals.passed} passed, ${totals.failed} failed`);
    process.exitCode = totals.failed > 0 ? 1 : 0;
  }
}
