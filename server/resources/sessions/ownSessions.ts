import type { FastifyInstance } from 'fastify';
import type { OwnSession } from '../../../contract/sessions/ownSession.ts';
import { routes } from '../../../contract/routes.ts';
import { validSession } from '../../auth/findSession.ts';
import { isoTimestamp } from '../../database/isoTimestamp.ts';
import { ApiError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import sqlTag from 'sql-template-tag';

/** The most that are listed; whoever has more can end all others at once. */
const MOST_LISTED = 100;

/** The routes by which people see where they are signed in, and sign out elsewhere. */
export function ownSessions(app: FastifyInstance): void {
  registerRoute(
    app,
    routes.listSessions,
    ({ sql, user, sessionId }) => sql<OwnSession>`
      select id, device, id = ${sessionId} as current,
        ${isoTimestamp(sqlTag`created_at`)} as signed_in_at, ${isoTimestamp(sqlTag`last_used_at`)} as last_used_at
      from sessions where user_id = ${user.id} and ${validSession}
      order by id = ${sessionId} desc, sessions.last_used_at desc, id limit ${MOST_LISTED}`,
  );

  registerRoute(app, routes.endSession, async ({ sql, user, sessionId, params }) => {
    // PostgreSQL takes an id in capitals for the same.
    if (params.id.toLowerCase() === sessionId) {
      throw new ApiError(409, 'This is the session that you are using. Log out to end it.');
    }
    const [ended] = await sql`
      delete from sessions where id = ${params.id} and user_id = ${user.id} and ${validSession} returning id`;
    if (!ended) throw new ApiError(404, 'There is no such session. It may have ended meanwhile.');
    return { message: 'That device is signed out.' };
  });

  registerRoute(app, routes.endOtherSessions, async ({ sql, user, sessionId }) => {
    await sql`delete from sessions where user_id = ${user.id} and id <> ${sessionId}`;
    return { message: 'You are signed out everywhere else.' };
  });
}
