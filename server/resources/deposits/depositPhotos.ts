import sqlTag from 'sql-template-tag';
import { numberOf, photosByManagement } from '../../photos/namedPhotos.ts';

/** The photos of a deposit's entries. */
export const depositPhotos = photosByManagement((id) => {
  const number = numberOf(id);
  return number === undefined ? undefined : sqlTag`select 1 from deposit_entries where id = ${number}`;
}, 'There is no such entry.');
