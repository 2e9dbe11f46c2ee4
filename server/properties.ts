import type { FastifyInstance } from 'fastify';
import type { Property } from '../contract/property.ts';
import { routes } from '../contract/routes.ts';
import { serve } from './serve.ts';

/** Serves the properties; residents read them too, to know whom to call. */
export function properties(app: FastifyInstance): void {
  serve(
    app,
    routes.listProperties,
    ({ sql }) => sql<Property>`
      select id, property_name, address, phone_number, total_units from properties order by id`,
  );
}
