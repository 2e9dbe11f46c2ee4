import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { isPhotoName, mustBePhotoName, type PhotoStore } from './store.ts';

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

export interface Patience {
  /** For one attempt, its body included. */
  timeoutMs: number;
  attempts: number;
  /** Before the second attempt; doubled before each further one. */
  pauseMs: number;
}

const PATIENCE: Patience = { timeoutMs: 15_000, attempts: 3, pauseMs: 200 };

/**
 * Photos in an S3-compatible bucket. Failures tell host, bucket and the store's own error code, never a key.
 * The key needs s3:ListBucket too: without it S3 answers 403 for a photo that is not there.
 */
export function s3Store(settings: S3Settings, patience: Patience = PATIENCE): PhotoStore {
  const { accessKeyId, secretAccessKey, region } = settings;
  const aws = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  const base = bucketUrl(settings);
  const place = `The photo store at ${base.host} (bucket "${settings.bucket}")`;

  async function ask(method: string, name: string, body?: Uint8Array, query = ''): Promise<Answer> {
    const url = new URL(base.href + name + query);
    const headers = { 'X-Amz-Content-Sha256': sha256(body ?? '') };
    const content = body ? { body: Buffer.from(body) } : {};
    let wait = patience.pauseMs;
    for (let attempt = 1; ; attempt += 1) {
      const last = attempt >= patience.attempts;
      try {
        const signal = AbortSignal.timeout(patience.timeoutMs);
        const response = await aws.fetch(url, { method, headers, ...content, signal, redirect: 'manual' });
        const answer = { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) };
        if (last || (answer.status < 500 && answer.status !== 429)) return answer;
      } catch (error) {
        if (last) throw new Error(`${place} ${whyNoAnswer(error, patience)}`, { cause: error });
      }
      await pause(wait);
      wait *= 2;
    }
  }

  function refusal(answer: Answer, doing: string): Error {
    return new Error(
      `${place} answered ${answer.status}${code(answer) && ` ${code(answer)}`} when ${doing}.`,
    );
  }

  return {
    async put(name, bytes) {
      mustBePhotoName(name);
      const answer = await ask('PUT', name, bytes);
      if (!isSuccess(answer)) throw refusal(answer, `keeping ${name}`);
    },

    async get(name) {
      mustBePhotoName(name);
      const answer = await ask('GET', name);
      if (isSuccess(answer)) return answer.bytes;
      if (answer.status === 404 && code(answer) !== 'NoSuchBucket') return undefined;
      throw refusal(answer, `reading ${name}`);
    },

    async remove(name) {
      mustBePhotoName(name);
      const answer = await ask('DELETE', name);
      if (isSuccess(answer) || (answer.status === 404 && code(answer) !== 'NoSuchBucket')) return;
      throw refusal(answer, `removing ${name}`);
    },

    async ready() {
      const answer = await ask('GET', '', undefined, '?list-type=2&max-keys=1');
      if (!isSuccess(answer)) throw refusal(answer, 'asked whether it is ready');
    },

    async *list() {
      let next = '';
      do {
        const answer = await ask('GET', '', undefined, `?list-type=2${next}`);
        if (!isSuccess(answer)) throw refusal(answer, 'listing photos');
        const xml = Buffer.from(answer.bytes).toString();
        for (const [, item = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const name = element(item, 'Key');
          if (isPhotoName(name)) yield { name, modified: new Date(element(item, 'LastModified')) };
        }
        const token = element(xml, 'NextContinuationToken');
        next = token && `&continuation-token=${encodeURIComponent(token)}`;
      } while (next);
    },
  };
}

interface Answer {
  status: number;
  bytes: Uint8Array;
}

function bucketUrl({ endpoint, bucket, pathStyle }: S3Settings): URL {
  const url = new URL(endpoint.endsWith('/') ? endpoint : `${endpoint}/`);
  if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`;
  return pathStyle ? new URL(`${bucket}/`, url) : url;
}

function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

/** The code alone: S3's sentences may repeat the access key. */
function code({ bytes }: Answer): string {
  return /^\w{1,60}$/.exec(element(Buffer.from(bytes.subarray(0, 4096)).toString(), 'Code'))?.[0] ?? '';
}

function whyNoAnswer(error: unknown, { timeoutMs, attempts }: Patience): string {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return `did not answer within ${timeoutMs / 1000} s (${attempts} attempts).`;
  }
  return `could not be reached (${attempts} attempts).`;
}

/** Enough XML for S3's flat answers. */
function element(xml: string, tag: string): string {
  const text = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? '';
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}

function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}
