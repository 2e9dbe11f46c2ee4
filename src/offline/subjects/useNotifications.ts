import type { Notification } from '../../../contract/notifications/notification.ts';
import { useDevice } from '../engine/device.ts';
import { loadEngine, type Engine } from '../engine/loadEngine.ts';
import { useCachedQuery, type CachedQuery } from '../hooks/useCachedQuery.ts';
import { useSharedLiveQuery } from '../hooks/useSharedLiveQuery.ts';

declare module '../engine/database.ts' {
  interface DeviceFacts {
    /** Up to which notification a user has seen them, also where the server was not told yet. */
    'notifications-seen': { userId: number; upTo: number };
  }
}

interface Notifications {
  query: CachedQuery<Notification[]>;
  /** Those that were not seen, on this device or another one. */
  unread: Notification[];
  /** The newest that this device has seen but the server lists as unread; 0 if there is none. */
  toReport: number;
}

/** What this user was told of. What was seen here counts as read at once, also before the server knows. */
export function useNotifications(): Notifications {
  const { userId } = useDevice();
  const query = useCachedQuery('listNotifications', {});
  const known = useSharedLiveQuery(`notifications seen by ${userId}`, (engine) => seenUpTo(engine, userId));
  const seen = known ?? 0;
  // Nothing counts as unread before it is known what was seen here.
  const unread = known === undefined ? [] : (query.data?.filter(({ read_at }) => read_at === null) ?? []);
  const seenHere = unread.filter(({ id }) => id <= seen);
  return {
    query,
    unread: unread.filter(({ id }) => id > seen),
    toReport: seenHere.length > 0 ? seen : 0,
  };
}

async function seenUpTo({ readFact, withDatabase }: Engine, userId: number): Promise<number> {
  const fact = await withDatabase((db) => readFact(db, 'notifications-seen'));
  return fact?.userId === userId ? fact.upTo : 0;
}

/** Records that this user has seen their notifications up to this one. */
export async function recordSeen(userId: number, upTo: number): Promise<void> {
  const engine = await loadEngine();
  if (upTo <= (await seenUpTo(engine, userId))) return;
  await engine.withDatabase((db) => db.device.put({ key: 'notifications-seen', value: { userId, upTo } }));
}
