import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { currentConnection, onConnectionChange } from '../api/connection.ts';
import { PartMissing } from '../browser/loadPart.ts';

/** The longest that a busy page waits, in milliseconds. */
const PATIENCE = 2_000;

/**
 * Loads a part once the page has drawn the screen and has nothing else to do, and shows it.
 * @param load the same function each time
 */
export function Idle({ load }: { load: () => Promise<ComponentType> }) {
  const idle = useIdle();
  const connection = useSyncExternalStore(onConnectionChange, currentConnection);
  const [Part, setPart] = useState<ComponentType>();
  const missing = idle && !Part;
  useEffect(() => {
    if (!missing) return;
    load().then(
      (loaded) => setPart(() => loaded),
      (error: unknown) => {
        // The next connection tries again; where it is gone, the page offers to reload.
        if (!(error instanceof PartMissing)) throw error;
      },
    );
  }, [missing, connection, load]);
  return Part ? <Part /> : <></>;
}

function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const begin = () => setIdle(true);
    // Safari has no idle callbacks.
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(begin);
      return () => clearTimeout(timer);
    }
    const callback = requestIdleCallback(begin, { timeout: PATIENCE });
    return () => cancelIdleCallback(callback);
  }, []);
  return idle;
}
