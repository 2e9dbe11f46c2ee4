import { useEffect } from 'react';
import { changeRoutes } from '../../contract/changes/changeRoutes.ts';
import { openEvents } from '../api/openEvents.ts';
import { useDevice } from '../offline/engine/device.ts';
import { followChanges, openStaleChannel } from '../offline/engine/reads/followChanges.ts';
import { useRefreshStale } from '../offline/hooks/useRefreshStale.ts';
import { useSession } from '../session/session.tsx';

/** Refreshes what is on screen as soon as it changes elsewhere. A hidden app is not connected. */
export function LiveUpdates() {
  const { userId, withToken } = useDevice();
  const { ended = false } = useSession();
  const refresh = useRefreshStale();

  useEffect(() => {
    if (ended) return;
    const channel = openStaleChannel(userId, refresh);
    let following: AbortController | undefined;

    const stop = () => {
      following?.abort();
      following = undefined;
    };
    // The first screen was read before this part was loaded: the page began at 0.
    let since: number | undefined = 0;
    const start = () => {
      if (following) return;
      following = new AbortController();
      const open = (away: number, signal: AbortSignal) =>
        withToken((token) =>
          openEvents(changeRoutes.followChanges, { query: { away: String(away) } }, { token, signal }),
        );
      const onStale = (reads: string[]) => {
        channel.notify(reads);
        refresh(reads);
      };
      followChanges({ userId, open, onStale, signal: following.signal, since }).catch((error: unknown) =>
        console.error(error),
      );
      since = undefined;
    };
    const look = () => (document.visibilityState === 'visible' ? start() : stop());

    look();
    document.addEventListener('visibilitychange', look);
    // A page with an open connection is not kept in the back/forward cache.
    window.addEventListener('pagehide', stop);
    window.addEventListener('pageshow', look);
    return () => {
      stop();
      channel.close();
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('pagehide', stop);
      window.removeEventListener('pageshow', look);
    };
  }, [userId, withToken, ended, refresh]);

  return <></>;
}
