import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { AwsV4Signer } from 'aws4fetch';
import pg from 'pg';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { createArchive, readArchive } from '../../../server/backup/archive.ts';
import { loadBackup } from '../../../server/backup/load.ts';
import { writeBackup } from '../../../server/backup/write.ts';
import { openDatabase } from '../../../server/database/openDatabase.ts';
import { s3Store } from '../../../server/photos/s3Store.ts';
import { readPage } from '../../support/pages.ts';
import { postgresPrograms, startPostgres } from '../../support/server/databases/postgres.ts';
import { testServer } from '../../support/server/server.ts';
import { server, test } from '../../support/server/world.ts';

vi.setConfig({ testTimeout: 120_000 });

const run = promisify(execFile);
const programs = await postgresPrograms();
// Where PostgreSQL is not installed, its tests are no part of the suite.
const whereInstalled: (name: string, tests: () => void) => void = programs ? describe : () => undefined;

whereInstalled('on a PostgreSQL server', () => {
  test('the server’s role owns its database and nothing else, is no superuser, and everything works with it', async () => {
    const postgres = await startPostgres({ superuser: 'postgres' });
    onTestFinished(() => postgres.stop());
    // As the image of PostgreSQL runs it.
    const options = [
      '-v',
      'ON_ERROR_STOP=1',
      '--no-password',
      '--no-psqlrc',
      '--file',
      'compose/database.sql',
    ];
    await run(path.join(programs!, 'psql'), [...options, postgres.url], {
      env: { ...process.env, PORCHLIGHT_PASSWORD: "a 'quoted' password" },
    });
    const url = postgres.url.replace('//postgres@', '//porchlight@').replace(/postgres$/, 'porchlight');

    const superuser = new pg.Client(postgres.url);
    await superuser.connect();
    onTestFinished(() => superuser.end());
    const { rows: roles } = await superuser.query(`
      select rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as more,
        rolpassword like 'SCRAM-SHA-256$%' as password, (select count(*)::int from pg_auth_members where member = pg_authid.oid) as groups,
        array(select datname::text from pg_database where datdba = pg_authid.oid) as owns,
        array(select datname::text from pg_database where datallowconn and has_database_privilege(pg_authid.oid, oid, 'connect')) as enters
      from pg_authid where rolname = 'porchlight'`);
    expect(roles).toEqual([
      { more: false, password: true, groups: 0, owns: ['porchlight'], enters: ['porchlight'] },
    ]);

    // Migrates, restores a backup, and serves.
    const archive = createArchive((add) => writeBackup(server.database, undefined, add));
    await loadBackup({ url }, undefined, readArchive(archive));
    const own = await testServer({}, { database: await openDatabase({ url }), populated: true });
    onTestFinished(() => own.close());
    const [who] = await own.database
      .sql`select current_user::text as name, current_setting('is_superuser') as super`;
    expect(who).toEqual({ name: 'porchlight', super: 'off' });
    const units = await own.call('GET', '/units', { as: await own.token('manager') });
    expect([units.statusCode, units.json<object[]>().length]).toEqual([200, 5]);
    await expect(own.database.sql`create role another`).rejects.toThrow('permission denied');
    await expect(own.database.sql`select pg_read_file('/etc/passwd')`).rejects.toThrow('permission denied');
  });
});

/** The right that a request needs, by the reference of S3. */
function rightFor(method = '', url = ''): string {
  if (method === 'GET' && url.includes('list-type=2')) return 's3:ListBucket';
  return (
    { GET: 's3:GetObject', PUT: 's3:PutObject', DELETE: 's3:DeleteObject' }[method] ?? `${method} ${url}`
  );
}

test('the key of the server’s own may do with its bucket what the server does, and nothing more', async () => {
  const used = new Set<string>();
  const bucket = createServer((request, response) => {
    used.add(rightFor(request.method, request.url));
    request.resume().once('end', () => response.end());
  }).listen(0, '127.0.0.1');
  await once(bucket, 'listening');
  onTestFinished(() => void bucket.close());
  const store = s3Store({
    ...{ bucket: 'porchlight', region: 'us-east-1', accessKeyId: 'porchlight', secretAccessKey: 'secret' },
    endpoint: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
    pathStyle: true,
  });
  const name = '0f8fad5b-d9cb-469f-a165-70867728950e.jpg';
  const calls = {
    put: () => store.put(name, new Uint8Array([1])),
    get: () => store.get(name),
    remove: () => store.remove(name),
    ready: () => store.ready(),
  };
  expect(Object.keys(calls).sort()).toEqual(Object.keys(store).sort());
  for (const call of Object.values(calls)) await call();

  const { Statement } = JSON.parse(readPage('compose/bucketPolicy.json')) as {
    Statement: { Effect: string; Action: string[]; Resource: string[] }[];
  };
  expect(Statement.flatMap(({ Action }) => Action).sort()).toEqual([...used].sort());
  for (const { Effect, Resource } of Statement) {
    expect([Effect, Resource]).toEqual([
      'Allow',
      [expect.stringMatching(/^arn:aws:s3:::porchlight(\/\*)?$/)],
    ]);
  }
  const documented = readPage('docs/deploy.md')
    .split('\n')
    .find((line) => line.startsWith('| `S3_ENDPOINT`'));
  expect([...documented!.matchAll(/`(s3:\w+)`/g)].map(([, right]) => right).sort()).toEqual([...used].sort());
});

