import sqlTag from 'sql-template-tag';
import type { User } from '../../contract/users/user.ts';
import type { Sql } from '../database/database.ts';
import { tooManyRequests } from './limits/rateLimits.ts';

/**
 * The photos that are kept of all newcomers together whom management has confirmed nothing of, about 1 GB: what one may send adds
 * up with the accounts of a stranger.
 */
const MAX_NEWCOMERS_PHOTOS = 400;
/** After how many days what such people sent is deleted, unless management has confirmed them. */
export const UNCONFIRMED_DAYS = 30;

/** Whether management has not confirmed someone's unit yet. Anyone can register, so they may be a stranger. */
export function isNewcomer(user: User | undefined): boolean {
  return !user || (!user.is_manager && user.unit === null);
}

/** The same of a row of `users`. */
export const newcomerRow = sqlTag`(not users.is_manager and users.unit is null)`;

/**
 * Of a row of `users`: whether they registered themselves, and nothing says that management knows them. A former tenant is a
 * newcomer, and not this.
 */
export const unconfirmedRow = sqlTag`(
  ${newcomerRow} and not exists (select from lease_tenants where lease_tenants.user_id = users.id)
  and not exists (select from transactions where transactions.user_id = users.id and created_by is not null)
  and not exists (select from audit where subject = 'user' and subject_id = users.id
    and (action in ('created', 'confirmed') or changes ?| array['unit_number', 'property_name', 'is_manager'])))`;

/** Of a row of `maintenance_requests as request` of such people: whether nobody but them had to do with it. */
export const unconfirmedRequest = sqlTag`(
  not request.completed and request.answered_at is null and not request.by_management and request.unit_id is null
  and not exists (select from maintenance_events as event
    where event.maintenance_request_id = request.id and event.by_management and event.kind <> 'seen'))`;

/** The advisory lock of PostgreSQL that newcomers' photos are counted under. */
const COUNTING_LOCK = 60_000_060;

/**
 * Refuses photos of somebody who is not confirmed, where as many of such people are kept or on their way as may be.
 * Otherwise returns whether they are of such a person. What is on its way must be recorded in this transaction.
 * @throws {ApiError} 429 with Retry-After
 */
export async function countUnconfirmedPhotos(
  sql: Sql,
  user: User | undefined,
  count: number,
): Promise<boolean> {
  if (!user || !isNewcomer(user)) return false;
  const [unconfirmed] = await sql`select 1 from users where id = ${user.id} and ${unconfirmedRow}`;
  if (!unconfirmed) return false;
  await sql`select pg_advisory_xact_lock(${COUNTING_LOCK})`;
  const [kept] = await sql<{ photos: number }>`
    select (select count(*) from announced_photos where by_newcomer)
      + (select count(*) from photo_uploads where by_newcomer)
      + (select count(*) from photos join maintenance_requests as request on request.id = maintenance_request_id
          join users on users.id = request.user_id where ${unconfirmedRequest} and ${unconfirmedRow})
      + (select count(*) from named_photos join users on users.id = named_by
          where photo_id is not null and ${unconfirmedRow}) as photos`;
  if (kept && kept.photos + count > MAX_NEWCOMERS_PHOTOS) throw tooManyRequests(TOO_MANY_PHOTOS, 60 * 60);
  return true;
}

const TOO_MANY_PHOTOS =
  'There are many photos here already of people whose unit is not confirmed. Please send it without photos, or ask management to confirm your unit.';
