import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AwsClient } from 'aws4fetch';
// @ts-expect-error -- it brings no types; the part used here is described below
import Untyped from 's3rver';
import { Registry } from 'prom-client';
import { beforeEach, afterEach, expect, vi } from 'vitest';
import { openBackupStore, type BackupStore } from '../../../server/backup/backupStore.ts';
import {
  backupMetric,
  backupWarnings,
  lastBackup,
  makeNightlyBackup,
} from '../../../server/backup/nightlyBackup.ts';
import { readConfiguration } from '../../../server/configuration/configuration.ts';
import type { Context } from '../../../server/context.ts';
import { recurringJobs } from '../../../server/jobs/recurringJobs.ts';
import { addEntry } from '../../support/server/accounts.ts';
import { reported } from '../../support/server/requests.ts';
import { startServer } from '../../support/server/serverProcess.ts';
import { isolatedTest as test, manager, resident, server } from '../../support/server/world.ts';

vi.setConfig({ testTimeout: 120_000 });

const S3rver = Untyped as new (options: object) => { run(): Promise<AddressInfo>; close(): Promise<void> };
const quick = { timeoutMs: 5000, attempts: 1, pauseMs: 1 };
/** Five in the morning in New York. */
const NIGHT = new Date('2026-11-25T10:00:00Z');
const running = new AbortController().signal;

let folder: string;
let s3: InstanceType<typeof S3rver>;
let endpoint: string;
let context: Context;
let store: BackupStore;

const settings = () => ({
  BACKUP_S3_ENDPOINT: endpoint,
  BACKUP_S3_BUCKET: 'backups',
  BACKUP_S3_ACCESS_KEY_ID: 'S3RVER',
  BACKUP_S3_SECRET_ACCESS_KEY: 'S3RVER',
});
function openStore(): BackupStore {
  const opened = openBackupStore(context.configuration, quick);
  if (!opened) throw new Error('The settings name a store.');
  return opened;
}
function configure(more: Record<string, string> = {}): void {
  const environment = {
    NODE_ENV: 'test',
    DEMO: 'false',
    DATA_DIR: path.join(folder, 'data'),
    ...settings(),
    ...more,
  };
  context = { ...server.app.context, configuration: readConfiguration(environment) };
  store = openStore();
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'porchlight-nightly-'));
  const buckets = [{ name: 'backups', configs: [] }];
  const directory = path.join(folder, 's3');
  s3 = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: buckets });
  endpoint = `http://127.0.0.1:${(await s3.run()).port}`;
  configure();
});
afterEach(async () => {
  await s3.close();
  await rm(folder, { recursive: true });
});

const make = (now = NIGHT, into = store) => makeNightlyBackup(context, into, { stopping: running, now });
const names = async () => (await store.list()).map(({ name }) => name).sort();
const warnings = () => backupWarnings(server.database.sql, 'UTC');

