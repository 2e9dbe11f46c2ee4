import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ListParameter } from '../layout/listAddress.ts';

/** How long nothing more is typed before a search is in the address, in milliseconds: browsers refuse a change for each key. */
const PAUSE = 300;

/** What a list is asked, in the address of its screen, so that Back and a reload keep it. */
export function useListAddress() {
  const [address, setAddress] = useSearchParams();
  const stored = address.get('search') ?? '';
  const [typed, setTyped] = useState(stored);
  const [written, setWritten] = useState(stored);
  const [seen, setSeen] = useState(stored);
  // The address has changed: by what was typed here, or by going back or to a link.
  if (seen !== stored) {
    setSeen(stored);
    if (stored !== written) {
      setWritten(stored);
      setTyped(stored);
    }
  }

  // Leaving the field and pressing a chip come before the address of the first is rendered.
  const latest = useRef(address);
  useLayoutEffect(() => {
    latest.current = address;
  }, [address]);

  /** Writes what differs from how the list begins; a blank takes it out. */
  const write = useCallback(
    (parameter: ListParameter, value: string) => {
      const next = new URLSearchParams(latest.current);
      if (value === '') next.delete(parameter);
      else next.set(parameter, value);
      latest.current = next;
      setAddress(next, { replace: true });
    },
    [setAddress],
  );

  /** Writes what is typed at once, as before the screen is left. */
  const keep = useCallback(() => {
    if (typed === written) return;
    setWritten(typed);
    write('search', typed);
  }, [typed, written, write]);

  useEffect(() => {
    if (typed === written) return;
    const timer = setTimeout(keep, PAUSE);
    return () => clearTimeout(timer);
  }, [typed, written, keep]);

  return { address, typed, setTyped, keep, write };
}
