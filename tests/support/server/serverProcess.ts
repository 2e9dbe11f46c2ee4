import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

export interface ServerProcess {
  child: ChildProcess;
  /** Resolves to the exit code when the process has ended. */
  ended: Promise<number | null>;
  /** Resolves to the port when the server listens. */
  port(): Promise<number>;
  output(): string;
  complaints(): string;
  /** Kills it with SIGKILL, as a power cut would. */
  kill(): Promise<void>;
}

/**
 * How Node runs servers that live for seconds: it compiles PGlite's code once and well enough. Compiling what is used
 * most a second time, in the background, takes 1.1 of the 2.6 seconds of CPU time of a start and a stop.
 */
export const shortLived = process.env.VITEST ? ['--liftoff-only'] : [];

/** The folder of the built server: that of this run of the tests, or the product's. */
export const buildFolder = (): string => process.env.SERVER_BUILD ?? path.join(ROOT, 'dist');

/** Starts a built program in production mode on a free loopback port. */
export function startServer(
  environment: Record<string, string>,
  { program = 'main', args = [] as string[] } = {},
): ServerProcess {
  const file = path.join(buildFolder(), 'server', `${program}.js`);
  const child = spawn(process.execPath, [...shortLived, file, ...args], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let complaints = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (complaints += String(chunk)));
  const ended = once(child, 'close').then(([code]) => code as number | null);

  async function port(): Promise<number> {
    for (;;) {
      const found = /Porchlight is at http:\/\/localhost:(\d+)/.exec(output)?.[1];
      if (found) return Number(found);
      if (child.exitCode !== null) throw new Error(`It ended:\n${output}${complaints}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  async function kill(): Promise<void> {
    child.kill('SIGKILL');
    await ended;
  }
  return { child, ended, port, output: () => output, complaints: () => complaints, kill };
}
