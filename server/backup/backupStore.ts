import { open } from 'node:fs/promises';
import type { Configuration } from '../configuration/configuration.ts';
import { isMissing, isSuccess, s3Client, type RetryOptions, type S3Response } from '../photos/s3Client.ts';
import type { StoredBackup } from './retention.ts';

/** The store of backups refuses or does not answer. The message is for the operator. */
export class BackupStoreUnavailable extends Error {}

/** The bytes of one part, which is held in memory: 10,000 parts are the most of an object. */
const PART = 16 * 1024 * 1024;
/** A part may take minutes over a slow line. */
const RETRY: RetryOptions = { timeoutMs: 5 * 60_000, attempts: 3, pauseMs: 1000 };

export interface BackupStore {
  /** Stores a file under this name, whole or not at all. @throws {BackupStoreUnavailable} */
  putFile(name: string, file: string, stopping: AbortSignal): Promise<void>;
  /** The bytes of a stored backup; undefined where there is none of this name. */
  sizeOf(name: string): Promise<number | undefined>;
  /** All backups that this server's prefix has. */
  list(): Promise<StoredBackup[]>;
  remove(name: string): Promise<void>;
}

/** A name that tells when the backup was started. */
export function backupName(at: Date): string {
  return `backup-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`;
}

/** Undefined for what is no backup of ours. */
function timeOf(name: string): Date | undefined {
  const [, day, hours, minutes, seconds] =
    /^backup-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.gz$/.exec(name) ?? [];
  const at = new Date(`${day}T${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** The store of the settings BACKUP_S3_…; undefined where none is set. */
export function openBackupStore(configuration: Configuration, retry = RETRY): BackupStore | undefined {
  const {
    BACKUP_S3_ENDPOINT: endpoint,
    BACKUP_S3_BUCKET: bucket,
    BACKUP_S3_REGION: region,
    BACKUP_S3_ACCESS_KEY_ID: accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey,
    BACKUP_S3_PREFIX: prefix,
  } = configuration;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return undefined;
  const { send, responseError } = s3Client(
    { endpoint, bucket, region, accessKeyId, secretAccessKey, pathStyle: true },
    {
      called: 'The backup store',
      retry,
      unavailable: (message, options) => new BackupStoreUnavailable(message, options),
    },
  );

  async function succeed(doing: string, response: Promise<S3Response>): Promise<S3Response> {
    const answer = await response;
    if (!isSuccess(answer)) throw responseError(answer, doing);
    return answer;
  }

  /** Uploads the parts of a file; an object appears only when the upload is completed. */
  async function putParts(name: string, file: string, stopping: AbortSignal): Promise<void> {
    const key = prefix + name;
    const started = await succeed(`storing ${name}`, send('POST', key, { query: '?uploads=' }));
    const id = encodeURIComponent(tagIn(textOf(started), 'UploadId') ?? '');
    const source = await open(file);
    try {
      const parts: string[] = [];
      for (let position = 0; ;) {
        stopping.throwIfAborted();
        const { bytesRead, buffer } = await source.read(Buffer.alloc(PART), 0, PART, position);
        if (bytesRead === 0 && parts.length > 0) break;
        position += bytesRead;
        const query = `?partNumber=${parts.length + 1}&uploadId=${id}`;
        const body = buffer.subarray(0, bytesRead);
        const { headers } = await succeed(`storing ${name}`, send('PUT', key, { body, query }));
        parts.push(
          `<Part><PartNumber>${parts.length + 1}</PartNumber><ETag>${headers.get('etag') ?? ''}</ETag></Part>`,
        );
      }
      const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
      const done = await succeed(`storing ${name}`, send('POST', key, { body, query: `?uploadId=${id}` }));
      // S3 may answer 200 and an error: https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompleteMultipartUpload.html
      if (tagIn(textOf(done), 'ETag') === undefined) throw responseError(done, `storing ${name}`);
    } catch (error) {
      // Where this fails too, the bucket keeps the parts, which are no backup, until its rule deletes them.
      await send('DELETE', key, { query: `?uploadId=${id}` }).catch(() => undefined);
      throw error;
    } finally {
      await source.close();
    }
  }

  return {
    putFile: putParts,
    async sizeOf(name) {
      const answer = await send('HEAD', prefix + name);
      if (isMissing(answer)) return undefined;
      if (!isSuccess(answer)) throw responseError(answer, `looking at ${name}`);
      return Number(answer.headers.get('content-length') ?? NaN);
    },
    async list() {
      const found: StoredBackup[] = [];
      for (let next: string | undefined, more = true; more; more = next !== undefined) {
        const token = next === undefined ? '' : `&continuation-token=${encodeURIComponent(next)}`;
        const query = `?list-type=2${token}&prefix=${encodeURIComponent(prefix)}`;
        const text = textOf(await succeed('listing backups', send('GET', '', { query })));
        for (const [, key = ''] of text.matchAll(/<Key>([^<]*)<\/Key>/g)) {
          const name = key.slice(prefix.length);
          const at = key.startsWith(prefix) ? timeOf(name) : undefined;
          if (at) found.push({ name, at });
        }
        next = tagIn(text, 'NextContinuationToken');
      }
      return found;
    },
    async remove(name) {
      await succeed(`removing ${name}`, send('DELETE', prefix + name));
    },
  };
}

function textOf({ bytes }: S3Response): string {
  return Buffer.from(bytes).toString();
}

function tagIn(xml: string, tag: string): string | undefined {
  return new RegExp(`<${tag}>([^<]+)</${tag}>`).exec(xml)?.[1];
}
