import type { FastifyInstance } from 'fastify';
import { routes } from '../../contract/routes.ts';
import { diskState } from '../database/diskSpace.ts';
import { ApiError } from './apiError.ts';
import { DISK_FULL, messageOf } from './answers/errorHandler.ts';
import { registerRoute } from './registerRoute.ts';

/**
 * How long a result is reused, in milliseconds from the start of its check, since anyone may call this and each check
 * writes to the photo store.
 */
const CACHE_TIME = 1000;

/** The routes of health checks, for a load balancer or a supervisor. */
export function health(app: FastifyInstance): void {
  const { database, disk, photos } = app.context;
  let checkedAt = -Infinity;
  let checking = false;
  let refusal: Promise<ApiError | undefined> | undefined;
  let loggedReason: string | undefined;

  /** Once for each reason, since the checks of an outage are many. */
  function logReason(reason: string | undefined): void {
    if (reason === loggedReason) return;
    loggedReason = reason;
    if (reason) app.log.warn(`not ready: ${reason}`);
    else app.log.info('ready again');
  }

  async function check(): Promise<ApiError | undefined> {
    try {
      if (disk && diskState(disk) === 'full') return DISK_FULL;
      await database.sql`select 1`;
      await photos.ready();
      logReason(undefined);
      return undefined;
    } catch (error) {
      logReason(messageOf(error));
      return new ApiError(503, 'The server is not ready.', { retryAfter: 5 });
    }
  }

  registerRoute(app, routes.health, () => Promise.resolve({ status: 'ok' as const }));

  function currentRefusal(): Promise<ApiError | undefined> {
    const isFresh = performance.now() - checkedAt <= CACHE_TIME;
    // Checks of a database that hangs would take up all its connections.
    if (refusal && (checking || isFresh)) return refusal;
    checkedAt = performance.now();
    checking = true;
    refusal = check().finally(() => (checking = false));
    return refusal;
  }

  // Not awaited, so that the server starts, and says in its log what is missing.
  app.addHook('onListen', async () => void currentRefusal());

  registerRoute(app, routes.ready, async () => {
    const refused = await currentRefusal();
    if (refused) throw refused;
    return { status: 'ready' as const };
  });
}
