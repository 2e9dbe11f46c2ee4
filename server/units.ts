import type { FastifyInstance } from 'fastify';
import { routes } from '../contract/routes.ts';
import type { Unit } from '../contract/unit.ts';
import { serve } from './serve.ts';

/** Serves the units and who lives in them. */
export function units(app: FastifyInstance): void {
  serve(
    app,
    routes.listUnits,
    ({ sql }) => sql<Unit>`
      select units.id, units.property_id, properties.property_name, units.unit_number, units.rent_amount,
        units.notes, units.tenants, coalesce(tenants.list, '[]') as tenant_info
      from units
      join properties on properties.id = units.property_id
      left join (
        select unit, json_agg(json_build_object('id', id, 'first_name', first_name, 'last_name', last_name)
          order by created_at, id) as list
        from users where is_current_user and unit is not null group by unit
      ) as tenants on tenants.unit = units.id
      order by properties.id, units.unit_number`,
  );
}
