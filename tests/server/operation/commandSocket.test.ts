import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { request as send, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { COMMANDS, requestFromServer, serveCommands } from '../../../server/process/commandSocket.ts';
import { isolatedTest as test, resident, server } from '../../support/server/world.ts';

/** The server listens for commands in a new data directory, which is returned. */
async function listening(): Promise<string> {
  const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'porchlight-commands-'));
  await mkdir(path.join(DATA_DIR, 'database'));
  const { context, log } = server.app;
  const configuration = { ...context.configuration, DATA_DIR };
  const stop = await serveCommands({ ...context, configuration }, log);
  onTestFinished(async () => {
    await stop();
    await rm(DATA_DIR, { recursive: true });
  });
  return DATA_DIR;
}

async function statusOf(DATA_DIR: string, method: string, url: string): Promise<number | undefined> {
  const socketPath = path.join(DATA_DIR, 'database', 'backup.sock');
  const request = send({ socketPath, method, path: url }).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

const secretNow = async () => {
  const [row] = await server.database.sql<{
    secret: string;
  }>`select secret from secrets where name = 'tokens'`;
  return row!.secret;
};

test('a command that the server does not know is refused, and takes no backup', async () => {
  const place = await listening();
  for (const [method, url] of [
    ['GET', '/'],
    ['GET', '/rotate-secrets'],
    ['POST', '/rotate-secret'],
    ['POST', '/backup'],
    ['DELETE', '/backup'],
  ] as const) {
    expect(await statusOf(place, method, url), `${method} ${url}`).toBe(404);
  }
  expect(await statusOf(place, 'GET', '/backup')).toBe(200);
  expect(await statusOf(place, 'GET', '/backup-without-photos')).toBe(200);
});

test('secrets that were replaced and could not be read yet count as replaced', async () => {
  const place = await listening();
  const before = await secretNow();
  vi.spyOn(server.app.context.secrets, 'refresh').mockRejectedValueOnce(new Error('the database is away'));
  const response = await requestFromServer(place, COMMANDS.rotateSecrets);
  response?.resume();
  expect(response?.statusCode).toBe(204);
  expect(await secretNow()).not.toBe(before);
});

test('the command for leaked secrets ends all sessions', async () => {
  const place = await listening();
  const response = await requestFromServer(place, COMMANDS.rotateLeakedSecrets);
  response?.resume();
  expect(response?.statusCode).toBe(204);
  expect((await server.call('GET', '/sessions', { as: resident })).statusCode).toBe(401);
});
