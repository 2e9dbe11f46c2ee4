// `npm run test:long`: what samples at random or takes long, for each night. Schedules of faults and storms and generated
// input from new seeds, which it prints, the whole list of scenarios in each engine, longer rounds of kills, and every
// other test three times. Ends in one line, `N passed, N failed`.
import { readArguments } from './arguments.mjs';
import { installMissing } from './install.mjs';
import { checkNode, seconds } from './run.mjs';

const ROUNDS = 3;

const USAGE = `npm run test:long
  Runs what samples at random or takes long, from new seeds.`;

const began = performance.now();
readArguments(USAGE, {});
checkNode();
await installMissing();

const { step } = await import('./check.mjs');
const { build } = await import('./build.mjs');
const { findBrowser } = await import('./browsers/browser.mjs');
const { findEngines } = await import('./browsers/engines.mjs');
const { runTests } = await import('./vitest.mjs');

const totals = { passed: 0, failed: 0 };

/** @param {{ passed: number, failed: number }} counted */
function count({ passed, failed }) {
  totals.passed += passed;
  totals.failed += failed;
}

/** @param {string} name @param {string[]} projects @param {Record<string, string>} env */
async function take(name, projects, env) {
  /** @type {string[]} */
  let seeds = [];
  const counted = await step(name, async () => {
    const { titles, ...outcome } = await runTests(projects, env);
    seeds = titles.filter((title) => /from seed \d/.test(title));
    return outcome;
  });
  for (const title of seeds) console.log(`    ${title}`);
  count(counted);
}

await build();
const env = { TEST_LONG: 'true', CHROMIUM_PATH: await findBrowser() };
const engines = await findEngines(['chromium', 'webkit', 'firefox'], count);
await take('faults', ['faults'], env);
if (engines.ENGINES) await take('engines', ['engines'], { ...env, ...engines, ENGINES_LIST: 'whole' });
for (let round = 1; round <= ROUNDS; round += 1) {
  await take(`tests ${round}`, ['contract', 'server', 'offline', 'screens'], env);
  await take(`browser ${round}`, ['browser'], env);
}

console.log(`In ${seconds(began)}`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed > 0 ? 1 : 0;
