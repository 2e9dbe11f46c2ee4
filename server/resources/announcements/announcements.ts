import type { FastifyInstance } from 'fastify';
import sqlTag, { type Sql as Part } from 'sql-template-tag';
import { publishTimeProblem, type Announcement } from '../../../contract/announcements/announcement.ts';
import { routes } from '../../../contract/routes.ts';
import { fullNameOf, type User } from '../../../contract/users/user.ts';
import { reportQuota } from '../../auth/limits/limits.ts';
import { spendQuota } from '../../auth/limits/rateLimits.ts';
import { residentSeesPost } from '../../auth/visibleRecords.ts';
import { changesOf, recordAudit } from '../../database/auditLog.ts';
import type { Sql } from '../../database/database.ts';
import { isoTimestamp } from '../../database/isoTimestamp.ts';
import { ApiError, fieldError } from '../../http/apiError.ts';
import { scopesOf } from '../../http/lists/notedList.ts';
import { wholeList, type ListQuery } from '../../http/lists/listQuery.ts';
import { registerList } from '../../http/lists/registerList.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { notify } from '../../notifications/notify.ts';
import { notifyManagers } from '../../notifications/notifyManagers.ts';
import {
  announcementName,
  forgetAnnouncement,
  retellAnnouncement,
  notifyIfPublished,
} from './notifyOfPublished.ts';

/** The routes of the community board: announcements, suggestions, and their approval. */
export function announcements(app: FastifyInstance): void {
  registerList(app, routes.listAnnouncements, ({ user }) => {
    const visible = sqlTag`(${user.is_manager}::boolean or ${residentSeesPost(user)})`;
    return {
      query: announcementsWhere(visible),
      changes: { list: 'announcements', scopes: scopesOf(user), timed: publications },
    };
  });

  const { SUGGESTIONS_PER_RESIDENT } = app.context.configuration;

  registerRoute(app, routes.createAnnouncement, async ({ sql, user, body, key }) => {
    refusePast(body.publish_at);
    const [inserted] = await sql<{ id: number }>`
      insert into announcements (user_id, announcement, announcement_type, publish_at, status, created_with)
      values (${user.id}, ${body.announcement}, ${body.announcement_type},
        coalesce(${body.publish_at ?? null}::timestamptz, now()), 'approved', ${key ?? null})
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
    await sql`
      update announcements set
        announcement = ${body.announcement}, announcement_type = ${body.announcement_type},
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

/** When approved announcements come to be published. */
const publications = sqlTag`
  select id as row_id, coalesce(publish_at, created_at) as at from announcements where status = 'approved'`;

/** The query of announcements (`post`) with their authors, newest first; its columns are the fields of the answer. */
function announcementsWhere(where: Part): ListQuery {
  const columns = sqlTag`
    post.id, post.user_id, post.announcement, post.announcement_type,
      ${isoTimestamp(sqlTag`post.publish_at`)} as publish_at, post.status, author.first_name, author.last_name,
      ${isoTimestamp(sqlTag`post.created_at`)} as created_at, ${isoTimestamp(sqlTag`post.updated_at`)} as updated_at,
      post.created_with`;
  return {
    columns,
    from: sqlTag`announcements as post join users as author on author.id = post.user_id`,
    where,
    order: {
      keys: [
        { sql: sqlTag`coalesce(post.publish_at, post.created_at)`, type: 'time' },
        { sql: sqlTag`post.id`, type: 'id' },
      ],
      direction: 'desc',
    },
  };
}

async function findAnnouncement(sql: Sql, id: number | undefined): Promise<Announcement> {
  const [announcement] = await sql<Announcement>`${wholeList(announcementsWhere(sqlTag`post.id = ${id}`))}`;
  if (!announcement) throw new Error(`Announcement ${id} was just written and is not there.`);
  return announcement;
}

/**
 * Reads an announcement and locks its row until the transaction ends.
 * @throws {ApiError} 404 for an announcement that does not exist
 */
async function lockAnnouncement(sql: Sql, id: number): Promise<Announcement> {
  const [locked] = await sql`select id from announcements where id = ${id} for update`;
  if (!locked) throw notFound();
  return findAnnouncement(sql, id);
}

interface AnnouncementChange {
  id: number;
  action: string;
  before?: Announcement;
  after?: Announcement;
}

/** Records a manager’s change of an announcement in the audit log. */
async function auditAnnouncement(
  sql: Sql,
  author: User,
  { id, action, before, after }: AnnouncementChange,
): Promise<void> {
  const changes = changesOf(['announcement', 'announcement_type', 'publish_at', 'status'], before, after);
  await recordAudit(sql, author.id, [{ subject: 'announcement', subject_id: id, action, changes }]);
}

/** @throws {ApiError} 400 for a new publish time in the past */
function refusePast(publishAt: string | null | undefined, before?: string | null): void {
  const problem = publishTimeProblem(publishAt, new Date(), before);
  if (problem) throw fieldError(400, 'publish_at', problem);
}

function notFound(): ApiError {
  return new ApiError(404, 'This announcement is not there any more.');
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
