import { useSyncExternalStore } from 'react';
import { currentConnection, onConnectionChange } from '../../connection.ts';
import { Banner } from '../../ui/Banner.tsx';

/** Says before anything is typed that a change cannot wait on this device. */
export function NeedsConnection({ children }: { children: string }) {
  const connection = useSyncExternalStore(onConnectionChange, currentConnection);
  return connection === 'offline' ? <Banner type="warning">{children}</Banner> : <></>;
}
