import type { FastifyInstance } from 'fastify';
import { deleteOldAttempts } from '../auth/limits/rateLimits.ts';
import { deleteExpiredSessions } from '../auth/sessions.ts';
import { openBackupStore } from '../backup/backupStore.ts';
import { makeNightlyBackup } from '../backup/nightlyBackup.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { deleteOldListChanges } from '../database/listChanges.ts';
import { vacuum } from '../database/vacuum.ts';
import { messageOf } from '../http/answers/errorHandler.ts';
import { deleteOldKeys } from '../http/idempotency.ts';
import { deleteAbandonedUploads } from '../photos/pendingUploads.ts';
import { deleteOldNotifications } from '../notifications/deleteOldNotifications.ts';
import { deleteUnconfirmedSuggestions } from '../resources/announcements/deleteUnconfirmed.ts';
import { notifyOfPublished } from '../resources/announcements/notifyOfPublished.ts';
import { notifyOfRent } from '../resources/leases/notifyOfRent.ts';
import { postLateFees } from '../resources/leases/postLateFees.ts';
import { postLeaseCharges } from '../resources/leases/postLeaseCharges.ts';
import { deleteUnconfirmedRequests } from '../resources/maintenance/deleteUnconfirmed.ts';
import { deleteOldPhotoUploads } from '../photos/oldUploads.ts';
import { deleteUnconfirmedThreads } from '../resources/messages/deleteUnconfirmed.ts';
import { notifyOfCharges } from '../resources/payments/autopay/notifyOfCharges.ts';
import { announceCharges } from '../resources/payments/autopay/announceCharges.ts';
import { openCardProvider } from '../resources/payments/cardProvider.ts';
import { autopayJobs } from '../resources/payments/autopay/jobs.ts';
import { makeUpkeepRequests } from '../resources/upkeep/makeUpkeepRequests.ts';
import { deleteExpiredConfirmations } from '../resources/users/confirmEmail.ts';
import { deleteExpiredResets } from '../resources/users/forgottenPassword.ts';
import { paymentJobs } from '../resources/payments/reconcile.ts';
import type { Job } from './jobs.ts';

/** Every job of the server. */
export function recurringJobs(app: FastifyInstance): Job[] {
  const { context } = app;
  const { database, zone } = context;
  const provider = openCardProvider(app);
  return [
    { name: 'delete-old-idempotency-keys', everyMinutes: 60, run: () => deleteOldKeys(database) },
    { name: 'delete-old-attempts', everyMinutes: 60, run: () => deleteOldAttempts(database.sql) },
    { name: 'delete-expired-sessions', everyMinutes: 60, run: () => deleteExpiredSessions(database.sql) },
    {
      name: 'delete-expired-password-resets',
      everyMinutes: 60,
      run: () => deleteExpiredResets(database.sql),
    },
    {
      name: 'delete-expired-email-confirmations',
      everyMinutes: 60,
      run: () => deleteExpiredConfirmations(database.sql),
    },
    { name: 'delete-old-list-changes', everyMinutes: 60, run: () => deleteOldListChanges(database) },
    { name: 'delete-abandoned-uploads', everyMinutes: 60, run: () => deleteAbandonedUploads(context) },
    { name: 'delete-old-photo-uploads', everyMinutes: 60, run: () => deleteOldPhotoUploads(database) },
    {
      name: 'delete-unconfirmed-requests',
      everyMinutes: 60,
      run: (stopping) => deleteUnconfirmedRequests(context, stopping),
    },
    {
      name: 'delete-unconfirmed-suggestions',
      everyMinutes: 60,
      run: (stopping) => deleteUnconfirmedSuggestions(database, stopping),
    },
    {
      name: 'delete-unconfirmed-messages',
      everyMinutes: 60,
      run: (stopping) => deleteUnconfirmedThreads(database, stopping),
    },
    {
      name: 'post-lease-charges',
      everyMinutes: 5,
      run: (stopping) => postLeaseCharges(database, { zone: zone.current(), stopping }),
    },
    {
      name: 'post-late-fees',
      everyMinutes: 5,
      run: (stopping) => postLateFees(database, { zone: zone.current(), stopping }),
    },
    { name: 'tell-of-announcements', everyMinutes: 1, run: () => notifyOfPublished(database) },
    {
      name: 'tell-of-rent',
      everyMinutes: 60,
      run: async (stopping) => {
        await notifyOfRent(database, {
          zone: zone.current(),
          stopping,
          autopay: (sql, users) => announceCharges(sql, users, { zone: zone.current(), now: new Date() }),
        });
        await notifyOfCharges(database, { zone: zone.current(), stopping });
      },
    },
    {
      name: 'make-upkeep-requests',
      everyMinutes: 60,
      run: (stopping) => makeUpkeepRequests(database, { zone: zone.current(), stopping }),
    },
    {
      name: 'delete-old-notifications',
      everyMinutes: 60,
      run: () => deleteOldNotifications(database.sql),
    },
    ...backupJobs(context),
    { name: 'deliver-notifications', everyMinutes: 1, run: () => app.deliverNotifications() },
    // A PostgreSQL server does it by itself.
    ...(database.kind === 'embedded' ? [vacuumJob(database)] : []),
    ...(provider ? [...paymentJobs(provider), ...autopayJobs(provider)] : []),
  ];
}

function vacuumJob(database: Database): Job {
  return { name: 'vacuum', everyMinutes: 10, run: (stopping) => vacuum(database, stopping) };
}

function backupJobs(context: Context): Job[] {
  const store = openBackupStore(context.configuration);
  if (!store) return [];
  return [
    {
      name: 'nightly-backup',
      // The row of the day decides whether it is due.
      everyMinutes: 5,
      run: (stopping) => makeNightlyBackup(context, store, { stopping }),
      failure: (error) => ({ kind: 'backup_failed', to: 'managers', data: { reason: messageOf(error) } }),
    },
  ];
}
