import sqlTag from 'sql-template-tag';
import type { User } from '../../contract/user.ts';
import type { Configuration } from '../configuration.ts';
import type { Quota } from './rateLimits.ts';

/** The photos that a newcomer may send within an hour: four full requests. */
const MAX_NEWCOMER_PHOTOS = 40;
/** How many requests and suggestions of a newcomer managers are told of within an hour, set-ups of autopay included. */
const MAX_NEWCOMER_REPORTS = 10;

/** Whether management has not confirmed someone's unit yet. Anyone can register, so they may be a stranger. */
export function isNewcomer(user: User | undefined): boolean {
  return !user || (!user.is_manager && user.unit === null);
}

/** The same of a row of `users`. */
export const newcomerRow = sqlTag`(not users.is_manager and users.unit is null)`;

/**
 * The quota that a request or a suggestion of a newcomer is counted towards, since each is told to every manager, and a set-up
 * of autopay, since each can be used to try cards.
 */
export function reportQuota(user: User): Quota {
  return { kind: 'reports', most: MAX_NEWCOMER_REPORTS, count: isNewcomer(user) ? 1 : 0 };
}

/** The quota that so many photos of a user are counted towards. */
export function photoQuota(
  { PHOTOS_PER_RESIDENT }: Configuration,
  user: User | undefined,
  count: number,
): Quota {
  const most = isNewcomer(user) ? Math.min(MAX_NEWCOMER_PHOTOS, PHOTOS_PER_RESIDENT) : PHOTOS_PER_RESIDENT;
  return { kind: 'photos', most, count };
}
