import { useEffect, useSyncExternalStore } from 'react';
import { currentConnection, sinceLastAnswer, onConnectionChange } from '../../api/connection.ts';
import { checkConnection } from '../engine/checkConnection.ts';

/** In milliseconds: after an answer this recent the server counts as reachable. */
const FRESH = 5_000;

/** Whether Porchlight answered the last request, updated when it changes. */
export function useOnline(): boolean {
  // Pings the server, so that a form can say that it needs a connection before anything is typed.
  useEffect(() => {
    if (sinceLastAnswer() > FRESH) checkConnection();
  }, []);
  return useSyncExternalStore(onConnectionChange, currentConnection) === 'online';
}
