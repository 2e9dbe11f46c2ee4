// The screens that most visits begin with, so each is a file of its own.
import { firstReads } from './firstReads.ts';
import { lazyScreen } from './lazyScreen.ts';

export const ResidentDashboard = lazyScreen(
  () => import('./features/dashboard/ResidentDashboard.tsx'),
  firstReads['/dashboard/resident'],
);
export const ManagerDashboard = lazyScreen(
  () => import('./features/dashboard/ManagerDashboard.tsx'),
  firstReads['/admin/dashboard'],
);
