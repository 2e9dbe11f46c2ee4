import sqlTag, { empty } from 'sql-template-tag';
import { ApiError } from '../../http/apiError.ts';
import type { NamedPhotoKind } from '../../photos/namedPhotos.ts';

/** The photos of a deposit's entries: management takes them, and whoever sees the deposit sees them. */
export const depositPhotos: NamedPhotoKind = {
  async requireOwn(sql, user, id, { lock }) {
    const found =
      user.is_manager && /^\d{1,9}$/.test(id)
        ? await sql`select 1 from deposit_entries where id = ${Number(id)} ${lock ? sqlTag`for update` : empty}`
        : [];
    if (found.length === 0) throw new ApiError(404, 'There is no such entry.');
  },
  isShown: () => Promise.resolve(true),
};
