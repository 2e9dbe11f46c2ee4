import type { FastifyInstance, FastifyRequest } from 'fastify';
import { linkLimit } from './limits.ts';
import { refuseOverLimit, settleAttempt } from './rateLimits.ts';

/**
 * Does what a link is opened for. An address that comes with too many worthless links has to wait, like one with too many
 * wrong passwords, so that nobody searches for a valid one.
 * @param open undefined for a worthless link
 * @throws {ApiError} 429 with Retry-After
 */
export async function withLinkLimit<T>(
  { context: { database, configuration } }: FastifyInstance,
  request: FastifyRequest,
  open: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const limits = [linkLimit(configuration, request)];
  await refuseOverLimit(database.sql, limits);
  const opened = await open();
  await settleAttempt(database.sql, limits, { right: opened !== undefined });
  return opened;
}
