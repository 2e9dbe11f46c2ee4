import { randomUUID } from 'node:crypto';
import type { PhotoUpload } from '../../contract/photos/photoUpload.ts';
import type { User } from '../../contract/users/user.ts';
import { photoQuota } from '../auth/limits/limits.ts';
import { spendQuota, tooManyRequests } from '../auth/limits/rateLimits.ts';
import { countUnconfirmedPhotos } from '../auth/newcomers.ts';
import type { Context } from '../context.ts';
import type { Sql } from '../database/database.ts';
import { ApiError } from '../http/apiError.ts';
import type { ReceivedFile } from '../http/input/receivedFile.ts';
import { confirmUploads } from './pendingUploads.ts';
import { safeFilename } from './photoRejected.ts';
import {
  appendPart,
  findUpload,
  receivedPhoto,
  uploadGone,
  uploadsOf,
  type SentPhoto,
} from './storedParts.ts';
import { discardPhotos, type StoredPhoto } from './uploads.ts';

// A photo is sent in parts by three calls, for any kind of record. They spend no quota of changes: a photo counts once, when it
// begins.

/** Where a photo of a record stands. */
export interface PhotoStanding {
  /** Whether the record waits for it. */
  awaited: boolean;
  /** Whether the record has it. */
  attached: boolean;
  /** Whether the record had it, and it was taken off. */
  removed: boolean;
}

/** What one kind of record decides about its photos. */
export interface PhotoPolicy {
  /**
   * Locks the record until the transaction ends, unless it is told not to.
   * @throws {ApiError} where this user may not send this photo
   */
  standing(sql: Sql, photo: SentPhoto, options?: { lock?: boolean }): Promise<PhotoStanding>;
  /**
   * Waits for a photo that somebody begins to send.
   * @throws {ApiError} where the record takes no more
   */
  awaitPhoto(sql: Sql, photo: SentPhoto): Promise<void>;
  /** Adds a photo that arrived. */
  attach(sql: Sql, photo: SentPhoto, stored: StoredPhoto): Promise<void>;
  /** Waits no longer for a photo that was refused. */
  forget(sql: Sql, photo: SentPhoto): Promise<void>;
}

/** Begins to send a photo, or tells how much of it is here. */
export async function beginPhoto(
  { configuration }: Context,
  sql: Sql,
  {
    policy,
    photo,
    file,
  }: { policy: PhotoPolicy; photo: SentPhoto; file: { filename: string; bytes: number } },
): Promise<PhotoUpload> {
  const { awaited, attached, removed } = await policy.standing(sql, photo);
  // One that was taken off comes back only where somebody adds it again.
  if (attached || (removed && !awaited)) return { received: 0, attached: true };
  const upload = await findUpload(sql, photo);
  if (!awaited) await policy.awaitPhoto(sql, photo);
  if (upload) return { received: upload.received, attached: false };
  const { kind, id, sha256, user } = photo;
  await spendQuota(sql, user, photoQuota(configuration, user, 1));
  const byNewcomer = await countUnconfirmedPhotos(sql, user, 1);
  await refuseUnfinished(sql, user, byNewcomer);
  const isOfRequest = kind === 'request';
  await sql`
    insert into photo_uploads (id, maintenance_request_id, record_kind, record_id, user_id, sha256, filename, bytes, by_newcomer)
    values (${randomUUID()}, ${isOfRequest ? Number(id) : null}::integer, ${isOfRequest ? null : kind},
      ${isOfRequest ? null : id}, ${user.id}, ${sha256}, ${safeFilename(file.filename)}, ${file.bytes}, ${byNewcomer})`;
  return { received: 0, attached: false };
}

/** Stores the next part of a photo. */
export async function appendToPhoto(
  sql: Sql,
  { policy, photo, part, from }: { policy: PhotoPolicy; photo: SentPhoto; part?: ReceivedFile; from: number },
): Promise<PhotoUpload> {
  await policy.standing(sql, photo, { lock: false });
  if (!part) throw new ApiError(400, 'This call takes a part of a photo.');
  return { received: await appendPart(sql, photo, { from, bytes: part.bytes }), attached: false };
}

/** Decodes and stores a photo that is here whole, before the transaction that attaches it; undefined where its record has it. */
export async function preparePhoto(
  context: Context,
  policy: PhotoPolicy,
  photo: SentPhoto,
): Promise<StoredPhoto | undefined> {
  const { database } = context;
  if ((await policy.standing(database.sql, photo, { lock: false })).attached) return undefined;
  return receivedPhoto(context, photo, {
    refused: () =>
      database.transaction(async (sql) => {
        await sql`
          delete from photo_uploads
          where ${uploadsOf(photo)} and sha256 = ${photo.sha256} and user_id = ${photo.user.id}`;
        await policy.forget(sql, photo);
      }),
  });
}

/** Deletes a prepared photo that was not attached. */
export async function discardPrepared(context: Context, stored: StoredPhoto | undefined): Promise<void> {
  if (stored) await discardPhotos(context, [stored.id]);
}

interface Prepared {
  policy: PhotoPolicy;
  photo: SentPhoto;
  stored: StoredPhoto | undefined;
  afterCommit: (work: () => Promise<void>) => void;
}

/** Adds a prepared photo to its record, once. */
export async function attachPhoto(
  context: Context,
  sql: Sql,
  { policy, photo, stored, afterCommit }: Prepared,
): Promise<void> {
  const { awaited, attached } = await policy.standing(sql, photo);
  if (attached) {
    // Two asked at once.
    afterCommit(() => discardPrepared(context, stored));
    return;
  }
  // While it was decoded an edit may have dropped it.
  if (!stored || !awaited || !(await findUpload(sql, photo))) throw uploadGone();
  await confirmUploads(sql, [stored.id]);
  await policy.attach(sql, photo, stored);
  await sql`delete from photo_uploads where ${uploadsOf(photo)} and sha256 = ${photo.sha256}`;
}

/**
 * Photos whose upload was started and not finished, of one person and of all strangers together: their parts are as large as they were
 * sent. A phone sends one after the other.
 */
const MAX_UNFINISHED = 20;
/** Few, so that no two of them keep all others from sending photos. */
const MAX_UNFINISHED_OF_STRANGER = 4;
const MAX_UNFINISHED_OF_STRANGERS = 40;

/** @throws {ApiError} 429 with Retry-After */
async function refuseUnfinished(sql: Sql, user: User, byStranger: boolean): Promise<void> {
  const [unfinished] = await sql<{ own: number; strangers: number }>`
    select (select count(*) from photo_uploads where user_id = ${user.id}) as own,
      (select count(*) from photo_uploads where by_newcomer) as strangers`;
  const { own = 0, strangers = 0 } = unfinished ?? {};
  const most = byStranger ? MAX_UNFINISHED_OF_STRANGER : MAX_UNFINISHED;
  if (own < most && (!byStranger || strangers < MAX_UNFINISHED_OF_STRANGERS)) return;
  throw tooManyRequests('Many uploads of photos were started and not finished.', 60 * 60);
}
