import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
let running: ChildProcess[];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'porchlight-process-'));
  running = [];
});
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** The real program, as `npm start` runs it, on a directory of its own. */
function start(environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: folder,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let output = '';
  let complaints = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (complaints += String(chunk)));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const port = async () => {
    for (;;) {
      const found = /Porchlight is at http:\/\/localhost:(\d+)/.exec(output)?.[1];
      if (found) return Number(found);
      if (child.exitCode !== null) throw new Error(`It ended:\n${output}${complaints}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  return { child, ended, port, output: () => output, complaints: () => complaints };
}

const register = (port: number) =>
  fetch(`http://127.0.0.1:${port}/api/users/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      username: 'ida',
      password: 'a lamp at dusk',
      firstName: 'Ida',
      lastName: 'Brandt',
      email: 'ida@example.com',
    }),
  });

test('it serves, ends in order when asked to, and has everything when it starts again', async () => {
  const first = start();
  const port = await first.port();
  expect((await fetch(`http://127.0.0.1:${port}/api/ready`)).status).toBe(200);
  const { token } = (await (await register(port)).json()) as { token: string };
  // A connection that a browser opened ahead of need does not hold it up.
  const idle = connect(port, '127.0.0.1');
  await once(idle, 'connect');
  const asked = Date.now();
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  expect(Date.now() - asked).toBeLessThan(5000);
  expect(first.output()).toContain('"stopping"');
  expect(first.complaints()).toBe('');
  idle.destroy();

  const second = start();
  const list = await fetch(`http://127.0.0.1:${await second.port()}/api/maintenance`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(list.status).toBe(200);
  second.child.kill('SIGINT');
  expect(await second.ended).toBe(0);
}, 60_000);

test('a wrong setting ends it with one clear line', async () => {
  const { ended, complaints } = start({ PORT: 'eighty' });
  expect(await ended).toBe(1);
  expect(complaints()).toBe('The configuration is wrong:\n  PORT must be a whole number from 0 to 65535.\n');
});

test('a port that is taken ends it with one clear line', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { ended, complaints } = start({ PORT: String(port) });
  expect(await ended).toBe(1);
  expect(complaints()).toBe(
    `Port ${port} is in use by another program: stop it, or set PORT to another one.\n`,
  );
  other.close();
}, 60_000);
