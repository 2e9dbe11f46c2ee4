import type { User } from '../../../contract/users/user.ts';
import { isNewcomer } from '../../auth/newcomers.ts';
import { ApiError } from '../../http/apiError.ts';

/** The most streams of one person. */
export const MOST_OF_A_PERSON = 10;

/**
 * How many streams of one process each part of the community has: 10,000 together, each of which takes some 20 kB of memory and a
 * connection. Nobody takes those of others: anyone can register any number of times, and managers' screens are open all day.
 */
export const SHARES = { residents: 8_000, managers: 1_000, newcomers: 1_000 } as const;
export type Share = keyof typeof SHARES;

/** The share that somebody's streams are counted towards. */
export function shareOf(user: User): Share {
  if (user.is_manager) return 'managers';
  return isNewcomer(user) ? 'newcomers' : 'residents';
}

/**
 * Why somebody who has `own` streams may open no further one, while `all` of their share are open, if so. The second half of a
 * share is for people who have none yet.
 */
export function refusalOf(share: Share, { own, all }: { own: number; all: number }): ApiError | undefined {
  if (own >= MOST_OF_A_PERSON) return tooManyOfAPerson();
  const room = own === 0 ? SHARES[share] : SHARES[share] / 2;
  if (all < room) return undefined;
  return new ApiError(503, 'Too many open apps. Please try again in a minute.', { retryAfter: 60 });
}

export function tooManyOfAPerson(): ApiError {
  const message = 'Too many open apps of one person. Please try again in a minute.';
  return new ApiError(429, message, { retryAfter: 60 });
}
