import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { buildFolder, shortLived } from '../serverProcess.ts';

/** Starts a program of the build that says when it is ready, and begins its work when it is told to. */
export async function startProcess(
  program: string,
  environment: Record<string, string>,
): Promise<ChildProcess> {
  const started = fork(path.join(buildFolder(), 'server', `${program}.js`), [], {
    execArgv: shortLived,
    env: { ...process.env, ...environment },
  });
  const ready = once(started, 'message');
  const ended = once(started, 'exit').then(() => {
    throw new Error(`A ${program} ended before it was ready.`);
  });
  await Promise.race([ready, ended]);
  ended.catch(() => undefined);
  return started;
}

/** Kills it with SIGKILL, as a power cut would. */
export async function kill(started: ChildProcess): Promise<void> {
  if (started.exitCode !== null) return;
  const ended = once(started, 'exit');
  started.kill('SIGKILL');
  await ended;
}
