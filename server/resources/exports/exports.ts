import type { FastifyInstance } from 'fastify';
import { routes } from '../../../contract/routes.ts';
import { spoolExport } from '../../export/spoolExport.ts';
import { refuseFullDisk } from '../../http/answers/errorHandler.ts';
import { registerRoute } from '../../http/registerRoute.ts';

/** The route by which a manager takes everything of the community along. */
export function exports(app: FastifyInstance): void {
  registerRoute(app, routes.readExport, async ({ user, reply }) => {
    refuseFullDisk(app.context);
    const { name, bytes, archive } = await spoolExport(app.context, user.id);
    reply.header('Content-Disposition', `attachment; filename="${name}"`).header('Content-Length', bytes);
    return archive;
  });
}
