import type { FastifyInstance } from 'fastify';
import { routes } from '../../contract/routes.ts';
import { ApiError } from './apiError.ts';
import { registerRoute } from './registerRoute.ts';

/** How long a result is reused, in milliseconds, since anyone may call this and each check writes to the photo store. */
const CACHE_TIME = 1000;

/** The routes of health checks, for a load balancer or a supervisor. */
export function health(app: FastifyInstance): void {
  const { database, photos } = app.context;
  let checkedAt = -Infinity;
  let ready: Promise<boolean> | undefined;

  async function check(): Promise<boolean> {
    try {
      await database.sql`select 1`;
      await photos.ready();
      return true;
    } catch (error) {
      app.log.error(error, 'not ready');
      return false;
    }
  }

  registerRoute(app, routes.health, () => Promise.resolve({ status: 'ok' as const }));

  registerRoute(app, routes.ready, async () => {
    if (!ready || performance.now() - checkedAt > CACHE_TIME) {
      checkedAt = performance.now();
      ready = check();
    }
    if (!(await ready)) throw new ApiError(503, 'The server is not ready.', { retryAfter: 5 });
    return { status: 'ready' as const };
  });
}
