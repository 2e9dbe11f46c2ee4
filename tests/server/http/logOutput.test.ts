import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const LOG = fileURLToPath(new URL('../../../server/http/log.ts', import.meta.url));

/** A process that writes lines of these levels, one after the other, and then does something else. */
function writing(levels: number[], then: string) {
  const lines = levels.map((level, index) => `output.write('{"level":${level},"msg":"line ${index}"}\\n');`);
  const script = [
    `const { standardOutput } = await import(${JSON.stringify(LOG)});`,
    'const output = standardOutput();',
    ...lines,
    then,
  ].join('\n');
  return spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

const written = async (levels: number[], then: string) =>
  (await text(writing(levels, then).stdout)).match(/line \d/g) ?? [];

test('ordinary lines of the log arrive while the process runs', async () => {
  const child = writing([30, 30], 'setInterval(() => undefined, 1000);');
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  child.kill('SIGKILL');
  expect(chunk.toString()).toContain('line 1');
});

test('a process writes every line of the log before it exits, also after an uncaught error', async () => {
  expect(await written([30, 20, 30], 'process.exit(0);')).toEqual(['line 0', 'line 1', 'line 2']);
  expect(await written([30], 'throw new Error("a fault");')).toEqual(['line 0']);
});

test('a process goes on when nobody reads its output any more', async () => {
  const child = writing([30, 40, 30], 'setTimeout(() => process.exit(7), 300);');
  child.stdout.destroy();
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(7);
});

test('a warning or an error is written at once with all lines before it, even if the process is killed', async () => {
  const killed = 'process.kill(process.pid, "SIGKILL");';
  for (const level of [40, 50, 60]) {
    expect(await written([30, level, 30], killed), `level ${level}`).toEqual(['line 0', 'line 1']);
  }
});
