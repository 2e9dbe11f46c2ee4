import type { FastifyInstance } from 'fastify';
import sqlTag from 'sql-template-tag';
import { routes } from '../../../contract/routes.ts';
import { fullNameOf, REMOVAL_DAYS, type User } from '../../../contract/users/user.ts';
import { recordAudit } from '../../database/auditLog.ts';
import type { Sql } from '../../database/database.ts';
import { isoTimestamp } from '../../database/isoTimestamp.ts';
import { ApiError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { changeManager, findLockedUser, lockManagers, type ActiveManager } from './managers.ts';

const isOpen = sqlTag`manager_removals.requested_at > now() - make_interval(days => ${REMOVAL_DAYS})`;

/** The requests that may still be confirmed: `user_id`, and a `ManagerRemoval` as `json`. */
export const openRemovals = sqlTag`
  select manager_removals.user_id, json_build_object(
    'requested_by', askers.id, 'requested_by_name', askers.first_name || ' ' || askers.last_name,
    'requested_at', ${isoTimestamp(sqlTag`manager_removals.requested_at`)}) as json
  from manager_removals join users as askers on askers.id = manager_removals.requested_by
  where ${isOpen} and askers.is_manager and askers.is_current_user`;

/** When unconfirmed requests end. */
export const endOfRemovals = sqlTag`
  select user_id as row_id, requested_at + make_interval(days => ${REMOVAL_DAYS}) as at from manager_removals`;

/** The routes by which managers remove a manager: one asks, and a second one or the one who leaves confirms. */
export function managerRemovals(app: FastifyInstance): void {
  registerRoute(app, routes.requestManagerRemoval, async ({ sql, user, params: { id } }) => {
    if (id === user.id) throw new ApiError(403, 'Ask another manager to remove you.');
    await requireSay(sql, user);
    const target = await findManager(sql, id);
    const [asked] = await sql`
      insert into manager_removals (user_id, requested_by) values (${id}, ${user.id})
      on conflict (user_id) do update set requested_by = excluded.requested_by, requested_at = now()
      where not ${isOpen} returning user_id`;
    if (!asked) {
      throw new ApiError(
        409,
        (await requesterOf(sql, id)) === user.id
          ? 'You have asked for this already.'
          : 'Another manager has asked for this already. You can confirm it.',
      );
    }
    await recordAudit(sql, user.id, [{ subject: 'user', subject_id: id, action: 'asked to remove' }]);
    return {
      message: `Another manager, or ${fullNameOf(target)}, has to confirm this within ${REMOVAL_DAYS} days.`,
    };
  });

  registerRoute(app, routes.confirmManagerRemoval, async ({ sql, user, params: { id } }) => {
    const managers = await requireSay(sql, user, { mayLeave: id === user.id });
    const target = await findManager(sql, id);
    if (managers.every((manager) => manager.id === id))
      throw new ApiError(409, 'The last manager’s account must stay active.');
    if ((await requesterOf(sql, id)) === user.id) {
      throw new ApiError(403, 'Another manager, or the one who leaves, has to confirm this.');
    }
    await changeManager(sql, user.id, target, { is_manager: false, is_current_user: false });
    return { message: `${fullNameOf(target)} is no manager any more.` };
  });

  registerRoute(app, routes.declineManagerRemoval, async ({ sql, user, params: { id } }) => {
    if (id === user.id) throw new ApiError(403, 'This is for another manager to decide.');
    await requireSay(sql, user);
    const target = await findManager(sql, id);
    await requesterOf(sql, id);
    await sql`delete from manager_removals where user_id = ${id}`;
    await recordAudit(sql, user.id, [{ subject: 'user', subject_id: id, action: 'declined to remove' }]);
    return { message: `${fullNameOf(target)} stays a manager.` };
  });
}

/**
 * Locks the active managers, before any target is locked, and returns them.
 * @param options.mayLeave whether it is about the caller's own removal, which a new manager may confirm too
 * @throws {ApiError} 403 for who was removed meanwhile, and for a new manager: whom one manager alone promoted is no second
 * one
 */
async function requireSay(sql: Sql, user: User, { mayLeave = false } = {}): Promise<ActiveManager[]> {
  const managers = await lockManagers(sql);
  const self = managers.find(({ id }) => id === user.id);
  if (!self) throw new ApiError(403, "You don't have permission to do this.");
  if (!self.established && !mayLeave) {
    throw new ApiError(403, `Who has been a manager for ${REMOVAL_DAYS} days or less has no say in this.`);
  }
  return managers;
}

/** @throws {ApiError} 404 for an unknown user, 409 for one who is no active manager */
async function findManager(sql: Sql, id: number): Promise<User> {
  const target = await findLockedUser(sql, sqlTag`users.id = ${id}`);
  if (!target) throw new ApiError(404, 'There is no such user.');
  if (!target.is_manager || !target.is_current_user) {
    throw new ApiError(409, `${fullNameOf(target)} is not an active manager.`);
  }
  return target;
}

/**
 * Who asked to remove a manager.
 * @throws {ApiError} 404 where nobody did, or too long ago
 */
async function requesterOf(sql: Sql, id: number): Promise<number> {
  const [request] = await sql<{ requested_by: number }>`
    select requested_by from manager_removals join users as askers on askers.id = requested_by
    where user_id = ${id} and ${isOpen} and askers.is_manager and askers.is_current_user`;
  if (!request) throw new ApiError(404, 'Nobody asks to remove this manager any more.');
  return request.requested_by;
}
