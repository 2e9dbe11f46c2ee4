import type { User } from '../../contract/user.ts';
import type { Configuration } from '../configuration.ts';
import type { Quota } from './rateLimits.ts';

/** The photos that a newcomer may send within an hour: four full requests. */
const MAX_NEWCOMER_PHOTOS = 40;

/** Whether management has not confirmed someone's unit yet. Anyone can register, so they may be a stranger. */
export function isNewcomer(user: User | undefined): boolean {
  return !user || (!user.is_manager && user.unit === null);
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
