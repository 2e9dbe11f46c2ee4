import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';

const watchdog = JSON.stringify(new URL('../../../server/process/watchdog.ts', import.meta.url).href);

/** Runs a program with a watchdog of two seconds; resolves to how it ended and what it wrote to stderr. */
async function run(program: string): Promise<{ code: unknown; signal: unknown; complaints: string }> {
  const source = `import { startWatchdog } from ${watchdog}; startWatchdog(2); ${program}`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', source]);
  onTestFinished(() => void child.kill('SIGKILL'));
  let complaints = '';
  child.stderr.on('data', (chunk) => (complaints += String(chunk)));
  const [code, signal] = (await once(child, 'close')) as [unknown, unknown];
  return { code, signal, complaints };
}

test('a process whose main thread is stuck is ended and says so', async () => {
  const { signal, complaints } = await run('setTimeout(() => { for (;;); }, 100);');
  expect(signal).toBe('SIGKILL');
  expect(complaints).toBe('The server did nothing for 2 seconds and is ended. Is its disk full?\n');
});

test('a process that works is left alone, and may end by itself', async () => {
  expect(await run('setTimeout(() => undefined, 3500);')).toEqual({ code: 0, signal: null, complaints: '' });
});
