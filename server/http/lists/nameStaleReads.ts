import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PREFER_STALE_READS, STALE_READS_HEADER } from '../../../contract/changes/staleReadsHeader.ts';
import { routes } from '../../../contract/routes.ts';
import type { SignedInUser } from '../../auth/signedInUser.ts';
import { missedLists } from './missedLists.ts';
import { mayRead, readsOf, followedScopes } from './staleReads.ts';

/**
 * Names in a header which reads of the caller a change made stale, if they ask for it: all that were noted since the request
 * began, and a few seconds before. A repeated answer names none, since its change was made before.
 */
export async function nameStaleReads(
  app: FastifyInstance,
  user: SignedInUser,
  { headers, log }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (headers.prefer !== PREFER_STALE_READS || reply.hasHeader('Idempotency-Replayed')) return;
  try {
    const lists = await missedLists(app.context.database.sql, followedScopes(user), reply.elapsedTime / 1000);
    const reads = new Set(lists.flatMap(readsOf).filter((read) => mayRead(user, routes[read])));
    reply.header(STALE_READS_HEADER, [...reads].sort().join(','));
  } catch (error) {
    // The change is made: without the header the app refreshes all that it shows.
    log.warn(error, 'could not look up what a change made stale');
  }
}
