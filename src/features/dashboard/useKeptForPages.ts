import { useEffect } from 'react';
import { loadPart } from '../../browser/loadPart.ts';
import { useDevice } from '../../offline/engine/device.ts';
import { useOnline } from '../../offline/hooks/useOnline.ts';
import { useStoresReads } from '../../offline/hooks/useStoresReads.ts';
import { useUser } from '../../session/session.tsx';

/** Keeps on this device what other screens read, so that they open without a connection; once `ready`. */
export function useKeptForPages(ready: boolean): void {
  const device = useDevice();
  const user = useUser();
  const online = useOnline();
  const storesReads = useStoresReads();
  useEffect(() => {
    if (!ready || !online || !storesReads) return;
    const screen = new AbortController();
    loadPart(() => import('../../subjects/device/keepForPages.ts'))
      .then(({ keepForPages }) => keepForPages(device, user, screen.signal))
      // Without a connection, or signed out meanwhile, they stay as they were.
      .catch(() => undefined);
    return () => screen.abort();
  }, [ready, online, storesReads, user, device]);
}
