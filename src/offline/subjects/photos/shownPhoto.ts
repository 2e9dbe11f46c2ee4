import type { NamedPhoto } from '../../../../contract/photos/recordPhotos.ts';
import type { OutboxItem } from '../../engine/database.ts';
import type { StoredPhoto } from '../../engine/storedRecords.ts';

/** A photo of a record: on the server, or unsent on this device. */
export type ShownPhoto = { sent: NamedPhoto } | { stored: StoredPhoto };

/** Adds photos of this device, each once by its digest. */
export function withStored(photos: readonly ShownPhoto[], added: readonly StoredPhoto[]): ShownPhoto[] {
  const shown = new Set(photos.map((photo) => ('sent' in photo ? photo.sent : photo.stored).sha256));
  return [...photos, ...added.filter(({ sha256 }) => !shown.has(sha256)).map((stored) => ({ stored }))];
}

/** Such as "3 of 10 photos". */
export function photosOf(some: number, all: number): string {
  return `${some} of ${all} ${all === 1 ? 'photo' : 'photos'}`;
}

/** How many photos of a record were sent that are sent one after the other; undefined for any other change. */
export function photosSentWords({ route, photos, photosAtFirst }: OutboxItem): string | undefined {
  if (route !== 'attachPhoto' && route !== 'attachRecordPhoto') return undefined;
  const all = Math.max(photosAtFirst ?? 0, photos.length);
  return `${photosOf(all - photos.length, all)} sent`;
}
