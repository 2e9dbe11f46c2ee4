import type { User } from '../contract/users/user.ts';
import { cacheKey } from './offline/engine/reads/cacheKey.ts';
import type { CachedInputs } from './offline/hooks/useCachedQuery.ts';
import { homePathOf } from './session/homePath.ts';

// What the screens that an installed app opens at show first, known before their code is there.

/** What the bell shows, on every screen. */
export const AROUND_SCREENS: CachedInputs = { listNotifications: {} };

export const firstReads = {
  '/dashboard/resident': {
    listMyTransactions: {},
    readAutopay: {},
    listMyLeases: {},
    listEntryNotices: {},
    listThreads: {},
    listAskedReadings: {},
    listAnnouncements: {},
    listMaintenance: {},
  },
  '/admin/dashboard': {
    readToday: {},
    listBalances: {},
    listUnits: {},
    listMaintenance: { query: { completed: 'false' } },
    listWarnings: {},
    readFirstSteps: {},
  },
  '/maintenance': { listMaintenance: {} },
  '/payments': {
    listMyLeases: {},
    listOpenPayments: {},
    listFailedPayments: {},
    listMyTransactions: {},
    readAutopay: {},
  },
  '/announcements': { listAnnouncements: {} },
} as const satisfies Record<string, CachedInputs>;

/** The cache keys of what a screen shows first. */
export function keysOfScreen(path: string, user: User): string[] {
  const own: Record<string, CachedInputs> = firstReads;
  const reads = { ...AROUND_SCREENS, ...own[path === '/' ? homePathOf(user) : path] };
  return Object.entries(reads).map(([name, input]) => cacheKey(name as keyof CachedInputs, input));
}
