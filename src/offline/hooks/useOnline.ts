import { useEffect, useSyncExternalStore } from 'react';
import { currentConnection, sinceLastAnswer, onConnectionChange } from '../../connection.ts';
import { checkConnection } from '../engine/checkConnection.ts';

/** In milliseconds: after an answer this recent the server counts as reachable. */
const FRESH = 5_000;

/** Whether Porchlight answers, as the last real request found it; followed as it changes. */
export function useOnline(): boolean {
  // What needs a connection is to say so before anything is typed, also where nothing else was asked of the server.
  useEffect(() => {
    if (sinceLastAnswer() > FRESH) checkConnection();
  }, []);
  return useSyncExternalStore(onConnectionChange, currentConnection) === 'online';
}
