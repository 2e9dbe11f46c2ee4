import type { OutboxItem, StoredPhoto } from './database.ts';
import { effects } from '../subjects/effects.ts';

/** A change with photos is done only when the answer names the digest of each. */
export function unconfirmed(answer: unknown, item: OutboxItem): StoredPhoto[] {
  const { photos = [] } = answer as { photos?: { sha256: string }[] };
  return item.photos.filter((photo) => !photos.some(({ sha256 }) => sha256 === photo.sha256));
}

/** The text has arrived and photos have not: what is left of the item adds them, once the person has looked. */
export function missingPhotos(item: OutboxItem, answer: unknown, photos: StoredPhoto[]): OutboxItem {
  const message = 'The server did not confirm every photo. Try again to send what is missing.';
  const left: OutboxItem = {
    ...item,
    input: {
      ...item.input,
      body: { ...(item.input.body as object), keep_sha256: item.photos.map(({ sha256 }) => sha256) },
    },
    id: crypto.randomUUID(),
    route: 'updateMaintenance',
    photos,
    mayHaveArrived: false,
    attempts: 0,
    refusal: { status: 0, failure: { message, error: message, code: 'photos_unconfirmed' } },
  };
  effects[item.route].lead?.(left, answer);
  return left;
}
