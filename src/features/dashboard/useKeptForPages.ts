import { useEffect } from 'react';
import { nowMs } from '../../browser/clock.ts';
import { useDevice } from '../../offline/engine/device.ts';
import { cachedAges } from '../../offline/engine/reads/cachedReads.ts';
import { cacheKey } from '../../offline/engine/reads/cacheKey.ts';
import { fetchAndCache } from '../../offline/engine/reads/refreshCached.ts';
import { useOnline } from '../../offline/hooks/useOnline.ts';
import { useStoresReads } from '../../offline/hooks/useStoresReads.ts';
import { useUser } from '../../session/session.tsx';

/**
 * What screens show without a connection that no dashboard does: the lists of which the pages of people and homes are made, and the
 * conversations about requests.
 */
const LISTS = {
  manager: ['listUsers', 'listLeases', 'listProperties', 'listWaitingEvents', 'listEntryNotices'],
  resident: ['listWaitingEvents'],
} as const;
/** The age from which a list is asked for again, in milliseconds. */
const OLD = 60 * 60 * 1000;

/** Keeps on this device what other screens need, so that they open without a connection; once `ready`. */
export function useKeptForPages(ready: boolean): void {
  const { is_manager } = useUser();
  const { userId, withToken } = useDevice();
  const online = useOnline();
  const storesReads = useStoresReads();
  useEffect(() => {
    if (!ready || !online || !storesReads) return;
    const screen = new AbortController();
    void (async () => {
      const ages = await cachedAges(userId);
      for (const name of LISTS[is_manager ? 'manager' : 'resident']) {
        const age = ages.get(cacheKey(name, {}))?.getTime() ?? 0;
        if (screen.signal.aborted || nowMs() - age < OLD) continue;
        await fetchAndCache(userId, name, {}, withToken);
      }
      // Without a connection, or signed out meanwhile, they stay as they were.
    })().catch(() => undefined);
    return () => screen.abort();
  }, [ready, online, storesReads, is_manager, userId, withToken]);
}
