import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import Fastify, { type FastifyInstance } from 'fastify';
import { TOTAL_HEADER } from '../contract/http/paging.ts';
import { CURSOR_HEADER } from '../contract/changes/changedRows.ts';
import { STALE_READS_HEADER } from '../contract/changes/staleReadsHeader.ts';
import { VERSION_HEADER } from '../contract/http/route.ts';
import { buildSchemas } from '../contract/values/lazySchema.ts';
import { acceptTokens } from './auth/accessTokens.ts';
import { keepZoneFresh } from './community/zone.ts';
import { keepSecretsFresh } from './auth/signingSecrets.ts';
import { acceptInvitation } from './resources/users/acceptInvitation.ts';
import { community } from './resources/community/community.ts';
import { manifest } from './resources/community/manifest.ts';
import { setup } from './resources/community/setup.ts';
import { invitations } from './resources/users/invitations.ts';
import { accounts } from './resources/users/updateUser.ts';
import { moves } from './resources/moves/moves.ts';
import { messages } from './resources/messages/messages.ts';
import { notes } from './resources/notes/notes.ts';
import { reminders } from './resources/reminders/reminders.ts';
import { announcements } from './resources/announcements/announcements.ts';
import { audit } from './resources/audit/audit.ts';
import { registerCompression } from './http/answers/compression.ts';
import { registerContractVersion } from './http/contractVersion.ts';
import { registerEtag } from './http/answers/etag.ts';
import { securityHeaders, sendSecurityHeaders } from './http/answers/securityHeaders.ts';
import { errorHandler } from './http/answers/errorHandler.ts';
import { answerMalformedRequests, clientErrorHandler, HTTP_OPTIONS } from './http/input/malformedRequests.ts';
import { health } from './http/health.ts';
import type { Context } from './context.ts';
import { recurringJobs } from './jobs/recurringJobs.ts';
import { startJobs } from './jobs/jobs.ts';
import { backupMetric } from './backup/nightlyBackup.ts';
import { changes } from './resources/changes/changes.ts';
import { listChanges } from './resources/changes/listChanges.ts';
import { firstSteps } from './resources/community/firstSteps.ts';
import { books } from './resources/books/books.ts';
import { depositPhotos } from './resources/deposits/depositPhotos.ts';
import { inspectionPhotos } from './resources/inspections/inspectionPhotos.ts';
import { inspections } from './resources/inspections/inspections.ts';
import { deposits } from './resources/deposits/deposits.ts';
import { entryNotices } from './resources/entryNotices/entryNotices.ts';
import { upkeep } from './resources/upkeep/upkeep.ts';
import { exports } from './resources/exports/exports.ts';
import { imports } from './resources/imports/imports.ts';
import { lateFees } from './resources/leases/lateFees.ts';
import { leaseCharges } from './resources/leases/leaseCharges.ts';
import { leases } from './resources/leases/leases.ts';
import { ledger } from './resources/ledger/transactions.ts';
import { OneLine, serializers } from './http/log.ts';
import { eventPhotos } from './resources/maintenance/eventPhotos.ts';
import { maintenance } from './resources/maintenance/maintenance.ts';
import { photoUploads } from './resources/maintenance/photoUploads.ts';
import { requestEvents } from './resources/maintenance/requestEvents.ts';
import { metrics } from './http/metrics.ts';
import { acceptMultipart } from './http/input/multipart.ts';
import { openapi } from './http/openapi.ts';
import { pages } from './http/answers/pages.ts';
import { notificationPreferences } from './resources/notifications/preferences.ts';
import { notifications } from './resources/notifications/notifications.ts';
import { unsubscribe } from './resources/notifications/unsubscribe.ts';
import { startDelivery } from './notifications/startDelivery.ts';
import { autopay } from './resources/payments/autopay/routes.ts';
import { payments } from './resources/payments/payments.ts';
import { internet, type PostMessage } from './push/postMessage.ts';
import { pushSubscriptions } from './resources/push/subscriptions.ts';
import { prepareShutdown } from './http/shutdown.ts';
import { photos } from './resources/photos/photos.ts';
import { recordPhotos } from './resources/photos/recordPhotos.ts';
import { postings } from './resources/ledger/postings.ts';
import { receiptBooks } from './resources/ledger/receiptBooks.ts';
import { managerRemovals } from './resources/users/managerRemovals.ts';
import { confirmEmail } from './resources/users/confirmEmail.ts';
import { forgottenPassword } from './resources/users/forgottenPassword.ts';
import { passwordReset } from './resources/users/passwordReset.ts';
import { properties } from './resources/properties/properties.ts';
import { registration } from './resources/users/registration.ts';
import { ownSessions } from './resources/sessions/ownSessions.ts';
import { secondFactor } from './resources/users/secondFactor.ts';
import { meters } from './resources/utilities/meters.ts';
import { photosOfMeters, readingPhotoKinds } from './resources/utilities/readingPhotos.ts';
import { walkingOrder } from './resources/utilities/orderOfHomes.ts';
import { settings } from './resources/utilities/rates.ts';
import { sentReadingsOfResidents } from './resources/utilities/sentReadings.ts';
import { today } from './resources/today/today.ts';
import { units } from './resources/units/units.ts';
import { signIn } from './resources/users/signIn.ts';
import { users } from './resources/users/users.ts';
import { commonMeters } from './resources/utilities/common/commonMeters.ts';
import { commonReadings } from './resources/utilities/common/commonReadings.ts';
import { tariffs } from './resources/utilities/tariffs.ts';
import { utilities } from './resources/utilities/utilities.ts';
import { warnings } from './resources/warnings/warnings.ts';
import { watchDisk } from './http/diskWatch.ts';

