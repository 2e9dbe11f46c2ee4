import { useState } from 'react';

/** The last one there was, so that a form stays open when what it changes leaves the list behind it. */
export function useLastDefined<T>(present: T | undefined): T | undefined {
  const [held, setHeld] = useState(present);
  if (present !== undefined && present !== held) setHeld(present);
  return present ?? held;
}
