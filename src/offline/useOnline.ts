import { useSyncExternalStore } from 'react';
import { currentConnection, onConnectionChange } from '../connection.ts';

/** Whether Porchlight answers, as the last real request found it; followed as it changes. */
export function useOnline(): boolean {
  return useSyncExternalStore(onConnectionChange, currentConnection) === 'online';
}
