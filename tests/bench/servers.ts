import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { UNLIMITED } from '../support/server/server.ts';

const run = promisify(execFile);
/** By which all servers say on which day a charge was due. */
const ZONE = 'America/New_York';
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Started {
  address: string;
  stop(): Promise<void>;
}

/** The built product in production's mode, on this database. */
export async function startProduct(environment: Record<string, string>): Promise<Started> {
  const directory = await mkdtemp(path.join(tmpdir(), 'porchlight-bench-'));
  const started = await start([path.join(ROOT, 'dist/server/main.js')], {
    DATA_DIR: directory,
    ...UNLIMITED,
    ...environment,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: '0',
  });
  return {
    ...started,
    stop: async () => {
      await started.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The bare server on this database. */
export function startBare(url: string): Promise<Started> {
  const program = fileURLToPath(new URL('bareServer.ts', import.meta.url));
  return start(['--import', 'tsx', program], { DATABASE_URL: url, NODE_ENV: 'production' });
}

/** The peer on this database, which is installed on its first use, where no check of the project's own files looks. */
export async function startPeer(url: string): Promise<Started> {
  const folder = path.join(ROOT, 'node_modules/.cache/porchlight/bench-peer');
  cpSync(fileURLToPath(new URL('peer', import.meta.url)), folder, { recursive: true });
  const inFolder = (command: string, args: string[], env = {}) =>
    run(command, args, { cwd: folder, env: { ...process.env, ...env } });
  if (!existsSync(path.join(folder, 'node_modules'))) {
    // Its scripts would download engines that a client with a driver of its own does without.
    await inFolder('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
  }
  const prisma = path.join(folder, 'node_modules/prisma/build/index.js');
  // Any program that is there: it is not run, and without one Prisma would download it.
  await inFolder(process.execPath, [prisma, 'generate', '--schema', 'schema.prisma'], {
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    CHECKPOINT_DISABLE: '1',
  });
  return start([path.join(folder, 'server.mjs')], { DATABASE_URL: url, NODE_ENV: 'production' });
}

/** Signs in and answers the token. */
export async function tokenOf(address: string, username: string): Promise<string> {
  const answer = await fetch(`${address}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'porchlight' }),
  });
  if (!answer.ok) throw new Error(`${username} could not sign in: ${await answer.text()}`);
  return ((await answer.json()) as { token: string }).token;
}

/** Its log goes to a file, as a service's does: reading it would be work for whoever puts the server under load. */
async function start(program: string[], environment: Record<string, string>): Promise<Started> {
  const directory = await mkdtemp(path.join(tmpdir(), 'porchlight-log-'));
  const file = path.join(directory, 'log');
  const log = await open(file, 'w');
  const server = spawn(process.execPath, program, {
    cwd: ROOT,
    env: { ...process.env, TIME_ZONE: ZONE, ...environment },
    stdio: ['ignore', log.fd, log.fd],
  });
  await log.close();
  const stop = async () => {
    await end(server);
    await rm(directory, { recursive: true, force: true });
  };
  for (;;) {
    const printed = await readFile(file, 'utf8');
    const found = /at http:\/\/[\w.]+:(\d+)/.exec(printed);
    if (found?.[1]) return { address: `http://127.0.0.1:${found[1]}`, stop };
    if (server.exitCode !== null) {
      await stop();
      throw new Error(`A server stopped with ${server.exitCode}:\n${printed}`);
    }
    await pause(20);
  }
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await gone;
}
