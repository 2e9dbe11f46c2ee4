import { useEffect } from 'react';
import { nowMs } from '../../browser/clock.ts';
import { loadPart } from '../../browser/loadPart.ts';
import { useDevice } from '../../offline/engine/device.ts';
import { loadEngine } from '../../offline/engine/loadEngine.ts';
import { useOnline } from '../../offline/hooks/useOnline.ts';
import { useStoresReads } from '../../offline/hooks/useStoresReads.ts';
import { useUser } from '../../session/session.tsx';

/** The age from which an answer is asked for again, in milliseconds. */
const OLD = 60 * 60 * 1000;

/** Keeps on this device what other screens read, so that they open without a connection; once `ready`. */
export function useKeptForPages(ready: boolean): void {
  const device = useDevice();
  const { userId } = device;
  const user = useUser();
  const online = useOnline();
  const storesReads = useStoresReads();
  useEffect(() => {
    if (!ready || !online || !storesReads) return;
    const screen = new AbortController();
    void (async () => {
      const { cachedAges } = await loadEngine();
      const { offlinePartsOf } = await loadPart(() => import('../../subjects/device/offlineParts.ts'));
      const ages = await cachedAges(userId);
      for (const { key, update } of offlinePartsOf(user).flatMap(({ reads }) => reads)) {
        const age = ages.get(key)?.getTime() ?? 0;
        if (screen.signal.aborted || nowMs() - age < OLD) continue;
        await update(device);
      }
      // Without a connection, or signed out meanwhile, they stay as they were.
    })().catch(() => undefined);
    return () => screen.abort();
  }, [ready, online, storesReads, userId, user, device]);
}
