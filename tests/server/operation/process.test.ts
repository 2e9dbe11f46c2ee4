import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyBlankDatabase, copyMigratedDatabase } from '../../support/server/databases/embeddedCopies.ts';
import { startServer } from '../../support/server/serverProcess.ts';

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

const start = (environment: Record<string, string> = {}) => {
  const started = startServer({ DATA_DIR: folder, ...environment });
  running.push(started.child);
  return started;
};

const s3At = (port: number) => ({
  S3_ENDPOINT: `http://127.0.0.1:${port}`,
  S3_BUCKET: 'photos',
  S3_ACCESS_KEY_ID: 'a-key',
  S3_SECRET_ACCESS_KEY: 'its-secret',
});

/** A port of this machine that refuses connections. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const register = (port: number, username = 'ida') =>
  fetch(`http://127.0.0.1:${port}/api/users/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      username,
      password: 'a lamp at dusk',
      firstName: 'Ida',
      lastName: 'Brandt',
      email: `${username}@example.com`,
    }),
  });

test('a server stops gracefully on SIGTERM, and has all rows when it starts again', async () => {
  await copyBlankDatabase(path.join(folder, 'database'));
  const first = start({
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  });
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
  expect(first.output()).toContain('STRIPE_SECRET_KEY is a test key');
  idle.destroy();

  const second = start();
  const list = await fetch(`http://127.0.0.1:${await second.port()}/api/maintenance`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(list.status).toBe(200);
  second.child.kill('SIGINT');
  expect(await second.ended).toBe(0);
  expect(second.output()).not.toContain('test key');
});

test('the secrets are replaced while the server runs, and nobody has to sign in again', async () => {
  await copyMigratedDatabase(path.join(folder, 'database'));
  const server = start();
  const port = await server.port();
  const { token } = (await (await register(port)).json()) as { token: string };
  const rotate = startServer({ DATA_DIR: folder }, { program: 'rotateSecrets' });
  expect(await rotate.ended).toBe(0);
  expect(rotate.output()).toContain("The secrets of access tokens and photos' addresses are new.");
  const list = async (bearer: string) =>
    (
      await fetch(`http://127.0.0.1:${port}/api/maintenance`, {
        headers: { authorization: `Bearer ${bearer}` },
      })
    ).status;
  expect(await list(token)).toBe(200);
  expect(await startServer({ DATA_DIR: folder }, { program: 'rotateSecrets' }).ended).toBe(0);
  expect(await list(token)).toBe(401);

  const { token: next } = (await (await register(port, 'ina')).json()) as { token: string };
  expect(await list(next)).toBe(200);
  const leak = startServer({ DATA_DIR: folder }, { program: 'rotateSecrets', args: ['--leaked'] });
  expect(await leak.ended).toBe(0);
  expect(leak.output()).toContain('all sessions have ended');
  expect(await list(next)).toBe(401);

  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  const stopped = startServer(
    { DATA_DIR: folder, TOKEN_SECRET: 'x'.repeat(32) },
    { program: 'rotateSecrets' },
  );
  expect(await stopped.ended).toBe(0);
  expect(stopped.output()).toContain('signed by TOKEN_SECRET');
});

test('a wrong setting ends the server with one clear line', async () => {
  const { ended, complaints } = start({ PORT: 'eighty' });
  expect(await ended).toBe(1);
  expect(complaints()).toBe('The configuration is wrong:\n  PORT must be a whole number from 0 to 65535.\n');
});

test('a port in use ends the server with one clear line', async () => {
  await copyMigratedDatabase(path.join(folder, 'database'));
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { ended, complaints } = start({ PORT: String(port) });
  expect(await ended).toBe(1);
  expect(complaints()).toBe(
    `Port ${port} is in use by another program: stop it, or set PORT to another one.\n`,
  );
  other.close();
});

test('a server whose photo store refuses it starts, is not ready and says why once, until the store answers', async () => {
  await copyMigratedDatabase(path.join(folder, 'database'));
  let status = 403;
  const store = createHttpServer((_request, response) => response.writeHead(status).end()).listen(
    0,
    '127.0.0.1',
  );
  await once(store, 'listening');
  const { port: storePort } = store.address() as AddressInfo;
  const { port, output, complaints } = start(s3At(storePort));
  const url = `http://127.0.0.1:${await port()}/api`;
  const readiness = async () => (await fetch(`${url}/ready`)).status;
  expect((await fetch(`${url}/health`)).status).toBe(200);
  await expect.poll(output).toContain('not ready');
  for (let probe = 0; probe < 3; probe++) {
    expect(await readiness()).toBe(503);
    await pause(1100); // a result is reused for a second
  }
  const lines = output()
    .split('\n')
    .filter((line) => line.includes('not ready'));
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 40,
    msg: `not ready: The photo store at 127.0.0.1:${storePort} (bucket "photos") answered 403 when asked whether it is ready.`,
  });
  expect(output()).not.toContain('stack');
  expect(complaints()).toBe('');

  status = 200;
  await expect.poll(readiness).toBe(200);
  await expect.poll(output).toContain('ready again');
  store.close();
});

test('a demo whose photo store refuses connections starts without demo data', async () => {
  await copyMigratedDatabase(path.join(folder, 'database'));
  const { port, output } = start({ NODE_ENV: 'development', ...s3At(await closedPort()) });
  const url = `http://127.0.0.1:${await port()}/api`;
  expect((await fetch(`${url}/health`)).status).toBe(200);
  expect((await fetch(`${url}/ready`)).status).toBe(503);
  expect(output()).toMatch(/no demo data before the next start: The photo store .* could not be reached/);
  expect(output()).not.toContain('Demo sign-ins');
  expect(output()).not.toContain('stack');
});
