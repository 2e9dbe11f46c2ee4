import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../../../server/database/openDatabase.ts';
import { copyMigratedDatabase } from '../../support/server/databases/embeddedCopies.ts';
import { photo, reportForm, testServer, type TestServer } from '../../support/server/server.ts';

const MIB = 1024 * 1024;
const folder = mkdtempSync(path.join(tmpdir(), 'porchlight-full-'));
const directory = path.join(folder, 'database');
let free = Infinity;
const disk = { freeBytes: () => free };

let server: TestServer;
let manager: string;
let resident: string;
beforeAll(async () => {
  await copyMigratedDatabase(directory);
  server = await testServer(
    { LOG_LEVEL: 'warn' },
    { database: await openDatabase({ directory, disk }), disk },
  );
  manager = await server.token('manager');
  resident = await server.token('resident');
});
beforeEach(() => {
  free = Infinity;
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const KEY = '0b9d3a53-52ab-4a3f-a6b8-0d0e6f4f2f11';
async function report(): Promise<ReturnType<TestServer['call']>> {
  return server.call('POST', '/maintenance', {
    as: resident,
    form: reportForm({ information: 'The drain is blocked' }, { 'drain.jpg': await photo() }),
    headers: { 'idempotency-key': KEY },
  });
}

describe('on a full disk', () => {
  beforeEach(() => {
    free = 63 * MIB;
  });

  test('a change is put off with words, and is made once under its key when there is room', async () => {
    const put = await report();
    expect(put.statusCode).toBe(503);
    expect(put.headers['retry-after']).toBe('60');
    expect(put.json()).toMatchObject({
      code: 'disk_full',
      message: 'The server’s disk is full, so nothing can be saved just now. Please try again later.',
    });
    expect(await server.storedPhotos()).toEqual([]);

    free = 65 * MIB;
    expect((await report()).statusCode).toBe(201);
    expect((await report()).headers['idempotency-replayed']).toBe('true');
  });

  test.each(['/maintenance', '/transactions/my-history', '/announcements', '/stripe_payments/open'])(
    '%s is read',
    async (list) => {
      expect((await server.call('GET', list, { as: resident })).statusCode).toBe(200);
    },
  );

  test('a token is renewed, so that reads go on', async () => {
    const renewed = await server.call('POST', '/users/refresh', { as: resident });
    expect(renewed.statusCode).toBe(200);
    const { token } = renewed.json<{ token: string }>();
    expect((await server.call('GET', '/maintenance', { as: token })).statusCode).toBe(200);
  });

  test('no password can be guessed, since guesses could not be counted', async () => {
    for (const current_password of ['wrong', 'porchlight']) {
      const answer = await server.call('PUT', '/users/2/password', {
        as: resident,
        body: {
          current_password,
          new_password: current_password === 'wrong' ? 'a lamp at dusk' : 'porchlight',
        },
      });
      expect(answer.statusCode).toBe(503);
    }
  });

  test('the server says that it is not ready', async () => {
    const ready = await server.call('GET', '/ready');
    expect(ready.statusCode).toBe(503);
    expect(ready.json()).toMatchObject({ code: 'disk_full' });
  });

  test('a start names the cause', async () => {
    const other = path.join(folder, 'other');
    await expect(openDatabase({ directory: other, disk })).rejects.toThrow(
      `The disk of ${other} is full: 63 MB are free, and the database needs 64 MB to start.`,
    );
  });

  test('nothing is written whatever asks for it, and the log has one line for a refused change', async () => {
    server.log.length = 0;
    await expect(server.database.sql`delete from attempts`).rejects.toThrow(
      'The disk of the database is full.',
    );
    const suggestion = { as: resident, body: { announcement: 'A bench for the garden' } };
    expect((await server.call('POST', '/announcements/submit', suggestion)).statusCode).toBe(503);
    expect(server.log).toHaveLength(1);
    expect(server.log[0]).not.toContain('stack');
  });
});

test('management is warned before the disk is full', async () => {
  const warnings = async () => (await server.call('GET', '/warnings', { as: manager })).json<unknown[]>();
  expect(await warnings()).toEqual([]);
  free = 300.5 * MIB;
  expect(await warnings()).toEqual([
    {
      code: 'disk_low',
      message:
        'The server’s disk is nearly full: 300 MB are left. Please make room before changes have to be refused.',
    },
  ]);
  free = 12 * MIB;
  expect(await warnings()).toMatchObject([{ code: 'disk_full' }]);
});

test('a metric tells the free space', async () => {
  free = 300 * MIB;
  const metrics = await server.call('GET', '/metrics');
  expect(metrics.body).toContain(`porchlight_disk_free_bytes ${300 * MIB}`);
});

describe('a photo store without room', () => {
  afterEach(() => vi.restoreAllMocks());

  test('puts a report off in words', async () => {
    const noRoom = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    vi.spyOn(server.app.context.photos, 'put').mockRejectedValue(noRoom);
    const answer = await server.call('POST', '/maintenance', {
      as: resident,
      form: reportForm({ information: 'Another drain' }, { 'drain.jpg': await photo() }),
    });
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ code: 'disk_full' });
  });
});

test('a disk whose free space cannot be asked for does not end the server', async () => {
  const lost = await testServer(
    { LOG_LEVEL: 'error' },
    {
      disk: {
        freeBytes: () => {
          throw new Error('ESTALE');
        },
      },
    },
  );
  await lost.app.listen({ port: 0, host: '127.0.0.1' });
  expect(lost.log.join('')).toContain('the free space of the disk is not known');
  expect((await lost.call('GET', '/health')).statusCode).toBe(200);
  await lost.close();
});
