import sqlTag, { empty } from 'sql-template-tag';
import { InspectionParams } from '../../../contract/inspections/inspection.ts';
import { ApiError } from '../../http/apiError.ts';
import type { NamedPhotoKind } from '../../photos/namedPhotos.ts';

/** The photos of an inspection's items: management takes them, who sees the inspection sees them. */
export const inspectionPhotos: NamedPhotoKind = {
  async requireOwn(sql, user, id, { lock }) {
    const isId = InspectionParams.safeParse({ id }).success;
    const found =
      user.is_manager && isId
        ? await sql`select 1 from inspections where id = ${id}::uuid ${lock ? sqlTag`for update` : empty}`
        : [];
    if (found.length === 0) throw new ApiError(404, 'There is no such inspection.');
  },
  isShown: () => Promise.resolve(true),
};
