import { hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';

export interface S3Settings {
  /** Such as https://s3.eu-central-1.amazonaws.com or http://store:9000. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** True: endpoint/bucket/name, as most others want. False: bucket.endpoint/name, as AWS does. */
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

interface ClientOptions {
  /** What is stored there, for messages: "The photo store". */
  called: string;
  retry?: RetryOptions | undefined;
  /** Makes the error of a store that cannot be reached or refuses. */
  unavailable: (message: string, options?: ErrorOptions) => Error;
}

interface S3Request {
  body?: Uint8Array;
  /** With its question mark. */
  query?: string;
}

export interface S3Response {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
}

export interface S3Client {
  send: (method: string, name: string, request?: S3Request) => Promise<S3Response>;
  /** The error of an answer that is no success. */
  responseError: (response: S3Response, doing: string) => Error;
}

/**
 * Requests to an S3-compatible bucket, signed and repeated where the store is busy. Errors name the host, the bucket and
 * S3's error code, never a key.
 */
export function s3Client(
  settings: S3Settings,
  { called, retry = RETRY, unavailable }: ClientOptions,
): S3Client {
  const { accessKeyId, secretAccessKey, region } = settings;
  const aws = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  const base = bucketUrl(settings);
  const storeName = `${called} at ${base.host} (bucket "${settings.bucket}")`;

  async function send(
    method: string,
    name: string,
    { body, query = '' }: S3Request = {},
  ): Promise<S3Response> {
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
        const { status, headers: answered } = response;
        const bytes = new Uint8Array(await response.arrayBuffer());
        if (last || (status < 500 && status !== 429)) return { status, headers: answered, bytes };
      } catch (error) {
        if (last) throw unavailable(`${storeName} ${describeFailure(error, retry)}`, { cause: error });
      }
      await pause(pauseMs);
      pauseMs *= 2;
    }
  }

  return {
    send,
    responseError(response, doing) {
      const code = errorCode(response);
      return unavailable(`${storeName} answered ${response.status}${code && ` ${code}`} when ${doing}.`);
    },
  };
}

function bucketUrl({ endpoint, bucket, pathStyle }: S3Settings): URL {
  const url = new URL(endpoint.endsWith('/') ? endpoint : `${endpoint}/`);
  if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`;
  return pathStyle ? new URL(`${bucket}/`, url) : url;
}

export function isSuccess({ status }: S3Response): boolean {
  return status >= 200 && status < 300;
}

export function isMissing(response: S3Response): boolean {
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
