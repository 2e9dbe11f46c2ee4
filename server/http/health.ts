import type { FastifyInstance } from 'fastify';
import { routes } from '../../contract/routes.ts';
import { ApiError } from './apiError.ts';
import { registerRoute } from './registerRoute.ts';

/** In milliseconds: how long an answer holds, since anyone may ask and each look writes to the photo store. */
const HOLDS = 1000;

/** Serves what a balancer or a supervisor asks. */
export function health(app: FastifyInstance): void {
  const { database, photos } = app.context;
  let looked = -Infinity;
  let found: Promise<boolean> | undefined;

  async function look(): Promise<boolean> {
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
    if (!found || performance.now() - looked > HOLDS) {
      looked = performance.now();
      found = look();
    }
    if (!(await found)) throw new ApiError(503, 'The server is not ready.', { retryAfter: 5 });
    return { status: 'ready' as const };
  });
}
