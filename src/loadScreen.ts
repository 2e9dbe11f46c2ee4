import { matchPath } from 'react-router-dom';
import { ManagerDashboard, ResidentDashboard } from './dashboards.ts';
import type { LazyScreen } from './lazyScreen.ts';
import { managementScreens } from './managementScreens.ts';
import { residentScreens } from './residentScreens.ts';

const screens: Record<string, LazyScreen> = {
  '/dashboard/resident': ResidentDashboard,
  '/admin/dashboard': ManagerDashboard,
  ...residentScreens,
  ...managementScreens,
};

/**
 * Loads the screen of a path behind the sign-in, if there is one, before it is drawn.
 * @public since signedInRoutes.tsx hands it on
 */
export async function loadScreen(path: string): Promise<void> {
  const found = Object.entries(screens).find(([pattern]) => matchPath(pattern, path));
  await found?.[1].load();
}
