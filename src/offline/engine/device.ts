import { createContext, useContext } from 'react';
import type { ReplayOptions } from './outbox/replay.ts';

/** What the offline engine needs from the page. */
export interface Device {
  userId: number;
  /** Makes a call with this user's token, renewed if needed. */
  withToken: <T>(send: (token: string) => Promise<T>) => Promise<T>;
  /** Starts a replay of the outbox. */
  requestReplay: (options: ReplayOptions) => Promise<void>;
}

export const DeviceContext = createContext<Device | undefined>(undefined);

export function useDevice(): Device {
  const device = useContext(DeviceContext);
  if (!device) throw new Error('Kept reads and the outbox belong inside the signed-in part of the app.');
  return device;
}
