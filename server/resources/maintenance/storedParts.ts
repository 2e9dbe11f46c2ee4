import { MIN_PHOTO_PART_BYTES } from '../../../contract/photos/photoUpload.ts';
import type { User } from '../../../contract/users/user.ts';
import type { Context } from '../../context.ts';
import type { Database, Sql } from '../../database/database.ts';
import { ApiError } from '../../http/apiError.ts';
import { beginUpload } from '../../http/input/concurrentUploads.ts';
import { receivedFile } from '../../http/input/receivedFile.ts';
import { PhotoRejected } from '../../photos/photoRejected.ts';
import { storePhotos, type StoredPhoto } from '../../photos/uploads.ts';

/** A photo that somebody sends for a request, by its digest. */
export interface PhotoOfRequest {
  /** The request's. */
  id: number;
  sha256: string;
  user: User;
}

/** What is here of a photo that is sent in parts. */
interface Upload {
  id: string;
  filename: string;
  bytes: number;
  received: number;
}

/** How long the parts of a photo are kept after the last one came, in days; those of strangers in hours. */
const UPLOAD_DAYS = 7;
const STRANGERS_UPLOAD_HOURS = 6;

/** Locks what this person has sent of a photo. */
export async function findUpload(
  sql: Sql,
  { id, sha256, user }: PhotoOfRequest,
): Promise<Upload | undefined> {
  const [upload] = await sql<Upload>`
    select id, filename, bytes, received from photo_uploads
    where maintenance_request_id = ${id} and sha256 = ${sha256} and user_id = ${user.id} for update`;
  return upload;
}

export function uploadGone(): ApiError {
  return new ApiError(404, 'Nothing of this photo is here. Please send it again.', { code: 'upload_gone' });
}

/**
 * Stores the next part of a photo, and returns where the one after it begins.
 * @throws {ApiError} 404 `upload_gone`, 409 `wrong_place` for one that begins elsewhere, 400 for one that is too small, empty or too long
 */
export async function appendPart(
  sql: Sql,
  photo: PhotoOfRequest,
  { from, bytes }: { from: number; bytes: Buffer },
): Promise<number> {
  const upload = await findUpload(sql, photo);
  if (!upload) throw uploadGone();
  if (from !== upload.received) {
    const message = 'This part of the photo does not begin where the others end.';
    const detail = { received: upload.received, attached: false };
    throw new ApiError(409, message, { code: 'wrong_place', detail });
  }
  if (bytes.length === 0) throw new ApiError(400, 'This part is empty.');
  const received = from + bytes.length;
  if (received > upload.bytes) throw new ApiError(400, 'This part is longer than the photo.');
  if (bytes.length < MIN_PHOTO_PART_BYTES && received < upload.bytes)
    throw new ApiError(400, 'This part is too small.');
  await sql`insert into photo_upload_parts (upload_id, starts_at, bytes) values (${upload.id}, ${from}, ${bytes})`;
  await sql`update photo_uploads set received = ${received}, changed_at = now() where id = ${upload.id}`;
  return received;
}

/**
 * Puts a photo together from its parts, decodes and stores it, before the transaction that adds it to its request.
 * @param refused what is done about one that is refused for good
 * @throws {ApiError} 404 `upload_gone`, 408 where the parts are not the photo
 * @throws {PhotoRejected} as `storePhotos` does
 */
export async function receivedPhoto(
  context: Context,
  photo: PhotoOfRequest,
  { refused }: { refused: () => Promise<void> },
): Promise<StoredPhoto> {
  const { database } = context;
  const upload = await findUpload(database.sql, photo);
  if (!upload) throw uploadGone();
  if (upload.received < upload.bytes) throw notWhole();
  // As long as it is decoded its bytes are in memory, as those of a form are.
  const memory = beginUpload(photo.user);
  try {
    if (memory.refusal) throw memory.refusal;
    // The parts and what they make are there at once.
    memory.receive(2 * upload.bytes);
    const file = receivedFile(upload.filename, await readParts(database.sql, upload));
    if (file.sha256 !== photo.sha256) {
      await database.sql`delete from photo_uploads where id = ${upload.id}`;
      throw notWhole();
    }
    const [stored] = await storePhotos(context, [file], photo.user, { counted: true });
    if (!stored) throw new Error('The photo was not stored.');
    return stored;
  } catch (error) {
    if (error instanceof PhotoRejected) await refused();
    throw error;
  } finally {
    memory.end();
  }
}

/** It can be sent again. */
function notWhole(): ApiError {
  return new ApiError(408, 'This photo did not arrive whole.');
}

async function readParts(sql: Sql, { id }: Upload): Promise<Buffer> {
  const parts = await sql<{ bytes: Buffer }>`
    select bytes from photo_upload_parts where upload_id = ${id} order by starts_at`;
  return Buffer.concat(parts.map(({ bytes }) => bytes));
}

/**
 * Deletes what was sent of photos that did not arrive within a week, and waits for them no longer. A phone that comes back later
 * sends them again.
 */
export async function deleteOldPhotoUploads({ sql }: Database): Promise<void> {
  await sql`
    delete from photo_uploads where changed_at < now() - make_interval(days => ${UPLOAD_DAYS})
      or by_newcomer and changed_at < now() - make_interval(hours => ${STRANGERS_UPLOAD_HOURS})`;
  await sql`
    update maintenance_requests as request set awaited_photos = '{}'
    where awaited_photos <> '{}' and updated_at < now() - make_interval(days => ${UPLOAD_DAYS})
      and not exists (select from photo_uploads where maintenance_request_id = request.id)`;
}
