import type { Sql } from '../database/database.ts';
import type { Context } from '../context.ts';
import { fullName, thumbnailName } from './names.ts';

/**
 * How long a photo may lie in the store without a row before it counts as left behind. A request is received within
 * ten minutes and its photos made in less.
 */
const PATIENCE_MINUTES = 60;
/** How many photos one look removes. */
const AT_ONCE = 100;

/** Writes photos' names down before their files are stored. */
export async function announcePhotos(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql`insert into announced_photos (id) select unnest(${ids}::uuid[])`;
}

/**
 * Strikes photos out in the transaction that gives them rows.
 * @throws {Error} where one was taken for left behind meanwhile: the request must be sent again
 */
export async function claimPhotos(sql: Sql, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const claimed = await sql`
    delete from announced_photos where id = any(${ids}::uuid[]) and not condemned returning id`;
  if (claimed.length < ids.length) throw new Error('Photos of this request were removed before it was made.');
}

/** Removes photos' files, then strikes them out: in this order, so that a file is never forgotten. */
export async function removeFiles({ photos, database }: Context, ids: readonly string[]): Promise<void> {
  await Promise.all(ids.flatMap((id) => [photos.remove(fullName(id)), photos.remove(thumbnailName(id))]));
  await database.sql`delete from announced_photos where id = any(${ids}::uuid[])`;
}

/**
 * Removes the files of photos that were announced long ago and never got a row. They are condemned first, after which
 * nobody can give them one; a process that dies over it leaves them to the next sweep.
 */
export async function sweepPhotos(context: Context): Promise<void> {
  const { sql } = context.database;
  await sql`
    update announced_photos set condemned = true
    where at < now() - make_interval(mins => ${PATIENCE_MINUTES})
      and not exists (select 1 from photos where photos.id = announced_photos.id)`;
  for (;;) {
    const condemned = await sql<{ id: string }>`
      select id from announced_photos where condemned limit ${AT_ONCE}`;
    if (condemned.length === 0) return;
    await removeFiles(
      context,
      condemned.map(({ id }) => id),
    );
  }
}
