import { useState } from 'react';

/** The last value that was not undefined, so that a form stays open when its record leaves the list. */
export function useLastDefined<T>(present: T | undefined): T | undefined {
  const [held, setHeld] = useState(present);
  if (present !== undefined && present !== held) setHeld(present);
  return present ?? held;
}
