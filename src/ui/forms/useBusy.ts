import { useEffect, useEffectEvent, useRef, useState } from 'react';

/**
 * Whether something is under way that the person waits for. `run` waits for it, until the page comes back from the browser's
 * back/forward cache: what was under way when it was left, such as a redirect to a bank's page, may never answer.
 */
export function useBusy() {
  const [running, setRunning] = useState(0);
  /** How often the page was restored: what began before no longer counts. */
  const restored = useRef(0);
  useOnRestored(() => {
    restored.current += 1;
    setRunning(0);
  });

  async function run<T>(work: () => Promise<T>): Promise<T> {
    const began = restored.current;
    setRunning((count) => count + 1);
    try {
      return await work();
    } finally {
      if (began === restored.current) setRunning((count) => count - 1);
    }
  }
  return { busy: running > 0, run };
}

/** Runs when the page comes back from the browser's back/forward cache. */
export function useOnRestored(end: () => void): void {
  const onRestored = useEffectEvent(end);
  useEffect(() => {
    const show = ({ persisted }: PageTransitionEvent) => {
      if (persisted) onRestored();
    };
    window.addEventListener('pageshow', show);
    return () => window.removeEventListener('pageshow', show);
  }, []);
}
