// `npm test`: everything that `npm run check` looks at, and the product in a real browser.
// Ends in one plain line, `N passed, N failed`, over all tests; a failed check counts as one failed test.
// It plays the same each time; what samples at random, or takes long, is `npm run test:long`.
import { existsSync } from 'node:fs';
import { filesIn } from './sources.mjs';
import { installMissing } from './install.mjs';
import { readPart } from './part.mjs';
import { checkNode, inBackground, seconds } from './run.mjs';

const USAGE = `npm test [-- --part K/N]
  Runs everything; with --part 1/3 what the first of three machines does. One file of tests: npx vitest run --project server tests/server/ledger/charges.test.ts`;

const began = performance.now();
readPart(USAGE);
checkNode();
await installMissing();

const { check, step } = await import('./check.mjs');
const { build } = await import('./build.mjs');
const { findBrowser } = await import('./browsers/browser.mjs');
const { findEngines } = await import('./browsers/engines.mjs');
const { installPackages, mayInstallPackages } = await import('./packages.mjs');
const { runTests } = await import('./vitest.mjs');

const totals = { passed: 0, failed: 0 };

/** @param {{ passed: number, failed: number }} counted */
function count({ passed, failed }) {
  totals.passed += passed;
  totals.failed += failed;
}

/** @param {string} name @param {Parameters<typeof step>[1]} run */
async function alsoRun(name, run) {
  const counted = await step(name, run);
  count(counted);
  return counted.failed === 0;
}

/** @param {() => Promise<string>} work what it did, in a few words */
const done = (work) => () =>
  work().then(
    (looked) => ({ ok: true, looked, output: '' }),
    (/** @type {Error} */ error) => ({ ok: false, looked: '', output: error.message }),
  );

/** What some tests need, where Debian's package of the same name puts it. */
const PROGRAMS = {
  hledger: '/usr/bin/hledger', // reads the journal
  pgbouncer: '/usr/sbin/pgbouncer', // stands between the server and PostgreSQL
};

/** Installs these where this machine may. A missing one is a failure on CI. */
async function findPrograms() {
  const { CI } = process.env;
  for (const [name, path] of Object.entries(PROGRAMS)) {
    if (!existsSync(path) && mayInstallPackages()) {
      console.log(`No ${name} on this machine; installing it …`);
      await installPackages([name]);
    }
    if (existsSync(path)) continue;
    console.log(`${CI ? '✗' : '–'} ${name}  is missing: sudo apt-get update && sudo apt-get install ${name}`);
    if (CI) count({ passed: 0, failed: 1 });
  }
}

async function inBrowser() {
  let browser = '';
  const built = await alsoRun(
    'build',
    done(async () => {
      await build();
      return `${filesIn('dist').length} files`;
    }),
  );
  const found = await alsoRun(
    'chromium',
    done(async () => (browser = await findBrowser())),
  );
  const engines = await findEngines(['webkit', 'firefox'], count);
  if (!built || !found) return;
  // Three lanes at a time, with `check`: a fourth slowed them all, and its pauses took longer than a person's.
  const enginesThenFaults = async () => {
    if (engines.ENGINES) await alsoRun('engines', () => runTests(['engines'], engines));
    await alsoRun('faults', () => runTests(['faults'], { CHROMIUM_PATH: browser }));
  };
  await Promise.all([
    alsoRun('browser', () => runTests(['browser'], { CHROMIUM_PATH: browser })),
    enginesThenFaults(),
  ]);
}

// First, since the tests of `check` look for them and two installations at once lock each other out.
await findPrograms();

// Side by side, since the tests in a browser spend much of their time on waiting for something to come back. They go
// first: they take longest, and their pauses would be longer than a person's.
await Promise.all([inBackground(() => check()).then(count), inBrowser()]);

console.log(`In ${seconds(began)}`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed > 0 ? 1 : 0;