/** What the store was asked, signed by the administrator; it answers each path with the next of its statuses, or else 200. */
async function storeAnswering(statuses: Record<string, number[]>) {
  const asked: string[] = [];
  const store = createServer((request, response) => {
    void (async () => {
      const { method = '', url = '', headers } = request;
      const body = await text(request);
      const signed = await new AwsV4Signer({
        ...{ accessKeyId: 'admin', secretAccessKey: 'b1', service: 's3', region: 'us-east-1' },
        ...{ method, url: `http://${headers.host}${url}`, datetime: String(headers['x-amz-date']) },
        headers: { 'X-Amz-Content-Sha256': hash('sha256', body), 'Content-Type': 'application/json' },
        allHeaders: true,
      }).sign();
      const signature = (header = '') => /Signature=\w+/.exec(header)?.[0];
      const isSigned =
        signature(headers.authorization) === signature(signed.headers.get('authorization') ?? '');
      asked.push(`${method} ${url}${body && ` ${body}`}`);
      response.statusCode = isSigned ? (statuses[`${method} ${url}`]?.shift() ?? 200) : 403;
      response.end();
    })();
  }).listen(0, '127.0.0.1');
  await once(store, 'listening');
  onTestFinished(() => void store.close());
  return { url: `http://127.0.0.1:${(store.address() as AddressInfo).port}`, asked };
}

/** Runs what compose.yaml's service `bucket` runs. */
async function makeBucket(
  store: string,
  { before = '/nowhere', words = [] as string[], password = 'c2' } = {},
) {
  return run('/bin/sh', ['compose/bucket.sh', ...words], {
    env: {
      PATH: process.env.PATH,
      STORE: store,
      STORE_BEFORE: before,
      STORE_ADMIN: 'admin',
      STORE_ADMIN_PASSWORD: 'b1',
      STORE_PASSWORD: password,
    },
  });
}

const ADMIN = '/rustfs/admin/v3';

test('the bucket, its key and its rights are made at the first start, and found at the next', async () => {
  const store = await storeAnswering({ 'PUT /porchlight': [200, 409, 503] });
  await makeBucket(store.url);
  const made = store.asked.splice(0);
  const policy = readPage('compose/bucketPolicy.json').trimEnd();
  expect(made).toEqual([
    'PUT /porchlight',
    `PUT ${ADMIN}/add-user?accessKey=porchlight {"secretKey":"c2","status":"enabled"}`,
    `PUT ${ADMIN}/add-canned-policy?name=porchlight ${policy}`,
    `PUT ${ADMIN}/set-user-or-group-policy?isGroup=false&policyName=porchlight&userOrGroup=porchlight`,
  ]);
  await makeBucket(store.url);
  expect(store.asked.splice(0)).toEqual(made);
  await expect(makeBucket(store.url)).rejects.toThrow('the bucket: the store answered 503');
});

test('a password for the store may have any characters, and a key that the store refuses ends the start', async () => {
  const store = await storeAnswering({ [`PUT ${ADMIN}/add-user?accessKey=porchlight`]: [200, 400] });
  const password = `a "quoted" \\ $password'`;
  await makeBucket(store.url, { password });
  expect(JSON.parse(store.asked[1]!.replace(/^.*? \{/, '{'))).toMatchObject({ secretKey: password });
  await expect(makeBucket(store.url)).rejects.toThrow('the key: the store answered 400');
});

test('the server does not start without the photos of the store before, until they are to be restored', async () => {
  const before = await mkdtemp(path.join(tmpdir(), 'porchlight-store-'));
  onTestFinished(() => rm(before, { recursive: true }));
  await mkdir(path.join(before, '.minio.sys'));
  const store = await storeAnswering({ 'GET /porchlight?list-type=2&max-keys=1': [404, 200] });
  await expect(makeBucket(store.url, { before })).rejects.toThrow('docs/deploy.md');
  expect(store.asked.splice(0)).toEqual(['GET /porchlight?list-type=2&max-keys=1']);
  expect(readPage('docs/deploy.md')).toContain('From the store of before');
  await makeBucket(store.url, { before, words: ['anew'] });
  await makeBucket(store.url, { before });
});
