import type { User } from '../../contract/users/user.ts';
import { countUnconfirmedPhotos } from '../auth/newcomers.ts';
import type { Database, Sql } from '../database/database.ts';
import type { Context } from '../context.ts';
import { fullName, thumbnailName } from './names.ts';

/**
 * A pending upload is a row of `announced_photos`: a photo whose files are being stored and whose row in `photos` is not
 * committed yet. A request is received within ten minutes and its photos processed in less, so after this many minutes a
 * pending upload counts as abandoned.
 */
const ABANDONED_AFTER_MINUTES = 60;
const BATCH_SIZE = 100;

/**
 * Records photos' ids before their files are stored.
 * @throws {ApiError} 429 where all people who are not confirmed have too many photos here together
 */
export async function addPendingUploads(
  database: Database,
  ids: readonly string[],
  user?: User,
): Promise<void> {
  await database.transaction(async (sql) => {
    const byNewcomer = await countUnconfirmedPhotos(sql, user, ids.length);
    await sql`insert into announced_photos (id, by_newcomer) select unnest(${ids}::uuid[]), ${byNewcomer}`;
  });
}

/**
 * Removes photos from the pending uploads, in the transaction that inserts their rows.
 * @throws {Error} where one is marked for deletion already: the request must be sent again
 */
export async function confirmUploads(sql: Sql, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const confirmed = await sql`
    delete from announced_photos where id = any(${ids}::uuid[]) and not condemned returning id`;
  if (confirmed.length < ids.length)
    throw new Error('Photos of this request were deleted before it was stored.');
}

/** Deletes photos' files and then their pending uploads: in this order, so that no file is forgotten. */
export async function deleteUploads({ photos, database }: Context, ids: readonly string[]): Promise<void> {
  await Promise.all(ids.flatMap((id) => [photos.remove(fullName(id)), photos.remove(thumbnailName(id))]));
  await database.sql`delete from announced_photos where id = any(${ids}::uuid[])`;
}

/**
 * Deletes abandoned uploads. They are marked for deletion (`condemned`) first, after which they cannot be confirmed; what
 * a process leaves undone as it dies is done by the next call.
 */
export async function deleteAbandonedUploads(context: Context): Promise<void> {
  const { sql } = context.database;
  await sql`
    update announced_photos set condemned = true
    where at < now() - make_interval(mins => ${ABANDONED_AFTER_MINUTES})
      and not exists (select 1 from photos where photos.id = announced_photos.id)`;
  for (;;) {
    const marked = await sql<{ id: string }>`
      select id from announced_photos where condemned limit ${BATCH_SIZE}`;
    if (marked.length === 0) return;
    await deleteUploads(
      context,
      marked.map(({ id }) => id),
    );
  }
}
