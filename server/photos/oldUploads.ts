import type { Database } from '../database/database.ts';

/** How long the parts of a photo are kept after the last one came, in days; those of strangers in hours. */
const UPLOAD_DAYS = 7;
const STRANGERS_UPLOAD_HOURS = 6;

/**
 * Deletes what was sent of photos that did not arrive within a week, and waits for them no longer. A phone that comes back later
 * sends them again.
 */
export async function deleteOldPhotoUploads({ sql }: Database): Promise<void> {
  await sql`
    delete from photo_uploads where changed_at < now() - make_interval(days => ${UPLOAD_DAYS})
      or by_newcomer and changed_at < now() - make_interval(hours => ${STRANGERS_UPLOAD_HOURS})`;
  await sql`
    update maintenance_requests as request set awaited_photos = '{}'
    where awaited_photos <> '{}' and updated_at < now() - make_interval(days => ${UPLOAD_DAYS})
      and not exists (select from photo_uploads where maintenance_request_id = request.id)`;
  await sql`
    update named_photos as named set given_up_at = now()
    where photo_id is null and given_up_at is null and named_at < now() - make_interval(days => ${UPLOAD_DAYS})
      and not exists (
        select from photo_uploads as upload
        where upload.record_kind = named.record_kind and upload.record_id = named.record_id
          and upload.sha256 = named.sha256)`;
}