/** The records that name photos. */
const photoKinds = {
  event: eventPhotos,
  inspection: inspectionPhotos,
  ...readingPhotoKinds,
  deposit: depositPhotos,
};

/** The longest JSON body, in bytes. */
const BODY_LIMIT = 1024 * 1024;

export interface AppOptions extends Context {
  /** The directory of the built app. */
  pagesRoot: string;
  /** The destination of the log; standard output by default. */
  logTo?: { write(line: string): void };
  /** Sends messages to push services; over the internet by default. */
  postPush?: PostMessage;
}

/** The server without its port: plugins, the error handler, every route of the contract. */
export async function createApp({
  pagesRoot,
  logTo,
  postPush = internet(),
  ...context
}: AppOptions): Promise<FastifyInstance> {
  buildSchemas();
  const { configuration } = context;
  const security = securityHeaders(configuration);
  const app = Fastify({
    logger: { level: configuration.LOG_LEVEL, serializers, ...(logTo ? { stream: logTo } : {}) },
    logController: new OneLine(),
    // Errors before routing, which no hook sees.
    frameworkErrors: (error, request, reply) =>
      void errorHandler(error, request, reply.headers(security.data)),
    clientErrorHandler: clientErrorHandler(security),
    http: HTTP_OPTIONS,
    // Fastify's answer to what arrives meanwhile has no headers of ours; `prepareShutdown` gives one.
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    // Counted in hops from here, so that addresses added by the client itself are ignored.
    trustProxy: (_address, hop) => hop < configuration.TRUST_PROXY,
    bodyLimit: BODY_LIMIT,
    // In milliseconds: a photo over a slow connection takes minutes, but a stalled one must end.
    requestTimeout: 10 * 60_000,
    // Otherwise a phone's idle connection would delay a restart.
    forceCloseConnections: 'idle',
  });
  app.decorate('context', context);
  app.decorate('postPush', postPush);
  app.decorate('lists', new Map());
  app.decorateRequest('userId', undefined);
  // Removed, since another site's page may send plain text without a CORS preflight.
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler(errorHandler);

  sendSecurityHeaders(app, security);
  answerMalformedRequests(app);
  if (configuration.CORS_ORIGINS.length > 0) {
    await app.register(cors, {
      origin: configuration.CORS_ORIGINS,
      credentials: true,
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      // Of these, `Date` tells a phone the time, and `Age` that a cache answered.
      exposedHeaders: [
        ...[VERSION_HEADER, 'ETag', 'Retry-After', 'Idempotency-Replayed', 'Link', TOTAL_HEADER],
        ...[CURSOR_HEADER, STALE_READS_HEADER, 'Date', 'Age'],
      ],
    });
  }
  await app.register(cookie);
  await acceptTokens(app);
  keepSecretsFresh(app);
  keepZoneFresh(app);
  prepareShutdown(app);
  await acceptMultipart(app);
  // Before compression, which changes the bytes that a tag is made from.
  registerEtag(app);
  registerContractVersion(app);
  registerCompression(app);
  metrics(app);
  backupMetric(app);
  watchDisk(app);

  signIn(app);
  users(app);
  registration(app);
  accounts(app);
  passwordReset(app);
  forgottenPassword(app);
  confirmEmail(app);
  managerRemovals(app);
  invitations(app);
  acceptInvitation(app);
  community(app);
  firstSteps(app);
  setup(app);
  secondFactor(app);
  ownSessions(app);
  ledger(app);
  postings(app);
  receiptBooks(app);
  payments(app);
  autopay(app);
  announcements(app);
  maintenance(app);
  photoUploads(app);
  requestEvents(app);
  recordPhotos(app, photoKinds);
  units(app);
  leases(app);
  leaseCharges(app);
  lateFees(app);
  imports(app);
  exports(app);
  books(app);
  deposits(app);
  entryNotices(app);
  upkeep(app);
  inspections(app);
  moves(app);
  properties(app);
  settings(app);
  audit(app);
  utilities(app);
  sentReadingsOfResidents(app);
  photosOfMeters(app);
  tariffs(app);
  commonMeters(app);
  commonReadings(app);
  meters(app);
  walkingOrder(app);
  photos(app, photoKinds);
  notifications(app);
  notificationPreferences(app);
  unsubscribe(app);
  pushSubscriptions(app);
  warnings(app);
  today(app);
  notes(app);
  messages(app);
  reminders(app);
  changes(app);
  listChanges(app);
  health(app);
  startDelivery(app);
  startJobs(app, recurringJobs(app));
  await openapi(app);
  manifest(app, pagesRoot);
  await pages(app, pagesRoot);
  return app;
}
