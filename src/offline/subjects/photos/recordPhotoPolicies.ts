import type { PhotoRecordKind, RecordPhotos } from '../../../../contract/photos/recordPhotos.ts';
import { recordPhotoRoutes } from '../../../../contract/photos/recordPhotoRoutes.ts';
import type { DeviceTables } from '../../engine/database.ts';
import type { Policies } from '../../engine/policies.ts';
import { applyInspectionPhotos } from './inspectionPhotos.ts';
import { applyEventPhotos } from '../maintenance/requestEvents.ts';
import { applyDepositPhotos } from './depositPhotos.ts';
import { applyReadingPhotos } from './readingPhotos.ts';
import { applySentReadingPhotos } from './sentReadingPhotos.ts';
import type { RecordPhotosItem } from './recordPhotos.ts';

/** Writes the photos of a record to the cached reads that show it, by its kind. */
const APPLY: Readonly<
  Record<
    PhotoRecordKind,
    (db: DeviceTables, item: RecordPhotosItem, answer: RecordPhotos) => Promise<unknown>
  >
> = {
  event: applyEventPhotos,
  inspection: applyInspectionPhotos,
  reading: applyReadingPhotos,
  deposit: applyDepositPhotos,
  sent_reading: applySentReadingPhotos,
};

export const recordPhotoPolicies: Pick<Policies, 'attachRecordPhoto'> = {
  attachRecordPhoto: {
    applyResponse: (db, item, answer) => APPLY[item.input.params.kind](db, item, answer),
    transfer: {
      begin: recordPhotoRoutes.beginRecordPhoto,
      append: recordPhotoRoutes.appendToRecordPhoto,
      inAnswer: ({ photos }) => photos,
    },
  },
};
