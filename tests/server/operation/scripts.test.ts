import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { readPage } from '../../support/pages.ts';
import { buildPrograms } from '../../support/server/operation/builtPrograms.ts';
import { shortLived } from '../../support/server/serverProcess.ts';

const { scripts } = JSON.parse(readPage('package.json')) as { scripts: Record<string, string> };
const TSX = 'node_modules/tsx/dist/cli.mjs';

/** Prettier says what it did not find by itself. */
const OTHERS = ['format'];
const ours = Object.keys(scripts).filter((name) => !OTHERS.includes(name));

/** What a script runs, after what it builds first. */
const commandOf = (name: string) => scripts[name]!.split('&&').at(-1)!.trim().split(' ');
const runsSources = (name: string) => commandOf(name)[0] === 'tsx';

let programs: Map<string, string>;
beforeAll(async () => {
  // Those that read the server and a browser; what is small is run as it is.
  const sources = ours.map((name) => commandOf(name)[1]!).filter((file) => file.startsWith('tests/'));
  programs = await buildPrograms(sources, path.join(process.env.SERVER_BUILD!, 'programs'));
});

/** What Node runs for a script; of a command of the server, and of a program of tests, what was built for the tests. */
function programOf(name: string): string[] {
  const [, file, ...args] = commandOf(name);
  if (file === 'scripts/start.mjs' && args[0])
    return ['--enable-source-maps', path.join(process.env.SERVER_BUILD!, 'server', `${args[0]}.js`)];
  const built = programs.get(file!);
  if (built) return [built, ...args];
  return runsSources(name) ? [TSX, file!, ...args] : [file!, ...args];
}

interface Printed {
  code: unknown;
  stdout: string;
  stderr: string;
}

/** Runs it with these arguments; on a data directory of its own, should it do anything. */
async function run(name: string, args: string[]): Promise<Printed> {
  const folder = await mkdtemp(path.join(tmpdir(), 'porchlight-scripts-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const env = { ...process.env, DATA_DIR: folder, NODE_ENV: 'development' };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...shortLived, ...programOf(name), ...args],
      { env, timeout: 90_000 },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

function expectWords({ code, stdout, stderr }: Printed): void {
  expect(stderr).toMatch(/npm (run|start|test)/);
  expect(stdout + stderr).not.toMatch(/^ +at |node:internal|\.(mjs|ts):\d+|Error:/m);
  expect(stdout).toBe('');
  expect([1, 2]).toContain(code);
}

test.each(ours)(
  'npm run %s with something that it does not take says so in words, and does nothing',
  async (name) => {
    expectWords(await run(name, ['nonsense', 'nonsense']));
  },
);

// The others read options by the same function, or as the server's commands do, and would take seconds more each.
test.each(ours.filter((name) => !runsSources(name)))(
  'npm run %s with an unknown option says so in words, and does nothing',
  async (name) => {
    expectWords(await run(name, ['--nonsense']));
  },
);

test.each([
  ['kills', '--rounds', 'many'],
  ['soak', '--minutes', 'many'],
  ['full-disk', '--rounds', '-1'],
  ['faults', '--runs', 'many'],
  ['engines', '--storm', '--runs', 'many'],
  ['engines', '--runs', '5'],
])(
  'npm run %s with a number that is none says so in words, and does nothing: %s %s',
  async (name, ...args) => {
    expectWords(await run(name, args));
  },
);
