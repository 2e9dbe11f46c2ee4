import * as z from 'zod/mini';
import { lazySchema } from './values/lazySchema.ts';
import { accessRoutes } from './users/access.ts';
import { announcementRoutes } from './announcements/announcementRoutes.ts';
import { AuditEntry, AuditQuery } from './audit/audit.ts';
import { bookRoutes } from './books/bookRoutes.ts';
import { changeRoutes } from './changes/changeRoutes.ts';
import { communityRoutes } from './community/communityRoutes.ts';
import { depositRoutes } from './deposits/depositRoutes.ts';
import { entryNoticeRoutes } from './entryNotices/entryNoticeRoutes.ts';
import { emailConfirmationRoutes } from './users/emailConfirmation.ts';
import { exportRoutes } from './exports/exportRoutes.ts';
import { firstStepRoutes } from './community/firstSteps.ts';
import { forgottenPasswordRoutes } from './users/forgottenPassword.ts';
import { importRoutes } from './imports/imports.ts';
import { invitationRoutes } from './users/invitation.ts';
import { lateFeeRoutes } from './leases/lateFeeRoutes.ts';
import { inspectionRoutes } from './inspections/inspectionRoutes.ts';
import { leaseRoutes } from './leases/leaseRoutes.ts';
import { ledgerRoutes } from './ledger/ledgerRoutes.ts';
import { maintenanceRoutes } from './maintenance/maintenanceRoutes.ts';
import { messageRoutes } from './messages/messageRoutes.ts';
import { moveRoutes } from './moves/move.ts';
import { noteRoutes } from './notes/noteRoutes.ts';
import { notificationRoutes } from './notifications/notificationRoutes.ts';
import { paymentRoutes } from './payments/paymentRoutes.ts';
import { photoRoutes } from './photos/photoRoutes.ts';
import { photoUploadRoutes } from './maintenance/photoUploadRoutes.ts';
import { propertyRoutes } from './properties/propertyRoutes.ts';
import { pushRoutes } from './notifications/pushRoutes.ts';
import { recordPhotoRoutes } from './photos/recordPhotoRoutes.ts';
import { registerRoutes } from './users/registerRoutes.ts';
import { reminderRoutes } from './reminders/reminderRoutes.ts';
import { requestEventRoutes } from './maintenance/requestEventRoutes.ts';
import type { Route } from './http/route.ts';
import { secondFactorRoutes } from './sessions/secondFactorRoutes.ts';
import { health, sessionRoutes } from './sessions/sessionRoutes.ts';
import { setupRoutes } from './community/setup.ts';
import { todayRoutes } from './today/todayRoutes.ts';
import { upkeepRoutes } from './upkeep/upkeepRoutes.ts';
import { unitRoutes } from './units/unitRoutes.ts';
import { userRoutes } from './users/userRoutes.ts';
import { utilityRoutes } from './utilities/utilityRoutes.ts';
import { Warning } from './warnings/warning.ts';

/** Every call of the API. The server serves this table, the app calls it, the outbox replays from it. */
export const routes = {
  ...registerRoutes,
  ...sessionRoutes,
  ...communityRoutes,
  ...setupRoutes,
  ...firstStepRoutes,
  ...invitationRoutes,
  ...forgottenPasswordRoutes,
  ...emailConfirmationRoutes,
  ...userRoutes,
  ...accessRoutes,
  ...secondFactorRoutes,
  ...announcementRoutes,
  ...ledgerRoutes,
  ...paymentRoutes,
  ...maintenanceRoutes,
  ...photoUploadRoutes,
  ...requestEventRoutes,
  ...recordPhotoRoutes,
  ...entryNoticeRoutes,
  ...unitRoutes,
  ...leaseRoutes,
  ...lateFeeRoutes,
  ...depositRoutes,
  ...upkeepRoutes,
  ...inspectionRoutes,
  ...moveRoutes,
  ...importRoutes,
  ...exportRoutes,
  ...bookRoutes,
  ...propertyRoutes,
  ...utilityRoutes,
  listAudit: {
    method: 'GET',
    path: '/audit',
    who: 'manager',
    offline: 'keep',
    summary: 'Who changed what when, of one record or of all of a kind; the latest 200, newest first.',
    query: AuditQuery,
    answer: lazySchema(() => z.array(AuditEntry)),
  },
  ...notificationRoutes,
  ...pushRoutes,
  listWarnings: {
    method: 'GET',
    path: '/warnings',
    who: 'manager',
    offline: 'keep',
    summary:
      'What management should know about the server, such as a disk that is nearly full; usually nothing.',
    answer: lazySchema(() => z.array(Warning)),
  },
  ...todayRoutes,
  ...noteRoutes,
  ...messageRoutes,
  ...reminderRoutes,
  ...changeRoutes,
  ...photoRoutes,
  health,
  ready: {
    method: 'GET',
    path: '/ready',
    who: 'anyone',
    offline: 'refuse',
    summary: 'Whether the database and the photo store answer and the disk has room.',
    answer: lazySchema(() => z.object({ status: z.literal('ready') })),
    refuses: ['503 where one of them does not', '503 `disk_full` while changes are refused'],
  },
  metrics: {
    method: 'GET',
    path: '/metrics',
    who: 'anyone',
    offline: 'refuse',
    summary: 'What this process has counted, in the text form of Prometheus.',
    produces: 'text/plain',
    answer: lazySchema(() => z.any()),
    refuses: ['401 without `METRICS_TOKEN` as bearer token, in production or where one is set'],
  },
  openapi: {
    method: 'GET',
    path: '/openapi.json',
    who: 'anyone',
    offline: 'refuse',
    summary: 'This table as an OpenAPI document.',
    answer: lazySchema(() => z.any()),
  },
} as const satisfies Record<string, Route>;

export type Routes = typeof routes;
export type RouteName = keyof Routes;

type NamesWhere<O extends Route['offline']> = {
  [N in RouteName]: Routes[N]['offline'] extends O ? N : never;
}[RouteName];

/** The routes whose last answer is cached for reading without a connection: all but the photos, which are no JSON. */
export type CachedRouteName = {
  [N in NamesWhere<'keep'>]: Routes[N] extends { produces: string } ? never : N;
}[NamesWhere<'keep'>];
/** The routes whose changes may wait in the outbox. */
export type QueuedRouteName = NamesWhere<'queue'>;
