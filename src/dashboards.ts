// The screens that most visits begin with, so each is a file of its own.
import { lazyScreen } from './lazyScreen.ts';

export const ResidentDashboard = lazyScreen(() => import('./features/dashboard/ResidentDashboard.tsx'), {
  listMyTransactions: {},
  readAutopay: {},
  listMyLeases: {},
  listEntryNotices: {},
  listAnnouncements: {},
  listMaintenance: {},
});
export const ManagerDashboard = lazyScreen(() => import('./features/dashboard/ManagerDashboard.tsx'), {
  readToday: {},
  listBalances: {},
  listUnits: {},
  listMaintenance: { query: { completed: 'false' } },
  listWarnings: {},
  readFirstSteps: {},
});
