import type { FastifyInstance } from 'fastify';
import { TAKEN_DAYS, TODAY_KINDS, type TodayKind } from '../../../contract/today/today.ts';
import { dayIn } from '../../../contract/values/timeZone.ts';
import { routes } from '../../../contract/routes.ts';
import { ApiError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { groupOf, type Waiting } from './groups.ts';
import { endingLeases, rentToPost, sentReadings, unreadMeters, vacantHomes } from './ofHomes.ts';
import { depositsToReturn, failedPayments, late, pausedAutopay, returnedPayments } from './ofMoney.ts';
import {
  claims,
  emergencies,
  expiredInvitations,
  newcomers,
  openRequests,
  suggestions,
  unseenRequests,
  waitingMessages,
} from './ofPeople.ts';
import { bouncedInvitations, failedJobs, oldBackups, undelivered } from './ofServer.ts';

/** What waits, by kind: each is defined once. */
const WAITING: Readonly<Record<TodayKind, Waiting>> = {
  emergency: emergencies,
  failed_payment: failedPayments,
  returned_payment: returnedPayments,
  paused_autopay: pausedAutopay,
  failed_job: failedJobs,
  old_backup: oldBackups,
  undelivered,
  claim: claims,
  newcomer: newcomers,
  suggestion: suggestions,
  sent_reading: sentReadings,
  unseen_request: unseenRequests,
  message: waitingMessages,
  bounced_invitation: bouncedInvitations,
  expired_invitation: expiredInvitations,
  late,
  deposit: depositsToReturn,
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
    const makesBackups = context.configuration.BACKUP_S3_ENDPOINT !== undefined;
    const asked = { zone, day: dayIn(zone, new Date()), userId: user.id, makesBackups };
    const groups = await Promise.all(TODAY_KINDS.map((kind) => groupOf(sql, kind, WAITING[kind], asked)));
    return {
      groups: groups
        .filter(({ rows }) => rows.length > 0)
        .map(({ kind, total, rows }) => ({ kind, total, rows })),
      hidden: groups.reduce((sum, { hidden }) => sum + hidden, 0),
    };
  });

  registerRoute(app, routes.showToday, async ({ sql, user }) => {
    await sql`delete from today_snoozes where user_id = ${user.id}`;
    return { message: 'Everything is shown again.' };
  });

  registerRoute(app, routes.snoozeToday, async ({ sql, user, params, body }) => {
    if (body.until === null) {
      await sql`delete from today_snoozes where user_id = ${user.id} and row_id = ${params.row}`;
      return { message: 'It is shown again.' };
    }
    await sql`delete from today_snoozes where user_id = ${user.id} and until < current_date - 7`;
    await sql`
      insert into today_snoozes (user_id, row_id, until) values (${user.id}, ${params.row}, ${body.until}::date)
      on conflict (user_id, row_id) do update set until = excluded.until, snoozed_at = excluded.snoozed_at`;
    return { message: 'It is hidden until that day.' };
  });

  registerRoute(app, routes.takeToday, async ({ sql, user, params, body }) => {
    if (!body.taken) {
      await sql`delete from today_taken where row_id = ${params.row} and user_id = ${user.id}`;
      return { message: 'It is free for others.' };
    }
    const [taken] = await sql<{ user_id: number }>`
      insert into today_taken (row_id, user_id) values (${params.row}, ${user.id})
      on conflict (row_id) do update set user_id = excluded.user_id, taken_at = excluded.taken_at
      where today_taken.user_id in (excluded.user_id, ${body.over ?? null}::integer)
        or today_taken.taken_at < now() - make_interval(days => ${TAKEN_DAYS})
        or not exists (select from users where users.id = today_taken.user_id and users.is_manager and users.is_current_user)
      returning user_id`;
    if (!taken) throw new ApiError(409, 'Another manager has taken this.', { code: 'already_taken' });
    return { message: 'It is yours.' };
  });
}
