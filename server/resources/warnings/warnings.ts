import type { FastifyInstance } from 'fastify';
import { routes } from '../../../contract/routes.ts';
import type { Warning } from '../../../contract/warnings/warning.ts';
import { backupWarnings } from '../../backup/nightlyBackup.ts';
import { diskState, freeMegabytes, type DiskSpace } from '../../database/diskSpace.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { deliveryWarnings } from '../../notifications/deliveryWarnings.ts';

/** The route of what management should know about the server. */
export function warnings(app: FastifyInstance): void {
  const { context } = app;
  registerRoute(app, routes.listWarnings, async ({ sql }) => [
    ...(context.disk ? diskWarnings(context.disk) : []),
    ...(await deliveryWarnings(sql)),
    ...(context.configuration.BACKUP_S3_ENDPOINT ? await backupWarnings(sql, context.zone.current()) : []),
  ]);
}

function diskWarnings(disk: DiskSpace): Warning[] {
  const state = diskState(disk);
  if (state === 'ample') return [];
  const left = `${freeMegabytes(disk)} MB are left.`;
  return state === 'full'
    ? [{ code: 'disk_full', message: `The server’s disk is full, so nothing can be saved: ${left}` }]
    : [
        {
          code: 'disk_low',
          message: `The server’s disk is nearly full: ${left} Please make room before changes have to be refused.`,
        },
      ];
}
