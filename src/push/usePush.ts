import { useQuery } from '@tanstack/react-query';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { ApiError, Unreachable } from '../api/call.ts';
import { useOnlineStep } from '../forms/useOnlineStep.ts';
import { useDevice } from '../offline/engine/device.ts';
import { recordPushChoice, recordPushOffer, wantsPush } from '../offline/subjects/push/pushChoice.ts';
import { useStoresReads } from '../offline/hooks/useStoresReads.ts';
import { readPushKey, subscribePush } from '../offline/subjects/push/pushSubscription.ts';
import { findPushManager } from '../browser/serviceWorkerMessages.ts';
import { pushAllowed, pushSupport, type PushSupport } from './pushSupport.ts';
import { useBusyMutation } from '../ui/forms/useBusyMutation.ts';

/**
 * Whether this device notifies: `on` or `off`, or why it cannot; `not-kept` for a session that stores nothing here,
 * `unavailable` where the server notifies no devices, `unknown` without a connection, `starting` until it is known.
 */
type PushState =
  'starting' | 'on' | 'off' | 'not-kept' | 'unavailable' | 'unknown' | Exclude<PushSupport, 'possible'>;

interface Push {
  state: PushState;
  /** Asks the browser for its permission, so it must be called by a tap. */
  turnOn: () => void;
  turnOff: () => void;
  busy: boolean;
  /** Why the last change failed. */
  problem: string | undefined;
}

/** Notifications on this device: whether they are on, and turning them on and off. */
export function usePush(): Push {
  const { userId, withToken } = useDevice();
  const send = useOnlineStep();
  const storesReads = useStoresReads();
  const wanted = useLiveQuery(() => wantsPush(userId), [userId]);
  // Counts the answers of the browser, whose permission is no state of React.
  const [, setAnswers] = useState(0);
  const support = pushSupport();
  const key = useQuery({
    queryKey: [userId, 'push key'],
    queryFn: () => readPushKey(withToken),
    enabled: support === 'possible' && storesReads === true,
    staleTime: Infinity,
  });

  const turningOn = useBusyMutation({
    mutationFn: async () => {
      // At once, since browsers ask only while a tap lasts.
      const permission = await Notification.requestPermission();
      setAnswers((answers) => answers + 1);
      if (permission !== 'granted') return;
      const manager = await findPushManager();
      if (!manager || !key.data) throw new Error('This browser is not ready yet. Please reload the page.');
      await subscribePush(manager, key.data, (body) => send('subscribePush', { body }));
      await recordPushChoice(userId);
      await recordPushOffer();
    },
  });
  const turningOff = useBusyMutation({
    mutationFn: async () => {
      // First here: a push service then refuses what the server still sends.
      await (await (await findPushManager())?.getSubscription())?.unsubscribe();
      await recordPushChoice(undefined);
      await send('unsubscribePush', {});
    },
  });
  const failure = turningOn.error ?? turningOff.error;

  return {
    state: stateOf(),
    turnOn: () => turningOn.mutate(),
    turnOff: () => turningOff.mutate(),
    busy: turningOn.isPending || turningOff.isPending,
    problem: failure ? problemOf(failure) : undefined,
  };

  function stateOf(): PushState {
    if (support !== 'possible') return support;
    if (storesReads === false) return 'not-kept';
    // Not before it is done, since turning on shows that it is on its way.
    if (wanted && pushAllowed() && !turningOn.isPending) return 'on';
    if (key.error) return 'unknown';
    if (storesReads === undefined || wanted === undefined || key.data === undefined) return 'starting';
    return key.data === null ? 'unavailable' : 'off';
  }
}

function problemOf(error: Error): string {
  if (error instanceof Unreachable) return `${error.message} Please try again later.`;
  if (error instanceof ApiError) return error.message;
  console.warn(error);
  return `The browser could not do it: ${error.message}`;
}
