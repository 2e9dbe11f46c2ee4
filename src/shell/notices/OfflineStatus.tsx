import { useSyncExternalStore } from 'react';
import { currentConnection, onConnectionChange } from '../../api/connection.ts';
import {
  currentFreshness,
  onFreshnessChange,
  type RefreshFailure,
} from '../../offline/engine/reads/freshness.ts';
import { useUnsent } from '../../offline/hooks/useUnsent.ts';
import { OfflineBar } from '../../ui/feedback/OfflineBar.tsx';

const FAILURES: Record<RefreshFailure, string> = {
  unreachable: 'there was no connection',
  'signed out': 'sign in to refresh',
  server: 'the server had a problem',
  refused: 'it could not be refreshed',
};

/** The bar with the connection state, the age of the shown data and the number of unsent changes. */
export function OfflineStatus() {
  const connection = useSyncExternalStore(onConnectionChange, currentConnection);
  // Only what is shown, so that nothing is drawn again because the server said that nothing changed.
  const shown = useSyncExternalStore(
    onFreshnessChange,
    () => currentFreshness()[connection === 'offline' ? 'oldest' : 'oldestFailed'],
  );
  const { items = [] } = useUnsent();
  const needsAttention = items.filter((item) => item.refusal).length;
  return (
    <OfflineBar
      state={connection}
      asOf={shown && new Date(shown.asOf)}
      failure={shown?.failure && FAILURES[shown.failure]}
      waiting={items.length - needsAttention}
      needsAttention={needsAttention}
      to="/outbox"
    />
  );
}
