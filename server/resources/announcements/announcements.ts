import type { FastifyInstance } from 'fastify';
import sqlTag from 'sql-template-tag';
import { publishTimeProblem } from '../../../contract/announcements/announcement.ts';
import { routes } from '../../../contract/routes.ts';
import { fullNameOf, type User } from '../../../contract/users/user.ts';
import { reportQuota } from '../../auth/limits/limits.ts';
import { spendQuota } from '../../auth/limits/rateLimits.ts';
import { residentSeesPost } from '../../auth/visibleRecords.ts';
import type { Sql } from '../../database/database.ts';
import { ApiError, fieldError } from '../../http/apiError.ts';
import { scopesOf } from '../../http/lists/notedList.ts';
import { registerList } from '../../http/lists/registerList.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { notify } from '../../notifications/notify.ts';
import { notifyManagers } from '../../notifications/notifyManagers.ts';
import { announcementsWhere, findAnnouncement, lockAnnouncement, publications } from './announcementRows.ts';
import { auditAnnouncement } from './auditAnnouncement.ts';
import { haveSameReaders, lockChosen } from './chosenProperties.ts';
import {
  announcementName,
  forgetAnnouncement,
  notifyAdded,
  retellAnnouncement,
  notifyIfPublished,
} from './notifyOfPublished.ts';

/** The routes of the community board: announcements, suggestions, and their approval. */
export function announcements(app: FastifyInstance): void {
  registerList(app, routes.listAnnouncements, ({ user }) => {
    const visible = sqlTag`(${user.is_manager}::boolean or ${residentSeesPost(user)})`;
    return {
      query: announcementsWhere(visible),
      changes: { list: 'announcements', scopes: scopesOf(user), timed: publications(user) },
    };
  });

  const { SUGGESTIONS_PER_RESIDENT } = app.context.configuration;

  registerRoute(app, routes.createAnnouncement, async ({ sql, user, body, key }) => {
    refusePast(body.publish_at);
    const properties = await lockChosen(sql, body.property_ids ?? null);
    const [inserted] = await sql<{ id: number }>`
      insert into announcements (user_id, announcement, announcement_type, publish_at, status, property_ids, created_with)
      values (${user.id}, ${body.announcement}, ${body.announcement_type},
        coalesce(${body.publish_at ?? null}::timestamptz, now()), 'approved', ${properties}::int[], ${key ?? null})
      returning id`;
    const created = await findAnnouncement(sql, inserted?.id);
    await auditAnnouncement(sql, user, { id: created.id, action: 'created', after: created });
    await notifyIfPublished(sql, created);
    return created;
  });

  registerRoute(app, routes.submitAnnouncement, async ({ sql, user, body, capturedAt, key }) => {
    await spendQuota(sql, user, reportQuota(user));
    if (!user.is_manager) await refuseTooManySuggestions(sql, user, SUGGESTIONS_PER_RESIDENT);
    const [inserted] = await sql<{ id: number }>`
      insert into announcements (user_id, announcement, announcement_type, status, created_at, created_with)
      values (${user.id}, ${body.announcement}, 'General', 'pending', ${capturedAt}, ${key ?? null})
      returning id`;
    const suggested = await findAnnouncement(sql, inserted?.id);
    await notifyManagers(sql, user, {
      kind: 'suggestion_to_review',
      data: { announcement: suggested.announcement, name: fullNameOf(user) },
      about: announcementName(suggested.id),
    });
    return suggested;
  });

  registerRoute(app, routes.updateAnnouncement, async ({ sql, user, params, body }) => {
    const before = await lockAnnouncement(sql, params.id);
    refusePast(body.publish_at, before.publish_at);
    const publishAt = body.publish_at === undefined ? before.publish_at : body.publish_at;
    const properties =
      body.property_ids === undefined
        ? (before.property_ids ?? null)
        : await lockChosen(sql, body.property_ids);
    await sql`
      update announcements set
        announcement = ${body.announcement}, announcement_type = ${body.announcement_type},
        property_ids = ${properties}::int[],
        -- Without a time, a scheduled announcement is published now, and a published one keeps its time.
        publish_at = case
          when ${publishAt}::timestamptz is null and status = 'approved' then least(coalesce(publish_at, created_at), now())
          else ${publishAt}::timestamptz
        end,
        updated_at = greatest(now(), updated_at + interval '1 millisecond')
      where id = ${params.id}`;
    const after = await findAnnouncement(sql, params.id);
    await auditAnnouncement(sql, user, { id: params.id, action: 'changed', before, after });
    await retellAnnouncement(sql, after);
    await notifyIfPublished(sql, after);
    if (!haveSameReaders(before, after)) await notifyAdded(sql, after);
    return after;
  });

  registerRoute(app, routes.setAnnouncementStatus, async ({ sql, user, params, body }) => {
    const before = await lockAnnouncement(sql, params.id);
    if (before.status !== 'pending') {
      throw new ApiError(409, `This post is already ${before.status}.`, { code: 'not_pending' });
    }
    await sql`
      update announcements set
        status = ${body.status},
        -- A suggestion counts as new from its approval, not from when it was written.
        publish_at = case when ${body.status} = 'approved' then greatest(publish_at, now()) else publish_at end,
        updated_at = greatest(now(), updated_at + interval '1 millisecond')
      where id = ${params.id}`;
    const after = await findAnnouncement(sql, params.id);
    await auditAnnouncement(sql, user, { id: params.id, action: body.status, before, after });
    await notify(sql, {
      kind: body.status === 'approved' ? 'suggestion_approved' : 'suggestion_rejected',
      to: [after.user_id],
      data: { announcement: after.announcement },
      except: [user.id],
      about: announcementName(after.id),
    });
    await notifyIfPublished(sql, after, user.id);
    return after;
  });

  registerRoute(app, routes.deleteAnnouncement, async ({ sql, user, params }) => {
    const before = await lockAnnouncement(sql, params.id);
    await sql`delete from announcements where id = ${params.id}`;
    await forgetAnnouncement(sql, params.id);
    await auditAnnouncement(sql, user, { id: params.id, action: 'deleted', before });
    return { message: 'Announcement deleted successfully!' };
  });
}

/** @throws {ApiError} 400 for a new publish time in the past */
function refusePast(publishAt: string | null | undefined, before?: string | null): void {
  const problem = publishTimeProblem(publishAt, new Date(), before);
  if (problem) throw fieldError(400, 'publish_at', problem);
}

/**
 * Concurrent suggestions of a resident take turns, since each counts towards the resident's quota first.
 * @throws {ApiError} 409 for a resident with so many suggestions that wait for management
 */
async function refuseTooManySuggestions(sql: Sql, { id }: User, most: number): Promise<void> {
  const [waiting] = await sql<{ count: number }>`
    select count(*) as count from announcements where user_id = ${id} and status = 'pending'`;
  if (!waiting || waiting.count < most) return;
  throw new ApiError(
    409,
    `Management has not answered ${most} of your suggestions yet. Please wait for an answer before you send more.`,
    { code: 'too_many_waiting' },
  );
}
