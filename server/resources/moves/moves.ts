import type { FastifyInstance } from 'fastify';
import { routes } from '../../../contract/routes.ts';
import type { User } from '../../../contract/users/user.ts';
import type { Sql } from '../../database/database.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { readMove } from './readMove.ts';
import { setForwardingAddress, setKeys } from './recordMove.ts';

/** The routes by which each side follows moving in and out. */
export function moves(app: FastifyInstance): void {
  const { zone } = app.context;
  const read = (sql: Sql, user: User, id: number) => readMove(sql, user, { id, zone: zone.current() });

  registerRoute(app, routes.readMove, ({ sql, user, params }) => read(sql, user, params.id));

  registerRoute(app, routes.setKeys, async ({ sql, user, params, body, capturedAt }) => {
    const { unit_id } = await read(sql, user, params.id);
    await setKeys(sql, { lease: params.id, unit: unit_id, author: user, capturedAt }, body);
    return read(sql, user, params.id);
  });

  registerRoute(app, routes.setForwardingAddress, async ({ sql, user, params, body, capturedAt }) => {
    const { unit_id } = await read(sql, user, params.id);
    await setForwardingAddress(
      sql,
      { lease: params.id, unit: unit_id, author: user, capturedAt },
      body.forwarding_address,
    );
    return read(sql, user, params.id);
  });
}
