import { rm, writeFile } from 'node:fs/promises';
import { expect, vi } from 'vitest';
import { isolatedTest as test, server } from '../../support/server/world.ts';

test('a server with database and photo store is ready', async () => {
  expect((await server.call('GET', '/health')).json()).toEqual({ status: 'ok' });
  expect((await server.call('GET', '/ready')).json()).toEqual({ status: 'ready' });
});

test('a server without its database is alive but not ready', async () => {
  await server.database.close();
  expect((await server.call('GET', '/health')).statusCode).toBe(200);
  const answer = await server.call('GET', '/ready');
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('5');
  expect(answer.json()).toMatchObject({ code: 'unavailable', message: 'The server is not ready.' });
});

test('a server whose photo store fails is not ready', async () => {
  await rm(server.photosFolder, { recursive: true });
  await writeFile(server.photosFolder, 'a file where the folder should be');
  expect((await server.call('GET', '/ready')).statusCode).toBe(503);
});

test('concurrent readiness checks query the database and the photo store once', async () => {
  const { database } = server;
  const sql = vi.spyOn(database, 'sql');
  const answers = await Promise.all(Array.from({ length: 20 }, () => server.call('GET', '/ready')));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(sql).toHaveBeenCalledTimes(1);
  const later = performance.now() + 1100;
  vi.spyOn(performance, 'now').mockReturnValue(later);
  await server.call('GET', '/ready');
  expect(sql).toHaveBeenCalledTimes(2);
});

test('while a readiness check hangs no other begins, and its result answers all calls', async () => {
  let answer: () => void;
  const ready = vi
    .spyOn(server.app.context.photos, 'ready')
    .mockImplementation(() => new Promise((resolve) => (answer = resolve)));
  const calls = [server.call('GET', '/ready')];
  await expect.poll(() => ready.mock.calls).toHaveLength(1);
  const start = performance.now();
  const clock = vi.spyOn(performance, 'now');
  for (let seconds = 2; seconds < 20; seconds += 2) {
    clock.mockReturnValue(start + seconds * 1000);
    calls.push(server.call('GET', '/ready'));
    await new Promise(setImmediate);
  }
  await server.call('GET', '/health');
  expect(ready).toHaveBeenCalledTimes(1);
  answer!();
  expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
  ready.mockResolvedValue();
  expect((await server.call('GET', '/ready')).statusCode).toBe(200);
  expect(ready).toHaveBeenCalledTimes(2);
});
