import { useCallback, useLayoutEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { listPartOf } from './listAddress.ts';

/** Keeps the open dialog of a screen in the address, so that going back closes it. */
export function useDialogAddress() {
  const [address, setAddress] = useSearchParams();
  const latest = useRef<{ address: URLSearchParams; setAddress: typeof setAddress }>(undefined);
  // A layout effect, since a button can be pressed before other effects run.
  useLayoutEffect(() => {
    latest.current = { address, setAddress };
    return () => {
      latest.current = undefined;
    };
  }, [address, setAddress]);
  // Stable. A second dialog replaces the first in the history, so that going back closes both.
  const open = useCallback((params: Record<string, string>) => {
    if (!latest.current) return;
    const { address: before, setAddress: set } = latest.current;
    const list = listPartOf(before);
    set({ ...list, ...params }, { replace: before.size > Object.keys(list).length });
  }, []);
  // A change may finish after its screen or dialog was left: the address is then another's.
  const close = () => {
    if (latest.current?.address === address) setAddress(listPartOf(address), { replace: true });
  };
  return { address, open, close };
}
