import { useSyncExternalStore } from 'react';
import { currentConnection, onConnectionChange } from '../connection.ts';
import { oldestShownRead, onShownReads } from '../offline/engine/freshness.ts';
import { useOutbox } from '../offline/hooks/useOutbox.ts';
import { OfflineBar } from '../ui/feedback/OfflineBar.tsx';

/** The bar with the connection state, the age of the shown data and the number of unsent changes. */
export function OfflineStatus() {
  const connection = useSyncExternalStore(onConnectionChange, currentConnection);
  const shown = useSyncExternalStore(onShownReads, oldestShownRead);
  const { items = [] } = useOutbox();
  const needsAttention = items.filter((item) => item.refusal).length;
  return (
    <OfflineBar
      state={connection}
      asOf={shown === undefined ? undefined : new Date(shown)}
      waiting={items.length - needsAttention}
      needsAttention={needsAttention}
      to="/outbox"
    />
  );
}