test('a backup made at night is restored by the command, completely', async () => {
  await reported(server, 'resident', 'A leak', { photos: ['teal'] });
  await addEntry(server, 'resident', { amount: 1250.1, type: 'Rent' });
  await make();
  expect(await names()).toEqual(['backup-2026-11-25T10-00-00Z.tar.gz']);
  expect(await readdir(context.configuration.DATA_DIR)).toEqual([]);

  const aws = new AwsClient({ accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', service: 's3' });
  const stored = await aws.fetch(`${endpoint}/backups/porchlight/backup-2026-11-25T10-00-00Z.tar.gz`);
  const file = path.join(folder, 'fetched.tar.gz');
  await writeFile(file, new Uint8Array(await stored.arrayBuffer()));
  const place = { DATA_DIR: path.join(folder, 'restored') };
  const restored = startServer(place, { program: 'restore', args: [file] });
  expect([await restored.ended, restored.complaints()]).toEqual([0, '']);
  expect(restored.output()).toContain('2 files of photos');
  const checked = startServer(place, { program: 'checkLedger' });
  expect(await checked.ended).toBe(0);
});

test('each day has one backup, made by one process, and none before three in the morning', async () => {
  await make(new Date('2026-11-25T07:59:00Z'));
  expect(await names()).toEqual([]);
  await Promise.all([make(), make(new Date(NIGHT.getTime() + 1000)), make(new Date(NIGHT.getTime() + 2000))]);
  await make(new Date('2026-11-25T23:00:00Z'));
  expect(await names()).toHaveLength(1);
  await make(new Date('2026-11-26T09:00:00Z'));
  expect(await names()).toHaveLength(2);
});

test('what is not kept is deleted after a good backup, and nothing of others', async () => {
  const file = path.join(folder, 'old');
  await writeFile(file, 'old');
  const daily = (n: number) => `backup-2026-10-${String(n).padStart(2, '0')}T10-00-00Z.tar.gz`;
  for (let n = 1; n <= 20; n += 1) await store.putFile(daily(n), file, running);
  await store.putFile('notes.txt', file, running);
  configure({ BACKUP_S3_PREFIX: 'another/' });
  await store.putFile(daily(1), file, running);
  configure();
  await make();
  const left = await names();
  expect(left).toContain('backup-2026-11-25T10-00-00Z.tar.gz');
  expect(left).not.toContain(daily(1));
  expect(left).toHaveLength(15);
  expect(await store.sizeOf('notes.txt')).toBe(3);
  configure({ BACKUP_S3_PREFIX: 'another/' });
  expect(await names()).toEqual([daily(1)]);
});

test('a store that stops in the middle leaves no backup and deletes none, and it is tried again after an hour', async () => {
  const file = path.join(folder, 'old');
  await writeFile(file, 'old');
  for (let n = 1; n <= 20; n += 1) {
    await store.putFile(`backup-2026-10-${String(n).padStart(2, '0')}T10-00-00Z.tar.gz`, file, running);
  }
  const broken: BackupStore = { ...store, sizeOf: () => Promise.resolve(7) };
  await expect(make(NIGHT, broken)).rejects.toThrow(/The backup has \d+ bytes, and 7 are in the store\./);
  const good = openStore();
  // It fails at the last request, which makes an object of the parts.
  const refusing = createServer((request, response) => {
    const completes = request.method === 'POST' && !request.url?.includes('uploads');
    if (completes) response.writeHead(500).end();
    else {
      void (async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        const answer = await fetch(`${endpoint}${request.url ?? ''}`, {
          method: request.method ?? 'GET',
          headers: { ...(request.headers as Record<string, string>), host: new URL(endpoint).host },
          ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
        });
        response.writeHead(answer.status, { etag: answer.headers.get('etag') ?? '' });
        response.end(Buffer.from(await answer.arrayBuffer()));
      })();
    }
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => refusing.once('listening', resolve));
  const before = await names();
  configure({ BACKUP_S3_ENDPOINT: `http://127.0.0.1:${(refusing.address() as AddressInfo).port}` });
  const next = new Date('2026-11-26T10:00:00Z');
  await expect(make(next)).rejects.toThrow('The backup store at');
  refusing.closeAllConnections();
  refusing.close();
  configure();
  expect(await names()).toEqual(before);
  expect(await good.sizeOf('backup-2026-11-26T10-00-00Z.tar.gz')).toBeUndefined();
  expect(await lastBackup(server.database.sql)).toBeUndefined();
  await make(next);
  expect(await names()).toEqual(before);
  await server.database.sql`update nightly_backups set failed_at = now() - interval '61 minutes'`;
  await make(next);
  expect(await names()).toContain('backup-2026-11-26T10-00-00Z.tar.gz');
});

test('managers are warned when the last good backup is older than two days, and told why one failed', async () => {
  await make();
  expect(await warnings()).toEqual([]);
  await server.database.sql`update nightly_backups set completed_at = now() - interval '47 hours'`;
  expect(await warnings()).toEqual([]);
  await server.database
    .sql`update nightly_backups set completed_at = '2026-11-20T10:00:00Z', day = '2026-11-20'`;
  const [warning] = await warnings();
  expect(warning).toMatchObject({ code: 'backup_old' });
  expect(warning?.message).toContain('November 20, 2026');
  const app = { ...server.app, context } as typeof server.app;
  const job = recurringJobs(app).find(({ name }) => name === 'nightly-backup');
  expect(job?.failure?.(new Error('The bucket is gone.'))).toEqual({
    kind: 'backup_failed',
    to: 'managers',
    data: { reason: 'The bucket is gone.' },
  });
});

test('a metric tells when the last good backup was stored', async () => {
  const metricsRegistry = new Registry();
  backupMetric({ ...server.app, context, metricsRegistry });
  const told = async () => Number(/^porchlight_\S+ (\S+)$/m.exec(await metricsRegistry.metrics())?.[1]);
  expect(await told()).toBe(0);
  await make();
  expect(Math.abs((await told()) - Date.now() / 1000)).toBeLessThan(60);
});

test('a server without a store for backups makes none and warns of none', async () => {
  expect(recurringJobs(server.app).map(({ name }) => name)).not.toContain('nightly-backup');
  expect((await server.call('GET', '/warnings', { as: manager })).json()).toEqual([]);
  expect((await server.call('GET', '/warnings', { as: resident })).statusCode).toBe(403);
});

test('the key of the store is in no message', async () => {
  configure({ BACKUP_S3_ENDPOINT: 'http://127.0.0.1:9', BACKUP_S3_SECRET_ACCESS_KEY: 'very-secret-key' });
  const error: unknown = await make().catch((thrown: unknown) => thrown);
  expect(String(error)).toContain('The backup store at 127.0.0.1:9 (bucket "backups")');
  expect(String(error)).not.toMatch(/very-secret-key|S3RVER/);
});
