import { useEffect } from 'react';
import { nowMs } from '../../browser/clock.ts';
import { useDevice } from '../../offline/engine/device.ts';
import { cacheKey } from '../../offline/engine/reads/cacheKey.ts';
import { loadEngine } from '../../offline/engine/loadEngine.ts';
import { useOnline } from '../../offline/hooks/useOnline.ts';
import { useStoresReads } from '../../offline/hooks/useStoresReads.ts';

/** The lists of which the pages of people and homes are made, and which the dashboard does not show. */
const LISTS = ['listUsers', 'listLeases', 'listProperties'] as const;
/** The age from which a list is asked for again, in milliseconds. */
const OLD = 60 * 60 * 1000;

/** Keeps on this device what the pages of people and homes need, so that they open without a connection; once `ready`. */
export function useKeptForPages(ready: boolean): void {
  const { userId, withToken } = useDevice();
  const online = useOnline();
  const storesReads = useStoresReads();
  useEffect(() => {
    if (!ready || !online || !storesReads) return;
    const screen = new AbortController();
    void (async () => {
      const { cachedAges, fetchAndCache } = await loadEngine();
      const ages = await cachedAges(userId);
      for (const name of LISTS) {
        const age = ages.get(cacheKey(name, {}))?.getTime() ?? 0;
        if (screen.signal.aborted || nowMs() - age < OLD) continue;
        await fetchAndCache(userId, name, {}, withToken);
      }
      // Without a connection, or signed out meanwhile, they stay as they were.
    })().catch(() => undefined);
    return () => screen.abort();
  }, [ready, online, storesReads, userId, withToken]);
}
