import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { ApiError, Unreachable } from '../api/call.ts';
import { currentConnection, onConnectionChange } from '../api/connection.ts';
import { useDevice } from '../offline/engine/device.ts';
import { loadEngine } from '../offline/engine/loadEngine.ts';
import { forgetInMemory } from '../offline/engine/reads/memoryStore.ts';
import { checkConnection } from '../offline/engine/checkConnection.ts';
import { useSharedLiveQuery } from '../offline/hooks/useSharedLiveQuery.ts';
import { useUnsent } from '../offline/hooks/useUnsent.ts';
import { useSession } from '../session/session.tsx';
import { tokenFor } from '../session/tokens.ts';
import { answerWorker } from '../browser/serviceWorkerMessages.ts';

/** How often the outbox is sent again, or the server is pinged while offline, in milliseconds. */
const TRY_EVERY = 30_000;
const LOOK_EVERY = 5_000;
/** How often the token is renewed, in milliseconds: well before it expires after 15 minutes. */
const RENEW_EVERY = 8 * 60_000;

function pingIfVisible(): void {
  if (document.visibilityState === 'visible') checkConnection();
}

/** Starts the replay of the outbox, since Background Sync is missing in many browsers and late in others. */
export function OutboxReplay() {
  const { userId, requestReplay } = useDevice();
  const { token } = useSession();
  const connection = useSyncExternalStore(onConnectionChange, currentConnection);
  const queries = useQueryClient();
  const { items } = useUnsent();
  const waiting = items?.some((item) => !item.refusal) ?? false;

  useEffect(() => answerWorker({ token: tokenFor }), []);

  useEffect(() => {
    loadEngine().then(
      ({ keepTime }) => keepTime(),
      // Whoever reads the device says what is missing.
      () => undefined,
    );
  }, []);

  // On start, after a sign-in, and when the server answers again.
  useEffect(() => {
    if (connection === 'offline') return;
    void requestReplay({ eager: true });
    void queries.invalidateQueries();
  }, [connection, token, requestReplay, queries]);

  // When the page becomes visible, and on the browser's `online` event.
  useEffect(() => {
    const leaving = new AbortController();
    const now = () => {
      if (document.visibilityState === 'visible') void requestReplay({ eager: true });
    };
    window.addEventListener('focus', now, leaving);
    window.addEventListener('online', now, leaving);
    // Also where no request has failed meanwhile: the answer tells the time, and that the server is there.
    window.addEventListener('online', pingIfVisible, leaving);
    document.addEventListener('visibilitychange', now, leaving);
    return () => leaving.abort();
  }, [requestReplay]);

  // By a timer, while there are unsent changes.
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => void requestReplay({ eager: false }), TRY_EVERY);
    return () => clearInterval(timer);
  }, [waiting, requestReplay]);

  // Pings the server while offline, so that the bar disappears when it answers.
  useEffect(() => {
    if (connection === 'online') return;
    const timer = setInterval(pingIfVisible, LOOK_EVERY);
    return () => clearInterval(timer);
  }, [connection]);

  // Keeps an open page signed in without a session cookie.
  useEffect(() => {
    if (!token) return;
    const timer = setTimeout(() => {
      tokenFor(userId, token).catch((error: unknown) => {
        if (!(error instanceof Unreachable || error instanceof ApiError)) throw error;
      });
    }, RENEW_EVERY);
    return () => clearTimeout(timer);
  }, [token, userId]);

  // What is in this page's memory alone goes with the person.
  useEffect(() => () => forgetInMemory((each) => each === userId), [userId]);

  // After an answer was applied to the cached reads, they are refreshed from the server.
  const changes = useSharedLiveQuery('applied changes', ({ appliedChanges }) => appliedChanges());
  useEffect(() => {
    if (changes) void queries.invalidateQueries();
  }, [changes, queries]);

  return <></>;
}
