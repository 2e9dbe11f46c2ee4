import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

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
    ...environment,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'warn',
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

async function start(program: string[], environment: Record<string, string>): Promise<Started> {
  const server = spawn(process.execPath, program, {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const address = await new Promise<string>((resolve, reject) => {
    let printed = '';
    const hear = (chunk: Buffer) => {
      printed += chunk.toString();
      const found = /at http:\/\/[\w.]+:(\d+)/.exec(printed);
      if (found?.[1]) resolve(`http://127.0.0.1:${found[1]}`);
    };
    server.stdout.on('data', hear);
    server.stderr.on('data', hear);
    server.once('exit', (code) => reject(new Error(`A server stopped with ${code}:\n${printed}`)));
  });
  return { address, stop: () => end(server) };
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await gone;
}
