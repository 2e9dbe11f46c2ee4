import { createHash, createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { AwsV4Signer } from 'aws4fetch';
// @ts-expect-error -- it brings no types; the part used here is described below
import Untyped from 's3rver';
import { expect, onTestFinished, test } from 'vitest';
import { s3Store } from '../../../server/photos/s3Store.ts';

interface S3rverOptions {
  address: string;
  port: number;
  silent: boolean;
  directory: string;
  configureBuckets: { name: string; configs: string[] }[];
}
const S3rver = Untyped as new (options: S3rverOptions) => {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
};

const name = '0f8fad5b-d9cb-469f-a165-70867728950e.jpg';
const bytes = new Uint8Array([255, 216, 255, 0, 1, 2]);
const quick = { timeoutMs: 200, attempts: 3, pauseMs: 1 };

function settings(endpoint: string) {
  return {
    endpoint,
    bucket: 'porchlight',
    region: 'eu-central-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    pathStyle: true,
  };
}

async function s3rver(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 's3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'porchlight', configs: [] }],
  });
  const { port } = await server.run();
  onTestFinished(async () => {
    await server.close();
    await rm(directory, { recursive: true });
  });
  return `http://127.0.0.1:${port}`;
}

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The bucket of a store that runs already, such as that of compose.yaml with the key of the server's, or else of one of the test's. */
async function bucket() {
  const { TEST_S3_ENDPOINT: endpoint, TEST_S3_SECRET: secretAccessKey } = process.env;
  if (!endpoint || !secretAccessKey) return settings(await s3rver());
  return { ...settings(endpoint), region: 'us-east-1', accessKeyId: 'porchlight', secretAccessKey };
}

test('a photo is stored in an S3 bucket, read back byte for byte and deleted', async () => {
  const store = s3Store(await bucket());
  await store.ready();
  expect(await store.get(name)).toBeUndefined();
  await store.put(name, bytes);
  expect([...((await store.get(name)) ?? [])]).toEqual([...bytes]);

  await store.remove(name);
  expect(await store.get(name)).toBeUndefined();
  await store.remove(name);
});

test('a missing bucket is reported as such, never as a missing photo', async () => {
  const store = s3Store({ ...settings(await s3rver()), bucket: 'elsewhere' });
  await expect(store.ready()).rejects.toThrow(
    /^The photo store at 127\.0\.0\.1:\d+ \(bucket "elsewhere"\) answered 404 NoSuchBucket when asked/,
  );
  await expect(store.get(name)).rejects.toThrow('NoSuchBucket');
});

const hex = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Uint8Array, text: string) => createHmac('sha256', key).update(text).digest();

