import sqlTag, { type Sql as Part } from 'sql-template-tag';
import { MIN_PHOTO_PART_BYTES } from '../../contract/photos/photoUpload.ts';
import type { PhotoRecordKind } from '../../contract/photos/recordPhotos.ts';
import type { User } from '../../contract/users/user.ts';
import type { Context } from '../context.ts';
import type { Sql } from '../database/database.ts';
import { ApiError } from '../http/apiError.ts';
import { beginUpload } from '../http/input/concurrentUploads.ts';
import { receivedFile } from '../http/input/receivedFile.ts';
import { PhotoRejected } from './photoRejected.ts';
import { storePhotos, type StoredPhoto } from './uploads.ts';

/** Whose photos they are: a maintenance request's, or a record's that names them. */
export interface PhotoRecord {
  kind: 'request' | PhotoRecordKind;
  /** As text, since it may be a UUID. */
  id: string;
}

/** A photo that somebody sends for a record, by its digest. */
export interface SentPhoto extends PhotoRecord {
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

/** Of a row of `photo_uploads`: whether it is of this record. */
export function uploadsOf({ kind, id }: PhotoRecord): Part {
  return kind === 'request'
    ? sqlTag`maintenance_request_id = ${Number(id)}::integer`
    : sqlTag`record_kind = ${kind} and record_id = ${id}`;
}

/** Locks what this person has sent of a photo. */
export async function findUpload(sql: Sql, photo: SentPhoto): Promise<Upload | undefined> {
  const [upload] = await sql<Upload>`
    select id, filename, bytes, received from photo_uploads
    where ${uploadsOf(photo)} and sha256 = ${photo.sha256} and user_id = ${photo.user.id} for update`;
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
  photo: SentPhoto,
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
 * Puts a photo together from its parts, decodes and stores it, before the transaction that adds it to its record.
 * @param refused what is done about one that is refused for good
 * @throws {ApiError} 404 `upload_gone`, 408 where the parts are not the photo
 * @throws {PhotoRejected} as `storePhotos` does
 */
export async function receivedPhoto(
  context: Context,
  photo: SentPhoto,
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
