import { ApiError } from '../../http/apiError.ts';
import { residentSeesEvent } from '../../auth/visibleRecords.ts';
import sqlTag, { empty } from 'sql-template-tag';
import type { NamedPhotoKind } from '../../photos/namedPhotos.ts';
import { visibleTo } from './openRequest.ts';

/** The photos of what somebody said or did about a request: they are seen by who sees the event, and sent by who wrote it. */
export const eventPhotos: NamedPhotoKind = {
  async requireOwn(sql, user, id, { lock }) {
    const sees = user.is_manager ? sqlTag`true` : residentSeesEvent(user);
    const [event] = await sql<{ own: boolean }>`
      select event.author_id is not distinct from ${user.id} as own
      from maintenance_events as event join maintenance_requests as request on request.id = event.maintenance_request_id
      where event.id = ${idOf(id)} and request.cancelled_at is null and ${visibleTo(user)} and ${sees}
      ${lock ? sqlTag`for update of event` : empty}`;
    if (!event) throw new ApiError(404, 'This reply is not there any more.');
    if (!event.own) throw new ApiError(403, 'Only who wrote this can add photos to it.');
  },
  async isShown(sql, id) {
    const [shown] = await sql`
      select 1 from maintenance_events as event join maintenance_requests as request on request.id = event.maintenance_request_id
      where event.id = ${idOf(id)} and request.cancelled_at is null`;
    return shown !== undefined;
  },
};

/** None has the id 0, as none has a UUID. */
function idOf(id: string): number {
  return /^\d+$/.test(id) ? Number(id) : 0;
}
