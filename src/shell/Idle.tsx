import { useEffect, useState, type ReactNode } from 'react';

/** The longest that a busy page waits, in milliseconds. */
const PATIENCE = 2_000;

/** Shows its children once the page has drawn the screen and has nothing else to do. */
export function Idle({ children }: { children: ReactNode }) {
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
  return idle ? children : <></>;
}
