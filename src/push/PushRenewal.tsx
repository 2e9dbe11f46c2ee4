import { useEffect, useSyncExternalStore } from 'react';
import { ApiError, Unreachable } from '../api/call.ts';
import { currentConnection, onConnectionChange } from '../api/connection.ts';
import { useOnlineStep, type SendOnline } from '../forms/useOnlineStep.ts';
import { useDevice, type Device } from '../offline/engine/device.ts';
import { wantsPush } from '../offline/subjects/push/pushChoice.ts';
import { readPushKey, subscribePush } from '../offline/subjects/push/pushSubscription.ts';
import { findPushManager } from '../browser/serviceWorkerMessages.ts';
import { pushAllowed } from './pushSupport.ts';

/** Renews the push subscription at each start: browsers drop some, and a new session has none. */
export function PushRenewal() {
  const { userId, withToken } = useDevice();
  const send = useOnlineStep();
  const connection = useSyncExternalStore(onConnectionChange, currentConnection);
  useEffect(() => {
    if (connection === 'offline') return;
    renew(userId, withToken, send).catch((error: unknown) => {
      // The next start tries again, and This device says how it stands.
      const known = [Unreachable, ApiError, DOMException].some((kind) => error instanceof kind);
      if (!known) throw error;
      console.warn(error);
    });
  }, [connection, userId, withToken, send]);
  return <></>;
}

async function renew(userId: number, withToken: Device['withToken'], send: SendOnline): Promise<void> {
  if (!pushAllowed() || !(await wantsPush(userId))) return;
  const manager = await findPushManager();
  const key = manager && (await readPushKey(withToken));
  if (manager && key) await subscribePush(manager, key, (body) => send('subscribePush', { body }));
}
