// The screens of residents, and those that everybody has: one table, from which the routes come, and one file that is loaded.
import { firstReads } from './firstReads.ts';
import { lazyScreen } from './lazyScreen.ts';

export const residentScreens = {
  '/maintenance': lazyScreen(
    () => import('./features/maintenance/Maintenance.tsx'),
    firstReads['/maintenance'],
  ),
  '/payments': lazyScreen(() => import('./features/payments/Payments.tsx'), firstReads['/payments']),
  '/payments/autopay': lazyScreen(() => import('./features/payments/autopay/Autopay.tsx'), {
    readAutopay: {},
    listMyLeases: {},
  }),
  '/payments/deposit': lazyScreen(() => import('./features/deposits/OwnDeposit.tsx'), { listMyLeases: {} }),
  '/payments/receipt/:id': lazyScreen(() => import('./features/ledger/receipts/Receipt.tsx')),
  '/ledger': lazyScreen(() => import('./features/ledger/Ledger.tsx'), { listMyTransactions: {} }),
  '/ledger/statement': lazyScreen(() => import('./features/ledger/OwnStatement.tsx')),
  '/messages': lazyScreen(() => import('./features/messages/Messages.tsx'), { listThreads: {} }),
  '/messages/:id': lazyScreen(() => import('./features/messages/Conversation.tsx'), { listThreads: {} }),
  '/announcements': lazyScreen(
    () => import('./features/announcements/Board.tsx'),
    firstReads['/announcements'],
  ),
  '/inspections': lazyScreen(() => import('./features/inspections/OwnInspections.tsx'), {
    listOwnInspections: {},
    listMyLeases: {},
  }),
  '/inspections/:id': lazyScreen(() => import('./features/inspections/OwnInspection.tsx'), {
    listOwnInspections: {},
  }),
  '/entry-notices': lazyScreen(() => import('./features/entryNotices/OwnEntryNotices.tsx'), {
    listEntryNotices: {},
  }),
  '/profile': lazyScreen(() => import('./features/profile/Profile.tsx')),
  '/contact': lazyScreen(() => import('./features/contact/Contact.tsx'), { listProperties: {} }),
  '/notifications': lazyScreen(() => import('./features/notifications/Notifications.tsx')),
  '/notifications/preferences': lazyScreen(() => import('./features/notifications/Preferences.tsx')),
  '/outbox': lazyScreen(() => import('./features/outbox/Outbox.tsx')),
  '/device': lazyScreen(() => import('./features/device/ThisDevice.tsx')),
};

/** Shown instead of any other where the account asks for it. */
export const NewPassword = lazyScreen(() => import('./features/profile/NewPassword.tsx'));
export const RequiredSecondFactor = lazyScreen(() => import('./features/profile/RequiredSecondFactor.tsx'));
