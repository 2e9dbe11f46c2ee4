import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readPage } from '../../support/pages.ts';

const { scripts } = JSON.parse(readPage('package.json')) as { scripts: Record<string, string> };
const TSX = 'node_modules/tsx/dist/cli.mjs';

/** Prettier says what it did not find by itself. */
const OTHERS = ['format'];
const ours = Object.keys(scripts).filter((name) => !OTHERS.includes(name));

/** What Node runs for a script, without what it builds first; of a command of the server what was built for the tests. */
function programOf(name: string): string[] {
  const [runner, ...args] = scripts[name]!.split('&&').at(-1)!.trim().split(' ');
  if (args[0] === 'scripts/start.mjs' && args[1])
    return ['--enable-source-maps', path.join(process.env.SERVER_BUILD!, 'server', `${args[1]}.js`)];
  return runner === 'tsx' ? [TSX, ...args] : args;
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
      [...programOf(name), ...args],
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
test.each(ours.filter((name) => programOf(name)[0] !== TSX))(
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
