import type { FastifyInstance } from 'fastify';
import { routes } from '../../contract/routes.ts';
import { DatabaseUnavailable } from '../database/unavailable.ts';
import { diskState } from '../database/diskSpace.ts';
import { ApiError } from './apiError.ts';
import { DISK_FULL } from './errorHandler.ts';
import { registerRoute } from './registerRoute.ts';

/** How long a result is reused, in milliseconds, since anyone may call this and each check writes to the photo store. */
const CACHE_TIME = 1000;

/** The routes of health checks, for a load balancer or a supervisor. */
export function health(app: FastifyInstance): void {
  const { database, disk, photos } = app.context;
  let checkedAt = -Infinity;
  let refusal: Promise<ApiError | undefined> | undefined;

  async function check(): Promise<ApiError | undefined> {
    if (disk && diskState(disk) === 'full') return DISK_FULL;
    try {
      await database.sql`select 1`;
      await photos.ready();
      return undefined;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) app.log.warn(`not ready: ${error.message}`);
      else app.log.error(error, 'not ready');
      return new ApiError(503, 'The server is not ready.', { retryAfter: 5 });
    }
  }

  registerRoute(app, routes.health, () => Promise.resolve({ status: 'ok' as const }));

  registerRoute(app, routes.ready, async () => {
    if (!refusal || performance.now() - checkedAt > CACHE_TIME) {
      checkedAt = performance.now();
      refusal = check();
    }
    const refused = await refusal;
    if (refused) throw refused;
    return { status: 'ready' as const };
  });
}
