import type { User } from '../../../contract/users/user.ts';
import type { Sql } from '../../database/database.ts';
import type { StoredPhoto } from '../../photos/uploads.ts';

/** The digests of the photos that a request shows, and the position of its next one. */
export async function shownPhotos(sql: Sql, id: number): Promise<{ digests: string[]; next: number }> {
  const [photos] = await sql<{ digests: string[]; next: number }>`
    select coalesce(array_agg(sha256) filter (where removed_at is null), '{}') as digests,
      coalesce(max(position) + 1, 0) as next
    from photos where maintenance_request_id = ${id}`;
  return photos ?? { digests: [], next: 0 };
}

/** Of photos that are sent after their request: those that it does not have, each once. */
export function awaitedPhotos(following: readonly string[], shown: readonly string[]): string[] {
  return [...new Set(following)].filter((digest) => !shown.includes(digest));
}

/** Takes off photos that somebody does not send any more, and deletes what they sent of them. */
export async function dropPhotos(
  sql: Sql,
  { id, user, digests }: { id: number; user: User; digests: readonly string[] },
): Promise<void> {
  if (digests.length === 0) return;
  await sql`
    update photos set removed_at = now()
    where maintenance_request_id = ${id} and removed_at is null and sha256 = any(${digests}::text[])`;
  await sql`
    delete from photo_uploads
    where maintenance_request_id = ${id} and user_id = ${user.id} and sha256 = any(${digests}::text[])`;
}

/** Inserts the rows of stored photos, in order from the position `first` on. */
export async function addPhotos(
  sql: Sql,
  id: number,
  photos: readonly StoredPhoto[],
  first: number,
): Promise<void> {
  if (photos.length === 0) return;
  const rows = photos.map((photo, index) => ({ ...photo, position: first + index }));
  await sql`
    insert into photos (id, maintenance_request_id, position, sha256, filename, width, height)
    select id, ${id}::int, position, sha256, filename, width, height
    from jsonb_to_recordset(${rows}::jsonb)
      as photo(id uuid, position int, sha256 text, filename text, width int, height int)`;
}
