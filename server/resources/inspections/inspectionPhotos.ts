import sqlTag from 'sql-template-tag';
import { InspectionParams } from '../../../contract/inspections/inspection.ts';
import { photosByManagement } from '../../photos/namedPhotos.ts';

/** The photos of an inspection's items. */
export const inspectionPhotos = photosByManagement(
  (id) =>
    InspectionParams.safeParse({ id }).success
      ? sqlTag`select 1 from inspections where id = ${id}::uuid`
      : undefined,
  'There is no such inspection.',
);
