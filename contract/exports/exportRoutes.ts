import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import type { Route } from '../http/route.ts';

/** The call by which a community leaves with everything it has. */
export const exportRoutes = {
  readExport: {
    method: 'GET',
    path: '/export',
    who: 'manager',
    offline: 'refuse',
    summary:
      'Everything of the community as CSV files in one ZIP archive, as of one moment: files that an import takes, and one for each table. No passwords, keys or photos. It is recorded who took it.',
    produces: 'application/zip',
    answer: lazySchema(() => z.any()),
    refuses: [
      '409 another export is being made, or three are being downloaded',
      '503 `disk_full` where the server’s disk has no room for the archive',
    ],
  },
} as const satisfies Record<string, Route>;
