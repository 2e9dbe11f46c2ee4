import { useCallback, useLayoutEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Which dialog of a screen is open, as the address says, so that going back closes it. */
export function useDialogAddress() {
  const [address, setAddress] = useSearchParams();
  const latest = useRef<{ address: URLSearchParams; setAddress: typeof setAddress }>(undefined);
  // As soon as it is drawn, since what is drawn can be pressed.
  useLayoutEffect(() => {
    latest.current = { address, setAddress };
    return () => {
      latest.current = undefined;
    };
  }, [address, setAddress]);
  // Always the same function. One dialog takes the place of another, so that going back closes it too.
  const open = useCallback((params: Record<string, string>) => {
    latest.current?.setAddress(params, { replace: latest.current.address.size > 0 });
  }, []);
  // Whoever went on while a change was still being sent is not called back.
  const close = () => {
    if (latest.current?.address === address) setAddress({}, { replace: true });
  };
  return { address, open, close };
}
