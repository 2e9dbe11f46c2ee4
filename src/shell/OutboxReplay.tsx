import { useQueryClient } from '@tanstack/react-query';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useSyncExternalStore } from 'react';
import { ApiError, Unreachable } from '../call.ts';
import { currentConnection, onConnectionChange } from '../connection.ts';
import { useDevice } from '../offline/engine/device.ts';
import { appliedChanges } from '../offline/engine/cachedReads.ts';
import { checkConnection } from '../offline/engine/checkConnection.ts';
import { useOutbox } from '../offline/hooks/useOutbox.ts';
import { tokenFor, useSession } from '../session/session.tsx';
import { answerWorker } from '../serviceWorker.ts';

/** In milliseconds: how often a waiting outbox is tried again, and an absent server looked for. */
const TRY_EVERY = 30_000;
const LOOK_EVERY = 5_000;
/** In milliseconds: renewed well before an access token of 15 minutes is spent. */
const RENEW_EVERY = 8 * 60_000;

/** The occasions on which the outbox is sent: Background Sync is missing in half the browsers and late in others. */
export function OutboxReplay() {
  const { userId, requestReplay } = useDevice();
  const { token } = useSession();
  const connection = useSyncExternalStore(onConnectionChange, currentConnection);
  const queries = useQueryClient();
  const { items } = useOutbox();
  const waiting = items?.some((item) => !item.refusal) ?? false;

  useEffect(() => answerWorker({ token: tokenFor }), []);

  // On start, on signing in again, and when the server is there again.
  useEffect(() => {
    if (connection === 'offline') return;
    void requestReplay({ eager: true });
    void queries.invalidateQueries();
  }, [connection, token, requestReplay, queries]);

  // When the page is looked at again, and when the browser sees a network.
  useEffect(() => {
    const leaving = new AbortController();
    const now = () => {
      if (document.visibilityState === 'visible') void requestReplay({ eager: true });
    };
    window.addEventListener('focus', now, leaving);
    window.addEventListener('online', now, leaving);
    document.addEventListener('visibilitychange', now, leaving);
    return () => leaving.abort();
  }, [requestReplay]);

  // As long as something waits.
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => void requestReplay({ eager: false }), TRY_EVERY);
    return () => clearInterval(timer);
  }, [waiting, requestReplay]);

  // As long as the server does not answer, it is looked for, so that the bar goes when it is back.
  useEffect(() => {
    if (connection === 'online') return;
    const look = () => {
      if (document.visibilityState === 'visible') checkConnection();
    };
    const timer = setInterval(look, LOOK_EVERY);
    window.addEventListener('online', look);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', look);
    };
  }, [connection]);

  // A page in use stays signed in, also without a session cookie.
  useEffect(() => {
    if (!token) return;
    const timer = setTimeout(() => {
      tokenFor(userId, token).catch((error: unknown) => {
        if (!(error instanceof Unreachable || error instanceof ApiError)) throw error;
      });
    }, RENEW_EVERY);
    return () => clearTimeout(timer);
  }, [token, userId]);

  // A change that was laid into the kept reads is followed by the server's own view of it.
  const changes = useLiveQuery(appliedChanges);
  useEffect(() => {
    if (changes) void queries.invalidateQueries();
  }, [changes, queries]);

  return <></>;
}
