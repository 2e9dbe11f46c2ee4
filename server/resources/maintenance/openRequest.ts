import sqlTag, { empty, type Sql as Part } from 'sql-template-tag';
import type { User } from '../../../contract/users/user.ts';
import { residentSeesRequest } from '../../auth/visibleRecords.ts';
import type { Sql } from '../../database/database.ts';
import { ApiError } from '../../http/apiError.ts';

export function visibleTo(user: User): Part {
  if (user.is_manager) return sqlTag`true`;
  return residentSeesRequest(user);
}

export interface OwnRequest {
  completed: boolean;
  updated_at: string;
  photos_since: string | null;
  awaited_photos: string[];
}

/**
 * A request that the user sees, locked until the transaction ends.
 * @throws {ApiError} 404 if they cannot
 */
export async function seenRequest(
  sql: Sql,
  user: User,
  id: number,
  { lock = true } = {},
): Promise<OwnRequest & { user_id: number }> {
  const [request] = await sql<OwnRequest & { user_id: number }>`
    select request.user_id, request.completed, request.updated_at, request.photos_since, request.awaited_photos
    from maintenance_requests as request
    where request.id = ${id} and request.cancelled_at is null and ${visibleTo(user)}
    ${lock ? sqlTag`for update` : empty}`;
  if (!request) throw new ApiError(404, 'This request is not there any more.');
  return request;
}

/**
 * A request that the user may change, locked until the transaction ends.
 * @throws {ApiError} 404 if the user cannot see it, 403 if they cannot change it
 */
export async function ownRequest(
  sql: Sql,
  user: User,
  id: number,
  { lock = true } = {},
): Promise<OwnRequest> {
  const request = await seenRequest(sql, user, id, { lock });
  if (!user.is_manager && request.user_id !== user.id) {
    throw new ApiError(403, 'Only management can change this request.');
  }
  return request;
}

/**
 * Locks an open request until the transaction ends.
 * @throws {ApiError} as `ownRequest` does, and 409 if it is completed
 */
export async function openRequest(sql: Sql, user: User, id: number): Promise<OwnRequest> {
  const request = await ownRequest(sql, user, id);
  if (request.completed) throw completedAlready();
  return request;
}

export function completedAlready(): ApiError {
  return new ApiError(409, 'This request is already completed.', { code: 'completed' });
}

/**
 * Whether somebody who edits the version of this time would overwrite a change that they have not seen. Photos that were added
 * since are none, for which those who send them are not in each other's way.
 */
export function isStale({ updated_at, photos_since }: OwnRequest, version: string): boolean {
  const seen = Date.parse(version);
  if (seen === Date.parse(updated_at)) return false;
  return photos_since === null || seen < Date.parse(photos_since) || seen > Date.parse(updated_at);
}
