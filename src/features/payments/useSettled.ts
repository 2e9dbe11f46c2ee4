import { useEffect, useState } from 'react';

/** How long the parts of a screen wait for each other, in milliseconds. */
const PATIENCE = 2_000;

/** Whether all parts of a screen are there, so that none pushes another away; true after a while, since one may not come. */
export function useSettled(settled: boolean): boolean {
  const [waited, setWaited] = useState(false);
  useEffect(() => {
    if (settled) return;
    const timer = setTimeout(() => setWaited(true), PATIENCE);
    return () => clearTimeout(timer);
  }, [settled]);
  return settled || waited;
}
