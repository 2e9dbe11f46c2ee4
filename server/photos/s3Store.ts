import { hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { assertPhotoName, PhotoStoreUnavailable, type PhotoStore } from './store.ts';

export interface S3Settings {
  /** Such as https://s3.eu-central-1.amazonaws.com or http://minio:9000. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** True: endpoint/bucket/name, as MinIO and most others want. False: bucket.endpoint/name, as AWS does. */
  pathStyle: boolean;
}

export interface RetryOptions {
  /** For one attempt, its body included. */
  timeoutMs: number;
  attempts: number;
  /** Before the second attempt; doubled before each further one. */
  pauseMs: number;
}

const RETRY: RetryOptions = { timeoutMs: 15_000, attempts: 3, pauseMs: 200 };

/**
 * Photos in an S3-compatible bucket. Errors name the host, the bucket and S3's error code, never a key. The access key
 * needs s3:ListBucket as well: without it S3 answers 403 for a missing photo.
 */
export function s3Store(settings: S3Settings, retry: RetryOptions = RETRY): PhotoStore {
  const { accessKeyId, secretAccessKey, region } = settings;
  const aws = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  const base = bucketUrl(settings);
  const storeName = `The photo store at ${base.host} (bucket "${settings.bucket}")`;

  async function send(method: string, name: string, body?: Uint8Array, query = ''): Promise<S3Response> {
    const url = new URL(base.href + name + query);
    const headers = { 'X-Amz-Content-Sha256': hash('sha256', body ?? '', 'hex') };
    const payload = body ? { body: Buffer.from(body) } : {};
    let pauseMs = retry.pauseMs;
    for (let attempt = 1; ; attempt += 1) {
      const last = attempt >= retry.attempts;
      try {
        const request = await aws.sign(url, { method, headers, ...payload, redirect: 'manual' });
        // Handed to fetch itself: of a request's own signal Node's fetch holds a copy, which is collected with the
        // limit in it (https://github.com/nodejs/undici/issues/4068).
        const response = await fetch(request, { signal: AbortSignal.timeout(retry.timeoutMs) });
        const { status } = response;
        const bytes = new Uint8Array(await response.arrayBuffer());
        if (last || (status < 500 && status !== 429)) return { status, bytes };
      } catch (error) {
        if (last)
          throw new PhotoStoreUnavailable(`${storeName} ${describeFailure(error, retry)}`, { cause: error });
      }
      await pause(pauseMs);
      pauseMs *= 2;
    }
  }

  function responseError(response: S3Response, doing: string): Error {
    const code = errorCode(response);
    return new PhotoStoreUnavailable(
      `${storeName} answered ${response.status}${code && ` ${code}`} when ${doing}.`,
    );
  }

  return {
    async put(name, bytes) {
      assertPhotoName(name);
      const response = await send('PUT', name, bytes);
      if (!isSuccess(response)) throw responseError(response, `storing ${name}`);
    },

    async get(name) {
      assertPhotoName(name);
      const response = await send('GET', name);
      if (isSuccess(response)) return response.bytes;
      if (isMissing(response)) return undefined;
      throw responseError(response, `reading ${name}`);
    },

    async remove(name) {
      assertPhotoName(name);
      const response = await send('DELETE', name);
      if (isSuccess(response) || isMissing(response)) return;
      throw responseError(response, `removing ${name}`);
    },

    async ready() {
      const response = await send('GET', '', undefined, '?list-type=2&max-keys=1');
      if (!isSuccess(response)) throw responseError(response, 'asked whether it is ready');
    },
  };
}

interface S3Response {
  status: number;
  bytes: Uint8Array;
}

function bucketUrl({ endpoint, bucket, pathStyle }: S3Settings): URL {
  const url = new URL(endpoint.endsWith('/') ? endpoint : `${endpoint}/`);
  if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`;
  return pathStyle ? new URL(`${bucket}/`, url) : url;
}

function isSuccess({ status }: S3Response): boolean {
  return status >= 200 && status < 300;
}

function isMissing(response: S3Response): boolean {
  return response.status === 404 && errorCode(response) !== 'NoSuchBucket';
}

/** The code alone: S3's messages may repeat the access key. */
function errorCode({ bytes }: S3Response): string {
  const start = Buffer.from(bytes.subarray(0, 4096)).toString();
  return /<Code>(\w{1,60})<\/Code>/.exec(start)?.[1] ?? '';
}

function describeFailure(error: unknown, { timeoutMs, attempts }: RetryOptions): string {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return `did not answer within ${timeoutMs / 1000} s (${attempts} attempts).`;
  }
  return `could not be reached (${attempts} attempts).`;
}
