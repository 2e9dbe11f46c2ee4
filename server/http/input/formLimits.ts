import { MAX_SHEET_BYTES, MAX_SHEET_FILES, MAX_SHEET_SIZE } from '../../../contract/imports/imports.ts';
import { MAX_PHOTO_BYTES, MAX_PHOTO_SIZE, MAX_PHOTOS } from '../../../contract/maintenance/maintenance.ts';
import type { FilesOfForm } from '../../../contract/http/route.ts';
import { MAX_PHOTO_PART_BYTES } from '../../../contract/photos/photoUpload.ts';

// What a form may have at most, by what its files are.

export const MAX_FIELDS = 20;
export const MAX_FIELD_BYTES = 64 * 1024;
/** The size of a part at which reading stops. A smaller photo over the limit is refused with its name later. */
export const MAX_PART_BYTES = 2 * MAX_PHOTO_BYTES;

export interface FileLimits {
  one: 'photo' | 'file' | 'part';
  several: 'photos' | 'files' | 'parts';
  most: number;
  /** Of one file, as the sender is told, and in bytes. */
  size: string;
  fileBytes: number;
  /** Of all files and fields together. */
  formBytes: number;
}

export const LIMITS: Record<FilesOfForm, FileLimits> = {
  photos: {
    one: 'photo',
    several: 'photos',
    most: MAX_PHOTOS,
    size: MAX_PHOTO_SIZE,
    // Of a smaller one, decoding it tells.
    fileBytes: MAX_PART_BYTES,
    formBytes: MAX_PHOTOS * MAX_PHOTO_BYTES + MAX_FIELDS * MAX_FIELD_BYTES,
  },
  sheets: {
    one: 'file',
    several: 'files',
    most: MAX_SHEET_FILES,
    size: MAX_SHEET_SIZE,
    fileBytes: MAX_SHEET_BYTES,
    formBytes: MAX_SHEET_FILES * MAX_SHEET_BYTES + MAX_FIELDS * MAX_FIELD_BYTES,
  },
  part: {
    one: 'part',
    several: 'parts',
    most: 1,
    size: `${MAX_PHOTO_PART_BYTES / 1024} KiB`,
    fileBytes: MAX_PHOTO_PART_BYTES,
    formBytes: MAX_PHOTO_PART_BYTES + MAX_FIELDS * MAX_FIELD_BYTES,
  },
};
