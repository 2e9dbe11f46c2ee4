import type { FastifyInstance } from 'fastify';
import { TODAY_KINDS, type TodayKind } from '../../../contract/today/today.ts';
import { dayIn } from '../../../contract/values/timeZone.ts';
import { routes } from '../../../contract/routes.ts';
import { ApiError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { groupOf, type Waiting } from './groups.ts';
import { endingLeases, rentToPost, unreadMeters, vacantHomes } from './ofHomes.ts';
import { failedPayments, late, pausedAutopay } from './ofMoney.ts';
import { claims, expiredInvitations, newcomers, openRequests, suggestions } from './ofPeople.ts';

/** What waits, by kind: each is defined once. */
const WAITING: Readonly<Record<TodayKind, Waiting>> = {
  failed_payment: failedPayments,
  paused_autopay: pausedAutopay,
  claim: claims,
  newcomer: newcomers,
  suggestion: suggestions,
  expired_invitation: expiredInvitations,
  late,
  request: openRequests,
  ending_lease: endingLeases,
  vacant: vacantHomes,
  unread_meters: unreadMeters,
  rent_to_post: rentToPost,
};

/** The routes of what management has to do. */
export function today(app: FastifyInstance): void {
  const { context } = app;

  registerRoute(app, routes.readToday, async ({ sql, user }) => {
    const zone = context.zone.current();
    const asked = { zone, day: dayIn(zone, new Date()), userId: user.id };
    const groups = await Promise.all(TODAY_KINDS.map((kind) => groupOf(sql, kind, WAITING[kind], asked)));
    return groups.filter((group) => group !== undefined);
  });

  registerRoute(app, routes.snoozeToday, async ({ sql, user, params, body }) => {
    if (body.until === null) {
      await sql`delete from today_snoozes where user_id = ${user.id} and row_id = ${params.row}`;
      return { message: 'It is shown again.' };
    }
    await sql`
      insert into today_snoozes (user_id, row_id, until) values (${user.id}, ${params.row}, ${body.until}::date)
      on conflict (user_id, row_id) do update set until = excluded.until`;
    return { message: 'It is hidden until that day.' };
  });

  registerRoute(app, routes.takeToday, async ({ sql, user, params, body }) => {
    if (!body.taken) {
      await sql`delete from today_taken where row_id = ${params.row} and user_id = ${user.id}`;
      return { message: 'It is free for others.' };
    }
    const [taken] = await sql<{ user_id: number }>`
      insert into today_taken (row_id, user_id) values (${params.row}, ${user.id})
      on conflict (row_id) do update set taken_at = today_taken.taken_at returning user_id`;
    if (taken?.user_id !== user.id)
      throw new ApiError(409, 'Another manager has taken this.', { code: 'already_taken' });
    return { message: 'It is yours.' };
  });
}
