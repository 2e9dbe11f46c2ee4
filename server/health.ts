import type { FastifyInstance } from 'fastify';
import { routes } from '../contract/routes.ts';
import { Refusal } from './refusal.ts';
import { serve } from './serve.ts';

/** Serves what a balancer or a supervisor asks. */
export function health(app: FastifyInstance): void {
  const { database, photos } = app.house;

  serve(app, routes.health, () => Promise.resolve({ status: 'ok' as const }));

  serve(app, routes.ready, async ({ request }) => {
    try {
      await database.sql`select 1`;
      await photos.ready();
    } catch (error) {
      request.log.error(error, 'not ready');
      throw new Refusal(503, 'The server is not ready.', { retryAfter: 5 });
    }
    return { status: 'ready' as const };
  });
}
