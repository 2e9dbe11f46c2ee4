import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { currentConnection, onConnectionChange } from '../api/connection.ts';
import { PartMissing } from '../browser/loadPart.ts';

/** The longest that what is for later waits, in milliseconds. */
const PATIENCE = 2_000;

interface IdleProps {
  /** The same function each time. */
  load: () => Promise<ComponentType>;
}

/**
 * Loads a part once the page has drawn the screen, has the answers that the screen asked for, and has nothing else to do, and
 * shows it.
 */
export function Idle({ load }: IdleProps) {
  const [idle, setIdle] = useState(false);
  // Apart, so that what is shown is not drawn again whenever something is asked for.
  return idle ? <LoadedPart load={load} /> : <UntilIdle onIdle={setIdle} />;
}

function LoadedPart({ load }: IdleProps) {
  const connection = useSyncExternalStore(onConnectionChange, currentConnection);
  const [Part, setPart] = useState<ComponentType>();
  useEffect(() => {
    if (Part) return;
    load().then(
      (loaded) => setPart(() => loaded),
      (error: unknown) => {
        // The next connection tries again; where it is gone, the page offers to reload.
        if (!(error instanceof PartMissing)) throw error;
      },
    );
  }, [Part, connection, load]);
  return Part ? <Part /> : <></>;
}

function UntilIdle({ onIdle }: { onIdle: (idle: true) => void }) {
  const asking = useIsFetching() > 0;
  useEffect(() => {
    const timer = setTimeout(() => onIdle(true), PATIENCE);
    return () => clearTimeout(timer);
  }, [onIdle]);
  useEffect(() => {
    // On a slow line, what is loaded for later would hold up what the screen waits for.
    if (asking) return;
    const begin = () => onIdle(true);
    // Safari has no idle callbacks.
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(begin);
      return () => clearTimeout(timer);
    }
    const callback = requestIdleCallback(begin);
    return () => cancelIdleCallback(callback);
  }, [asking, onIdle]);
  return <></>;
}