/** Signature Version 4 by the book, from what arrived. */
function signatureOf(request: IncomingMessage, secret: string): string {
  const { host = '', 'x-amz-content-sha256': digest, 'x-amz-date': date } = request.headers;
  const url = new URL(request.url ?? '', 'http://s3');
  const names = 'host;x-amz-content-sha256;x-amz-date';
  const headers = `host:${host}\nx-amz-content-sha256:${String(digest)}\nx-amz-date:${String(date)}\n`;
  const canonical = [request.method, url.pathname, url.search.slice(1), headers, names, digest].join('\n');
  const day = String(date).slice(0, 8);
  const scope = `${day}/eu-central-1/s3/aws4_request`;
  const key = ['eu-central-1', 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${secret}`, day));
  return hmac(key, ['AWS4-HMAC-SHA256', date, scope, hex(canonical)].join('\n')).toString('hex');
}

test('every request to S3 is signed with AWS Signature Version 4 over the bytes of the photo', async () => {
  const seen: { request: IncomingMessage; body: Buffer }[] = [];
  const endpoint = await serving((request, response) => {
    void buffer(request).then((body) => {
      seen.push({ request, body });
      response.end();
    });
  });
  const store = s3Store({ ...settings(endpoint), accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'the secret' });
  await store.put(name, bytes);
  await store.get(name);
  await store.remove(name);
  expect(seen.map(({ request }) => `${request.method} ${request.url}`)).toEqual([
    `PUT /porchlight/${name}`,
    `GET /porchlight/${name}`,
    `DELETE /porchlight/${name}`,
  ]);
  for (const { request, body } of seen) {
    const { authorization = '' } = request.headers;
    expect(request.headers['x-amz-content-sha256']).toBe(hex(body));
    expect(authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/s3\/aws4_request, /,
    );
    expect(authorization.split('Signature=')[1]).toBe(signatureOf(request, 'the secret'));
  }
});

test('the signer computes the signature of Amazon’s published example', async () => {
  // "GET Object" of https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
  const signer = new AwsV4Signer({
    url: 'https://examplebucket.s3.amazonaws.com/test.txt',
    headers: { Range: 'bytes=0-9', 'X-Amz-Content-Sha256': hex('') },
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
    service: 's3',
    datetime: '20130524T000000Z',
    allHeaders: true,
  });
  expect(await signer.signature()).toBe('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41');
});

test('a failing S3 store is retried a few times and no more', async () => {
  let asked = 0;
  let failing = 2;
  const endpoint = await serving((request, response) => {
    asked += 1;
    request.resume();
    response.statusCode = failing-- > 0 ? 503 : 200;
    response.end('<Error><Code>SlowDown</Code></Error>');
  });
  const store = s3Store(settings(endpoint), quick);
  await store.put(name, bytes);
  expect(asked).toBe(3);

  failing = 99;
  asked = 0;
  await expect(store.put(name, bytes)).rejects.toThrow(`answered 503 SlowDown when storing ${name}.`);
  expect(asked).toBe(3);
});

test('a refused request to S3 is not retried, and its error contains no key', async () => {
  let asked = 0;
  const endpoint = await serving((request, response) => {
    asked += 1;
    request.resume();
    response.statusCode = 403;
    response.end('<Error><Code>InvalidAccessKeyId</Code><Message>AKIDEXAMPLE is unknown</Message></Error>');
  });
  const store = s3Store(
    { ...settings(endpoint), accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'hush' },
    quick,
  );
  const error = await store.put(name, bytes).catch((reason: unknown) => reason);
  expect(String(error)).toContain('answered 403 InvalidAccessKeyId');
  expect(String(error)).not.toMatch(/AKIDEXAMPLE|hush/);
  expect(asked).toBe(1);
});

test('an S3 store that does not answer or does not exist fails with a clear message', async () => {
  const silent = s3Store(settings(await serving(() => undefined)), quick);
  await expect(silent.get(name)).rejects.toThrow('did not answer within 0.2 s (3 attempts).');
  const gone = s3Store(settings('http://127.0.0.1:9'), quick);
  await expect(gone.get(name)).rejects.toThrow('could not be reached (3 attempts).');
});

test.each([
  ['never answers', () => undefined],
  [
    'stops within its answer',
    (_request, response) => {
      response.writeHead(200, { 'Content-Length': 1000 });
      response.write('half');
    },
  ],
] satisfies [string, RequestListener][])(
  'the time limit applies through garbage collections (an S3 store that %s)',
  async (_name, listener) => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const collecting = setInterval(collect, 20);
    onTestFinished(() => clearInterval(collecting));
    const store = s3Store(settings(await serving(listener)), quick);
    const waited = new Promise((resolve) => setTimeout(resolve, 10_000, 'still waiting'));
    const failed = store.get(name).catch(String);
    expect(await Promise.race([failed, waited])).toContain('did not answer within 0.2 s (3 attempts).');
  },
);

test('an invalid photo name never reaches the S3 store', async () => {
  const store = s3Store(settings('http://127.0.0.1:9'), quick);
  await expect(store.get('../other-bucket/x.jpg')).rejects.toThrow("is not a photo's name.");
});
