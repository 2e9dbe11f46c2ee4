// `npm run check`: everything that needs no browser. `node scripts/check.mjs types lint` runs only those.
// Each check proves that it looked at every file it should have: a tool that was misled finds no faults.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readArguments, refuseArguments } from './arguments.mjs';
import { installMissing } from './install.mjs';
import { inPart } from './part.mjs';
import { checkNode, isProgram, node, root, seconds, tool } from './run.mjs';
import { filesIn } from './sources.mjs';
import { runTests } from './vitest.mjs';

/** @typedef {{ ok: boolean, looked: string, output: string, passed?: number, failed?: number }} Outcome */

const rooms = ['contract', 'server', 'src', 'sw', 'stripe-stand-in', 'tests'];
const programs = ['.', ...rooms, 'src/offline', 'stripe-stand-in/browser'];

const code = () => rooms.flatMap(filesIn).filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'));

/**
 * Names the files of ours that a tool passed over.
 * @param {string[]} expected as `code()` listed them before the tool ran
 * @param {Iterable<string>} seen paths, absolute or from the root
 */
function passedOver(expected, seen) {
  const known = new Set([...seen].map((file) => path.resolve(root, file)));
  const missed = expected.filter((file) => !known.has(path.resolve(root, file)));
  return missed.map((file) => `${file} was not looked at\n`).join('');
}

/** Go collects garbage once the heap has grown fivefold instead of twofold, which takes a fifth of its tools' CPU time. */
const FEWER_COLLECTIONS = { GOGC: '400' };
/** The same for Node: more megabytes of new objects before it looks which are still used. */
const LARGE_NURSERY = '--max-semi-space-size=64';

/** @returns {Promise<Outcome>} */
async function format() {
  // Prettier itself fails when there is no file to look at.
  const { ok, stdout, stderr } = await node([LARGE_NURSERY, tool('prettier'), '--check', '.']);
  return { ok, looked: 'all files', output: stdout + stderr };
}

/**
 * Whether the lock file installs on every system and from whichever registry a machine uses. npm leaves out, without
 * a word, another system's package that the registry does not have, after which `npm ci` refuses everywhere.
 * @returns {Promise<Outcome>}
 */
