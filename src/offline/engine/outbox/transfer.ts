import type { PhotoUpload } from '../../../../contract/photos/photoUpload.ts';
import { MAX_PHOTO_PART_BYTES, MIN_PHOTO_PART_BYTES } from '../../../../contract/photos/photoUpload.ts';
import type { UntypedInput, UploadFile } from '../../../../contract/http/route.ts';
import { ApiError, RefusedByProxy } from '../../../api/call.ts';
import { withDatabase, type OutboxItem } from '../database.ts';
import type { Transfer, UploadRoute } from '../policies.ts';
import { intact } from '../storage/bytes.ts';
import type { StoredPhoto } from '../storedRecords.ts';
import { forgetPhoto, setAside, UNCONFIRMED, UNREADABLE } from './photosLeft.ts';

// Photos are sent after the change that they belong to, each by itself and in parts, so that a cut costs no more than one part.

/** In milliseconds: how long a part may take. The smallest one arrives in it at a few hundred bytes a second. */
const PART_PATIENCE = 60_000;
/** In milliseconds: how long one should take. The longer, the more a cut costs; the shorter, the more the waits for answers do. */
const PART_TIME = 2000;
/** In bytes: while the line is not known. */
const FIRST_PART = 2 * MIN_PHOTO_PART_BYTES;
/** How often a photo is started again that the server has lost, before it is left for later. */
const BEGINNINGS = 3;

/** Makes a call as the item's user. */
export type SendPart = (
  route: UploadRoute,
  input: UntypedInput,
  options: { files?: readonly UploadFile[]; patience?: number },
) => Promise<PhotoUpload>;

interface Sending {
  item: OutboxItem;
  transfer: Transfer;
  send: SendPart;
  /** Adds a photo that arrived whole to its record. Returns whether the answer has it. */
  attach: (photo: StoredPhoto) => Promise<boolean>;
  /** Called when a part arrived. */
  onProgress: () => void;
}

/**
 * Sends an item's photos one after the other, until something else was queued, which goes first. Returns whether all are sent.
 * @throws {ApiError} where the record takes no photo, or the server is busy or failed
 */
export async function sendPhotos(sending: Sending): Promise<boolean> {
  const line = { size: FIRST_PART };
  let newest = await newestItem();
  const isInterrupted = async () => (await newestItem()) !== newest || !(await isThere(sending.item));
  for (;;) {
    // Read again each time, since a photo may have been taken out meanwhile.
    const photo = (await withDatabase((db) => db.outbox.get(sending.item.seq)))?.photos[0];
    if (!photo) return true;
    if (await isInterrupted()) return false;
    if (!(await intact([photo]))) await setAside(sending.item, photo, UNREADABLE);
    else {
      try {
        if (!(await sendPhoto(sending, photo, { line, isInterrupted }))) return false;
      } catch (error) {
        if (!(error instanceof ApiError) || !isAboutPhoto(error)) throw error;
        await setAside(sending.item, photo, { status: error.status, failure: error.failure });
      }
    }
    newest = await newestItem();
  }
}

async function sendPhoto(
  sending: Sending,
  photo: StoredPhoto,
  { line, isInterrupted }: { line: { size: number }; isInterrupted: () => Promise<boolean> },
): Promise<boolean> {
  const { item, transfer, send } = sending;
  const input = { ...item.input, params: { ...(item.input.params ?? {}), sha256: photo.sha256 } };
  const size = photo.bytes.byteLength;
  for (let beginning = 1; ; beginning += 1) {
    try {
      const body = { filename: photo.name || 'photo', bytes: size };
      let { received, attached } = await send(transfer.begin, { ...input, body }, {});
      while (!attached && received < size) {
        if (await isInterrupted()) return false;
        ({ received, attached } = await sendPart(sending, photo, { input, received, line }));
      }
      if (attached) await forgetPhoto(item, photo);
      else if (!(await sending.attach(photo))) await setAside(item, photo, UNCONFIRMED);
      return true;
    } catch (error) {
      if (beginning === BEGINNINGS || !(error instanceof ApiError) || error.failure.code !== 'upload_gone')
        throw error;
    }
  }
}

async function sendPart(
  { transfer, send, onProgress }: Sending,
  photo: StoredPhoto,
  { input, received, line }: { input: UntypedInput; received: number; line: { size: number } },
): Promise<PhotoUpload> {
  const left = photo.bytes.byteLength - received;
  // What is left is not smaller than the server takes.
  const size = left - line.size < MIN_PHOTO_PART_BYTES ? Math.min(left, MAX_PHOTO_PART_BYTES) : line.size;
  const part = { name: 'part', type: 'application/octet-stream' };
  const bytes = photo.bytes.slice(received, received + size);
  const began = performance.now();
  try {
    const answer = await send(
      transfer.append,
      { ...input, query: { from: received }, body: {} },
      { files: [{ ...part, bytes }], patience: PART_PATIENCE },
    );
    onProgress();
    const fitting = (size * PART_TIME) / Math.max(1, performance.now() - began);
    line.size = within(Math.min(fitting, 4 * line.size));
    return answer;
  } catch (error) {
    // The answer to an earlier part was lost, or another tab sent it.
    if (error instanceof ApiError && error.failure.code === 'wrong_place')
      return error.failure.detail as PhotoUpload;
    // A proxy may take no forms as large as that.
    if (!(error instanceof RefusedByProxy) || size <= MIN_PHOTO_PART_BYTES) throw error;
    line.size = within(size / 4);
    return { received, attached: false };
  }
}

function within(size: number): number {
  return Math.round(Math.min(MAX_PHOTO_PART_BYTES, Math.max(MIN_PHOTO_PART_BYTES, size)));
}

/** Whether a refusal is about this photo alone, so that the others are sent. */
function isAboutPhoto({ status }: ApiError): boolean {
  return status === 400 || status === 413 || status === 415;
}

/** By its key, since an item's photos may be large. */
async function newestItem(): Promise<unknown> {
  return withDatabase(async (db) => (await db.outbox.orderBy('seq').reverse().limit(1).primaryKeys())[0]);
}

async function isThere({ id }: OutboxItem): Promise<boolean> {
  return withDatabase(async (db) => (await db.outbox.where({ id }).count()) > 0);
}
