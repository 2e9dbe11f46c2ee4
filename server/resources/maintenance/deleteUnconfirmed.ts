import { UNCONFIRMED_DAYS, unconfirmedRequest, unconfirmedRow } from '../../auth/newcomers.ts';
import type { Context } from '../../context.ts';
import { deleteAbandonedUploads } from '../../photos/pendingUploads.ts';
import { forgetRequest } from './notifyOfRequest.ts';

const BATCH_SIZE = 100;

/**
 * Deletes the requests of people who registered themselves and whom management has not confirmed in time, with their photos and
 * what was told of them. One that management completed or wrote in stays, since it is a record of work.
 */
export async function deleteUnconfirmedRequests(context: Context, stopping: AbortSignal): Promise<void> {
  const { database } = context;
  for (let deleted = BATCH_SIZE; deleted === BATCH_SIZE && !stopping.aborted;) {
    deleted = await database.transaction(async (sql) => {
      // The people are locked too, so that nobody is confirmed meanwhile.
      const requests = await sql<{ id: number }>`
        select request.id from maintenance_requests as request join users on users.id = request.user_id
        where request.received_at < now() - make_interval(days => ${UNCONFIRMED_DAYS})
          and ${unconfirmedRequest} and ${unconfirmedRow}
        order by request.id limit ${BATCH_SIZE} for update of request, users skip locked`;
      const ids = requests.map(({ id }) => id);
      await sql`delete from photos where maintenance_request_id = any(${ids}::int[])`;
      await sql`delete from maintenance_requests where id = any(${ids}::int[])`;
      for (const id of ids) await forgetRequest(sql, id);
      return ids.length;
    });
  }
  await deleteAbandonedUploads(context);
}