async function lock() {
  /** @type {{ packages: Record<string, { resolved?: string, optionalDependencies?: Record<string, string> }> }} */
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  /** @type {(from: string, name: string) => boolean} */
  const finds = (from, name) =>
    `${from}/node_modules/${name}`.replace(/^\//, '') in packages ||
    (from !== '' && finds(from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name));
  const entries = Object.entries(packages);
  const output = entries.flatMap(([where, { resolved, optionalDependencies = {} }]) => [
    ...(resolved ? [`${where} is tied to one registry: ${resolved}\n`] : []),
    ...Object.keys(optionalDependencies)
      .filter((name) => !finds(where, name))
      .map((name) => `${where} needs ${name}, which is missing: choose a version that has it\n`),
  ]);
  return { ok: output.length === 0, looked: `${entries.length} packages`, output: output.join('') };
}

/** @returns {Promise<Outcome>} */
async function types() {
  const expected = code();
  const present = programs.filter((folder) => existsSync(path.join(root, folder, 'tsconfig.json')));
  /** @type {Set<string>} */
  const seen = new Set();
  let output = '';
  for (const folder of present) {
    // One checker, since each of several looks at much of the same types again: half of the CPU time.
    const { ok, stdout, stderr } = await node(
      [tool('typescript-7', 'tsc'), '-p', folder, '--listFiles', '--checkers', '1'],
      { env: FEWER_COLLECTIONS },
    );
    const lines = (stdout + stderr).split(/\r?\n/);
    for (const line of lines) if (path.isAbsolute(line)) seen.add(line);
    if (!ok) output += `In ${folder}/tsconfig.json:\n`;
    if (!ok) output += `${lines.filter((line) => line && !path.isAbsolute(line)).join('\n')}\n`;
  }
  output += passedOver(expected, seen);
  return { ok: output === '', looked: `${present.length} programs, ${expected.length} files`, output };
}

/**
 * The rules that need types are oxlint's, which asks TypeScript 7; the others are ESLint's.
 * @returns {Promise<Outcome>}
 */
async function lint() {
  const expected = code();
  const typed = await node([tool('oxlint')], { env: FEWER_COLLECTIONS });
  const listed = await node([tool('oxlint'), '--debug', 'files']);
  const files = listed.stdout.split(/\r?\n/);
  const untyped = passedOver(expected, files);
  if (!typed.ok || untyped !== '') {
    return { ok: false, looked: `${files.length} files`, output: typed.stdout + typed.stderr + untyped };
  }
  const { ok, stdout, stderr } = await node([
    LARGE_NURSERY,
    tool('eslint'),
    '.',
    '--format',
    'json',
    '--max-warnings',
    '0',
  ]);
  if (!stdout.startsWith('[')) return { ok: false, looked: 'nothing', output: stdout + stderr };
  /** @type {{ filePath: string, messages: { line?: number, column?: number, message: string, ruleId: string | null }[] }[]} */
  const results = JSON.parse(stdout);
  const faults = results.flatMap(({ filePath, messages }) =>
    messages.map(
      ({ line = 0, column = 0, message, ruleId }) =>
        `${path.relative(root, filePath)}:${line}:${column}  ${message}  ${ruleId ?? ''}\n`,
    ),
  );
  const missed = passedOver(
    expected,
    results.map(({ filePath }) => filePath),
  );
  return { ok: ok && missed === '', looked: `${results.length} files`, output: faults.join('') + missed };
}

/** @returns {Promise<Outcome>} */
async function imports() {
  const expected = code();
  const present = rooms.filter((room) => existsSync(path.join(root, room)));
  const args = [...present, '--config', '.dependency-cruiser.cjs', '--output-type', 'json'];
  const { stdout, stderr } = await node([tool('dependency-cruiser', 'depcruise'), ...args]);
  if (!stdout.startsWith('{')) return { ok: false, looked: 'nothing', output: stdout + stderr };
  /** @type {{ modules: { source: string }[], summary: { totalDependenciesCruised: number, violations: { from: string, to: string, rule: { name: string } }[] } }} */
  const { modules, summary } = JSON.parse(stdout);
  const faults = summary.violations.map(({ from, to, rule }) => `${from} → ${to}  ${rule.name}\n`);
  const missed = passedOver(
    expected,
    modules.map(({ source }) => source),
  );
  const edges = summary.totalDependenciesCruised;
  const none = edges === 0 ? 'No import was followed at all.\n' : '';
  const output = faults.join('') + missed + none;
  return { ok: output === '', looked: `${modules.length} modules, ${edges} imports`, output };
}

/** @returns {Promise<Outcome>} */
async function unused() {
  const expected = code().length;
  const reporters = ['--reporter', 'symbols', '--reporter', './scripts/knip-count.mjs'];
  const { ok, stdout, stderr } = await node([
    tool('knip'),
    '--no-progress',
    '--no-config-hints',
    ...reporters,
  ]);
  const files = Number(/^(\d+) files looked at$/m.exec(stdout)?.[1] ?? 0);
  const missed = files < expected ? `knip looked at ${files} files; there are ${expected}\n` : '';
  return { ok: ok && missed === '', looked: `${files} files`, output: stdout + stderr + missed };
}

/** As many files as one can take in at a glance. */
const MOST_FILES = 20;
/** Has one file for each change of the tables, in their order. */
const LONG_FOLDERS = ['server/database/migrations'];

/** As much as one reads at a time. */
const MOST_LINES = 250;

/**
 * Whether no folder is a drawer, and no file is about several subjects.
 * @returns {Promise<Outcome>}
 */
async function folders() {
  const files = [...rooms, 'scripts'].flatMap(filesIn);
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const file of files) {
    const folder = path.dirname(file).split(path.sep).join('/');
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const long = files
    .filter((file) => /\.(tsx?|mjs)$/.test(file))
    .map((file) => ({ file, lines: readFileSync(path.join(root, file), 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > MOST_LINES);
  const full = [...counts].filter(([folder, count]) => count > MOST_FILES && !LONG_FOLDERS.includes(folder));
  const output = [
    ...full.map(([folder, count]) => `${folder} has ${count} files; at most ${MOST_FILES}\n`),
    ...long.map(({ file, lines }) => `${file} has ${lines} lines; at most ${MOST_LINES}\n`),
  ].join('');
  const looked = `${counts.size} folders, ${files.length} files`;
  return { ok: output === '' && counts.size > 0, looked, output };
}

/** @type {Record<string, () => Promise<Outcome>>} */
const checks = {
  types,
  lint,
  format,
  imports,
  unused,
  folders,
  lock,
  tests: () => runTests(['contract', 'server', 'offline', 'screens']),
};

/** @param {string} name @param {() => Promise<Outcome>} run */
export async function step(name, run) {
  const began = performance.now();
  const { ok, looked, output, passed = 0, failed = 0 } = await run();
  console.log(`${ok ? '✓' : '✗'} ${name.padEnd(8)} ${looked.padEnd(28)} ${seconds(began)}`);
  if (!ok) console.log(output.trimEnd().replace(/^/gm, '    '));
  return { passed, failed: ok ? failed : Math.max(failed, 1) };
}

/**
 * Runs checks and adds up their tests; a failed check without tests of its own counts as one failed test.
 * @param {string[]} [names]
 */
export async function check(names = Object.keys(checks)) {
  const totals = { passed: 0, failed: 0 };
  const others = names.filter((name) => name !== 'tests');
  const waiting = inPart(others) ?? others;
  /** @param {string} name */
  const take = async (name) => {
    const run = checks[name];
    if (!run) throw new Error(`There is no check named ${name}.`);
    const { passed, failed } = await step(name, run);
    totals.passed += passed;
    totals.failed += failed;
  };
  // One after the other beside the tests, which leave parts of both cores: two are what the smallest machine has.
  const takeOthers = async () => {
    for (const name of waiting) await take(name);
  };
  await Promise.all([takeOthers(), names.includes('tests') ? take('tests') : undefined]);
  return totals;
}

if (isProgram(import.meta.url)) {
  const usage = `npm run check
  Runs every check that needs no browser.
npm run types | lint | imports | unused, or node scripts/check.mjs NAME …
  Runs those of ${Object.keys(checks).join(', ')}.`;
  const { positionals: names } = readArguments(usage, { allowPositionals: true });
  const unknown = names.find((name) => !Object.hasOwn(checks, name));
  if (unknown !== undefined) refuseArguments(`There is no check named ${unknown}.`, usage);
  checkNode();
  await installMissing();
  const { passed, failed } = await check(names.length > 0 ? names : undefined);
  if (names.length === 0) console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
