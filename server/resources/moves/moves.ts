import type { FastifyInstance } from 'fastify';
import { routes } from '../../../contract/routes.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { readMove } from './readMove.ts';
import { setForwardingAddress, setKeys } from './recordMove.ts';

/** The routes by which each side follows moving in and out. */
export function moves(app: FastifyInstance): void {
  registerRoute(app, routes.readMove, ({ sql, user, params }) => readMove(sql, user, params.id));

  registerRoute(app, routes.setKeys, async ({ sql, user, params, body, capturedAt }) => {
    const { unit_id } = await readMove(sql, user, params.id);
    await setKeys(sql, { lease: params.id, unit: unit_id, author: user, capturedAt }, body);
    return readMove(sql, user, params.id);
  });

  registerRoute(app, routes.setForwardingAddress, async ({ sql, user, params, body, capturedAt }) => {
    const { unit_id } = await readMove(sql, user, params.id);
    await setForwardingAddress(
      sql,
      { lease: params.id, unit: unit_id, author: user, capturedAt },
      body.forwarding_address,
    );
    return readMove(sql, user, params.id);
  });
}
