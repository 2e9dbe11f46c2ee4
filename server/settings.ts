import type { FastifyInstance } from 'fastify';
import { routes } from '../contract/routes.ts';
import type { Settings } from '../contract/utilities.ts';
import { serve } from './serve.ts';

/** Serves the utility rates that are in force now. */
export function settings(app: FastifyInstance): void {
  serve(app, routes.readSettings, async ({ sql }) => {
    const [rates] = await sql<Settings>`
      select rate_water, rate_electric, rate_gas from utility_rates
      where effective_at <= now() order by effective_at desc, id desc limit 1`;
    return rates ?? { rate_water: 0, rate_electric: 0, rate_gas: 0 };
  });
}
